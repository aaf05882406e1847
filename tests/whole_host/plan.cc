#include "tests/whole_host/plan.h"

#include <algorithm>
#include <random>

#include "absl/strings/str_cat.h"
#include "arena/tournament/spec.h"
#include "referee/base/check.h"

namespace flagfall::whole_host {
namespace {

constexpr const char* kNames[kFaultKinds] = {"a power cut",
                                             "a kill",
                                             "a write that fails",
                                             "a read that fails",
                                             "a sync that fails",
                                             "a full disk",
                                             "a connection cut at a byte of the bot's",
                                             "a connection cut at a byte of the host's",
                                             "a half-open connection",
                                             "a connection that brings nothing for a while",
                                             "a connection that is not read for a while",
                                             "a host that is busy",
                                             "a host that stands still",
                                             "a restart in good order",
                                             "a bot that dies",
                                             "a bot that hangs",
                                             "a lost supervisor",
                                             "a flood",
                                             "bytes that are no HTTP/2",
                                             "a second stream",
                                             "a worker that dies",
                                             "a worker that is cut off",
                                             "a worker that lies",
                                             "a pause",
                                             "a cancellation"};

v1::TournamentSpec DrawSpec(std::mt19937_64& random, const std::vector<PlannedBot>& bots, int number) {
  v1::TournamentSpec spec;
  spec.set_name(absl::StrCat("t", number));
  for (const PlannedBot& bot : bots) spec.add_bots(bot.name);
  spec.mutable_ruleset()->set_id(random() % 2 == 0 ? "duel" : "battle");
  spec.set_rounds(1);
  const bool has_remote = std::any_of(bots.begin(), bots.end(), [](const PlannedBot& bot) { return bot.is_remote; });
  spec.set_duplicate(!has_remote && random() % 3 == 0);
  spec.set_games(2 + 2 * static_cast<std::uint32_t>(random() % 3));
  spec.set_time_control("30+0.5");
  spec.set_concurrency(1 + static_cast<std::uint32_t>(random() % 3));
  spec.set_rated(random() % 2 == 0);
  spec.mutable_policy()->set_max_plies(6 + static_cast<std::uint32_t>(random() % 30));
  const absl::StatusOr<v1::TournamentSpec> complete = arena::tournament::CompleteSpec(
      spec, {.cores = 2, .draw_seed = [&random] { return random(); }, .challenger = {}});
  if (!complete.ok()) std::fprintf(stderr, "%s\n", complete.status().ToString().c_str());
  FLAGFALL_CHECK(complete.ok());
  return *complete;
}

std::uint64_t DrawAmount(std::mt19937_64& random, FaultKind kind) {
  switch (kind) {
    case FaultKind::kPowerCut:
    case FaultKind::kKill:
    case FaultKind::kWriteError:
    case FaultKind::kReadError:
      return random() % (random() % 2 == 0 ? 16 : 128);
    case FaultKind::kSyncError:
      return random() % 4;
    case FaultKind::kDiskFull:
      return (random() % 64) * 512;
    case FaultKind::kCutFromBot:
    case FaultKind::kCutFromHost:
      return 1 + random() % 3000;
    case FaultKind::kHostBusy:
    case FaultKind::kStandstill:
      return 1000 + random() % (random() % 4 == 0 ? 40'000'000 : 400'000);
    default:
      return 100'000 + random() % (random() % 3 == 0 ? 40'000'000 : 3'000'000);
  }
}

}  // namespace

const char* Name(FaultKind kind) { return kNames[static_cast<int>(kind)]; }

std::string Text(const Fault& fault) {
  return absl::StrCat(Name(fault.kind), " at ", fault.at.count() / 1000, " ms (target ", fault.target % 97, ", amount ",
                      fault.amount, ")");
}

std::size_t BotOf(const Plan& plan, const Fault& fault) { return fault.target % plan.bots.size(); }

Plan DrawPlan(std::uint64_t seed) {
  std::mt19937_64 random(seed * 0x9e3779b97f4a7c15u + 17);
  Plan plan{.seed = seed, .bots = {}, .tournaments = {}, .faults = {}};
  const bool has_remotes = random() % 2 == 0;
  const int bots = 2 + static_cast<int>(random() % 3);
  for (int i = 0; i < bots; ++i) {
    PlannedBot bot{.name = absl::StrCat("bot", i + 1)};
    // The first two are honest, so that something is at stake in every plan.
    if (i == 2) bot.manners = static_cast<Manners>(random() % 4);
    // Two that are dead would play no game with each other.
    if (i == 3) bot.manners = random() % 2 == 0 ? Manners::kSlow : Manners::kHostile;
    bot.is_remote = has_remotes && random() % 2 == 0;
    plan.bots.push_back(bot);
  }
  plan.workers = random() % 2 == 0 ? static_cast<int>(1 + random() % 2) : 0;
  plan.leaves_to_workers = plan.workers > 0 && random() % 2 == 0;
  plan.submissions = static_cast<int>(random() % 3);
  const int tournaments = 1 + static_cast<int>(random() % 2);
  for (int i = 0; i < tournaments; ++i) plan.tournaments.push_back(DrawSpec(random, plan.bots, i));
  const int faults = static_cast<int>(random() % 13);
  for (int i = 0; i < faults; ++i) {
    Fault fault;
    fault.kind = static_cast<FaultKind>(random() % kFaultKinds);
    fault.at = Micros(static_cast<std::int64_t>(random() % 12'000'000));
    fault.target = random();
    fault.amount = DrawAmount(random, fault.kind);
    fault.seed = random();
    plan.faults.push_back(fault);
  }
  // What a killed server has written and not synced is lost only where the power fails soon after the next start.
  if (random() % 3 == 0) {
    const Micros killed_at{static_cast<std::int64_t>(random() % 8'000'000)};
    const Micros cut_at = killed_at + Micros(static_cast<std::int64_t>(200'000 + random() % 2'500'000));
    plan.faults.push_back(
        {.kind = FaultKind::kKill, .at = killed_at, .amount = random() % 16, .seed = 4 * random() + 1});
    plan.faults.push_back(
        {.kind = FaultKind::kPowerCut, .at = cut_at, .amount = random() % 8, .seed = 4 * random() + 1});
  }
  std::sort(plan.faults.begin(), plan.faults.end(), [](const Fault& a, const Fault& b) { return a.at < b.at; });
  return plan;
}

}  // namespace flagfall::whole_host
