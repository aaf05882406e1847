#ifndef ARENA_CLI_SCHEDULE_FLAGS_H_
#define ARENA_CLI_SCHEDULE_FLAGS_H_

#include <google/protobuf/timestamp.pb.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/command_parser.h"
#include "arena/cli/spec_flags.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::cli {

// "2026-12-01T18:00Z", with seconds or without, in UTC (Z) or with another offset, as in +01:00. INVALID_ARGUMENT says
// so.
absl::StatusOr<google::protobuf::Timestamp> ParseTime(const std::string& text);

// "7d", "12h", "30m", in seconds. INVALID_ARGUMENT says so.
absl::StatusOr<std::uint32_t> ParseInterval(const std::string& text);
// The reverse, in the largest of these units that fits; "90s" where none does.
std::string IntervalText(std::uint32_t seconds);

// "random:8/10": 8 points of 10 games against random. INVALID_ARGUMENT says so.
absl::StatusOr<v1::Gate> ParseGate(const std::string& text);

// Adds --start alone, for two bots that are named otherwise.
void AddStartFlag(Command command, const std::shared_ptr<SpecFlags>& flags);

// Adds the flags that say when a tournament begins, --bots among them: who enters it then.
void AddScheduleFlags(Command command, const std::shared_ptr<SpecFlags>& flags);

// When the tournament begins and with whom, in lines for people; empty when no time was given.
std::string ScheduleText(const v1::Tournament& tournament);

// Whom bots must beat to enter the tournament, and how each did; empty where there is nobody to beat.
std::string QualificationsText(const v1::Tournament& tournament);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_SCHEDULE_FLAGS_H_
