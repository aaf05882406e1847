#ifndef TESTS_WHOLE_HOST_PLAN_H_
#define TESTS_WHOLE_HOST_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::whole_host {

// What goes wrong, or is done to a host while it works.
enum class FaultKind {
  // Of the disk (tests/power_cuts/fault.h).
  kPowerCut,
  kKill,
  kWriteError,
  kReadError,
  kSyncError,
  kDiskFull,
  // Of a bot's connection: it breaks after some byte of the bot's or of the host's, falls silent on both sides, brings
  // nothing for a while, and is not read for a while.
  kCutFromBot,
  kCutFromHost,
  kHalfOpen,
  kStall,
  kNotRead,
  // Of the host's thread: busy with something else, standing still with its process.
  kHostBusy,
  kStandstill,
  // The server ends in good order, and starts again.
  kRestart,
  // Of a bot's process: it dies, does not answer any more, loses its supervisor.
  kBotDies,
  kBotHangs,
  kSupervisorLost,
  // A bot says what nobody should: a flood of pings, bytes that are no HTTP/2, a second stream.
  kFlood,
  kGarbage,
  kSecondStream,
  // A worker dies, is cut off for a while so that its results come too late, hands in a record that no game was.
  kWorkerDies,
  kWorkerCutOff,
  kWorkerLies,
  // What people do: a tournament is paused and resumed, cancelled and resumed.
  kPause,
  kCancel,
};
inline constexpr int kFaultKinds = 25;
const char* Name(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::kPowerCut;
  Micros at{};
  // Which bot, worker or tournament, as far as there are so many.
  std::uint64_t target = 0;
  // Operations, bytes or microseconds.
  std::uint64_t amount = 0;
  std::uint64_t seed = 0;
};
std::string Text(const Fault& fault);

// How a bot's program behaves.
enum class Manners { kHonest, kSlow, kDead, kHostile };

struct PlannedBot {
  std::string name;
  Manners manners = Manners::kHonest;
  bool is_remote = false;
};

// Everything about a host that is drawn before it begins.
struct Plan {
  std::uint64_t seed = 0;
  std::vector<PlannedBot> bots;
  // Complete.
  std::vector<v1::TournamentSpec> tournaments;
  int workers = 0;
  // Workers play all games but those of remote bots.
  bool leaves_to_workers = false;
  int submissions = 0;
  std::vector<Fault> faults;
};
Plan DrawPlan(std::uint64_t seed);

// The bot that a fault of bots is for.
std::size_t BotOf(const Plan& plan, const Fault& fault);

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_PLAN_H_
