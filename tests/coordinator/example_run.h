// A run by example: commands are written as lines, so that a test reads as a table of event and commands.
#ifndef TESTS_COORDINATOR_EXAMPLE_RUN_H_
#define TESTS_COORDINATOR_EXAMPLE_RUN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/coordinator/coordinator.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/spec.h"

namespace flagfall::arena::coordinator {

struct Line {
  std::string operator()(const AskForSlot&) const { return "ask for a slot"; }
  std::string operator()(const ReturnSlot&) const { return "return a slot"; }
  std::string operator()(const StartBot& it) const { return absl::StrCat("start ", it.bot, " life ", it.life); }
  std::string operator()(const EndBot& it) const {
    return absl::StrCat("end ", it.bot, " life ", it.life, ": ", it.detail);
  }
  std::string operator()(const PlayGame& it) const {
    return absl::StrCat("play ", it.game.number, " start ", it.start, ": ", it.game.red, " life ", it.lives[0], " - ",
                        it.game.blue, " life ", it.lives[1]);
  }
  std::string operator()(const GrantLease& it) const {
    std::string text = absl::StrCat("grant ", it.lease, ", ", it.games_at_once, " at once:");
    for (const LeasedGame& leased : it.games) absl::StrAppend(&text, " ", leased.game.number, "/", leased.start);
    return text;
  }
  std::string operator()(const EndGame& it) const {
    std::string game = absl::StrCat("end game ", it.game.number, " start ", it.game.start,
                                    it.lease == 0 ? "" : absl::StrCat(" of lease ", it.lease));
    if (it.reason == v1::REASON_ABORTED_BY_HOST) return game;
    return absl::StrCat(game, ": ", v1::Reason_Name(it.reason), ", ", it.detail);
  }
  std::string operator()(const StoreResult& it) const {
    return absl::StrCat("store ", it.game.number, ": ", v1::Result_Name(it.record.outcome().result()));
  }
  std::string operator()(const StoreForfeit& it) const {
    return absl::StrCat("forfeit ", it.game.number, it.is_red_absent ? " red" : "", it.is_blue_absent ? " blue" : "",
                        ": ", it.detail);
  }
  std::string operator()(const StoreFault& it) const { return absl::StrCat("fault of ", it.bot, ": ", it.reason); }
  std::string operator()(const Announce& it) const {
    const std::string progress = absl::StrCat(it.event.games_stored(), "/", it.event.games_total());
    if (it.event.has_notice()) return absl::StrCat("notice: ", it.event.notice());
    if (it.event.has_waiting()) {
      return absl::StrCat("waiting ", it.event.waiting().games(), ": ", it.event.waiting().reason());
    }
    return it.event.has_game() ? absl::StrCat("announce ", it.event.game().game_id(), " at ", progress)
                               : absl::StrCat("at ", progress);
  }
  std::string operator()(const Finish& it) const {
    if (!it.end.ok()) return absl::StrCat("fail: ", it.end.status().message());
    if (*it.end == RunEnd::kPaused) return "paused";
    return *it.end == RunEnd::kFinished ? "finished" : "stopped";
  }
};

inline std::vector<std::string> Lines(const std::vector<Command>& commands) {
  std::vector<std::string> lines;
  for (const Command& command : commands) lines.push_back(std::visit(Line(), command));
  return lines;
}

inline v1::TournamentSpec SpecOf(int bots, std::uint32_t games, std::uint32_t concurrency) {
  v1::TournamentSpec spec;
  for (int bot = 0; bot < bots; ++bot) spec.add_bots(absl::StrCat("bot", bot));
  spec.mutable_ruleset()->set_id("duel");
  spec.set_games(games);
  spec.set_concurrency(concurrency);
  spec.set_seed(1);
  spec.set_faults_max(2);
  return spec;
}

// A run of tournament 7, of which nothing is stored.
class ExampleRun {
 public:
  explicit ExampleRun(const v1::TournamentSpec& spec, const std::vector<EnteredBot>& bots = {},
                      int void_attempts_max = 2, bool shares_slots = false)
      : ExampleRun(spec, bots, {.void_attempts_max = void_attempts_max, .shares_slots = shares_slots}) {}
  // `start` says what is not the spec's.
  ExampleRun(const v1::TournamentSpec& spec, const std::vector<EnteredBot>& bots, RunStart start)
      : coordinator_(Start(spec, bots, std::move(start))) {}

  std::vector<std::string> Begin() { return Lines(coordinator_.Begin()); }
  std::vector<std::string> On(Event event) { return Lines(coordinator_.Handle(std::move(event))); }
  Coordinator& coordinator() { return coordinator_; }

 private:
  static RunStart Start(const v1::TournamentSpec& spec, std::vector<EnteredBot> bots, RunStart start) {
    start.tournament_id = 7;
    start.spec = tournament::CompleteSpec(spec, {.cores = 1, .draw_seed = [] { return 1; }}).value();
    if (bots.empty()) {
      for (const std::string& name : spec.bots()) bots.push_back({.name = name, .suspended_reason = ""});
    }
    start.bots = std::move(bots);
    if (start.games == nullptr) {
      start.games = std::make_unique<tournament::Schedule>(tournament::MakeFormat(start.spec));
    }
    return start;
  }

  Coordinator coordinator_;
};

inline GameOver Over(std::uint32_t number, v1::Result result, v1::Reason reason = v1::REASON_FLAG_CAPTURED,
                     std::uint32_t start = 1) {
  GameOver over{.game = {number, start}, .record = {}};
  over.record.mutable_outcome()->set_result(result);
  over.record.mutable_outcome()->set_reason(reason);
  return over;
}

inline ResultsStored Stored(const std::vector<std::uint32_t>& numbers, v1::Result result = v1::RESULT_RED_WINS,
                            const absl::Status& status = absl::OkStatus()) {
  ResultsStored stored;
  for (const std::uint32_t number : numbers) {
    StoredResult& one = stored.results.emplace_back();
    one.number = number;
    one.status = status;
    one.summary.set_game_id(absl::StrCat("7-", number));
    one.summary.mutable_outcome()->set_result(result);
  }
  return stored;
}

}  // namespace flagfall::arena::coordinator

#endif  // TESTS_COORDINATOR_EXAMPLE_RUN_H_
