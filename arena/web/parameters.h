#ifndef ARENA_WEB_PARAMETERS_H_
#define ARENA_WEB_PARAMETERS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/replay.pb.h"

namespace flagfall::arena::web {

using ParameterMap = std::multimap<std::string, std::string>;

// What may stand in a parameter.
enum class ParameterKind { kText, kNumber, kTime, kFlag, kResult, kReason, kView };

// A parameter that a path takes, as callers are told of it.
struct KnownParameter {
  absl::string_view name;
  ParameterKind kind;
  absl::string_view about;
};
using KnownParameters = std::vector<KnownParameter>;

// The parameters of a request, which stand behind its `?`. All errors are INVALID_ARGUMENT and name the parameter, what
// was wrong and what would be right.

// Reads `name=value&...`, percent-encoded and with `+` for a space. A text that is not encoded rightly stays as it is.
ParameterMap ParseQuery(absl::string_view query);

// OK when every parameter is one of `known`, comes once, and is UTF-8.
absl::Status CheckParameters(const ParameterMap& parameters, const KnownParameters& known);
// Empty when it is not given.
std::string TextParameter(const ParameterMap& parameters, const std::string& name);
// 0 when it is not given, or empty.
absl::StatusOr<std::uint32_t> NumberParameter(const ParameterMap& parameters, const std::string& name);

// The parameters of the two lists.
const KnownParameters& GamesParameters();
const KnownParameters& TournamentsParameters();
// Those of a download of many games: as of a list, but for its pages.
const KnownParameters& ExportParameters();
// Those that name a position of a game and who looks at it, as in the addresses of the site's pages.
const KnownParameters& PositionParameters();
absl::StatusOr<v1::ListGamesRequest> GamesRequest(const ParameterMap& parameters);
absl::StatusOr<v1::ListTournamentsRequest> TournamentsRequest(const ParameterMap& parameters);

// The position that the parameters name: `step`, or the last one with so many plies. Without either a running game is
// shown at its end, and one that is over at its start.
absl::StatusOr<std::uint32_t> PositionIn(const ParameterMap& parameters, const v1::Replay& replay);
// Who looks, as `view` says; everything where it does not.
absl::StatusOr<v1::Observer> ObserverIn(const ParameterMap& parameters);

// The parts of a path between its slashes, decoded. INVALID_ARGUMENT for what is not percent-encoded UTF-8.
absl::StatusOr<std::vector<std::string>> PathParts(absl::string_view path);

// These check ids only for their form; whether such a thing exists is for the ledger to say.
absl::Status CheckGameId(absl::string_view id);
absl::Status CheckBotName(absl::string_view name);
absl::Status CheckPool(absl::string_view pool);
// A number from 1. `what` is numbered, for the error.
absl::StatusOr<std::uint32_t> PositiveNumber(absl::string_view text, absl::string_view what);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_PARAMETERS_H_
