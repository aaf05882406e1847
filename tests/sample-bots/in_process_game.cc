#include "tests/sample-bots/in_process_game.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/given_set_ups.h"
#include "referee/rules/side_messages.h"
#include "sample-bots/cpp/sdk/game_table.h"

namespace flagfall::bot {
namespace {

v1::Result LossOf(v1::Side side) { return WinFor(OpponentOf(side)); }

v1::Outcome OutcomeOf(v1::Result result, v1::Reason reason, absl::string_view detail = "") {
  v1::Outcome outcome;
  outcome.set_result(result);
  outcome.set_reason(reason);
  outcome.set_detail(std::string(detail));
  return outcome;
}

// For the shuffles of `cards`: games of different ids are dealt differently.
std::string GameSeed(const std::string& game_id) {
  std::string seed = game_id;
  seed.resize(32, 'x');
  return seed;
}

class Arbiter {
 public:
  Arbiter(const InProcessGame& spec, std::unique_ptr<Game> game, const PlayerFactory& red, const PlayerFactory& blue)
      : spec_(spec), game_(std::move(game)), tables_{GameTable(red, Options()), GameTable(blue, Options())} {
    clocks_[0] = clocks_[1] = spec.base;
  }

  InProcessResult Run() {
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      v1::PlayResponse message;
      v1::GameStarted& started = *message.mutable_game_started();
      started.set_game_id(spec_.game_id);
      *started.mutable_ruleset() = spec_.ruleset;
      started.set_side(side);
      *started.mutable_view() = game_->ViewFor(ObserverOf(side));
      started.mutable_time_control()->set_base_micros(spec_.base.count());
      started.mutable_time_control()->set_increment_micros(spec_.increment.count());
      tables_[IndexOf(SideOf(side))].On(message);
    }
    result_.lowest[0] = result_.lowest[1] = spec_.base;
    const auto happened = [this](v1::Side, const v1::Action&, const ObserverEvents& events) { Tell(events); };
    FLAGFALL_CHECK(TakeGivenSetUps(spec_.given_set_ups, *game_, happened).ok());
    while (!IsOver()) {
      for (const OpenDecision& open : game_->Pending()) Decide(open);
    }
    result_.plies = game_->Progress().plies;
    result_.record.set_game_id(spec_.game_id);
    *result_.record.mutable_ruleset() = spec_.ruleset;
    result_.record.set_seed(GameSeed(spec_.game_id));
    result_.record.set_plies(result_.plies);
    if (spec_.given_set_ups.has_red()) *result_.record.mutable_given_set_ups() = spec_.given_set_ups;
    *result_.record.mutable_outcome() = result_.outcome;
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      v1::PlayResponse message;
      message.mutable_game_over()->set_game_id(spec_.game_id);
      *message.mutable_game_over()->mutable_outcome() = result_.outcome;
      tables_[IndexOf(SideOf(side))].On(message);
    }
    return result_;
  }

 private:
  bool IsOver() {
    if (result_.outcome.result() != v1::RESULT_UNSPECIFIED) return true;
    if (const auto outcome = game_->Outcome()) {
      result_.outcome = *outcome;
    } else if (game_->Progress().plies >= spec_.max_plies) {
      result_.outcome = OutcomeOf(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_MAX_PLIES);
    } else if (game_->Progress().plies_since_capture >= spec_.max_plies_without_capture) {
      result_.outcome = OutcomeOf(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_NO_CAPTURE);
    }
    return result_.outcome.result() != v1::RESULT_UNSPECIFIED;
  }

  void Decide(const OpenDecision& open) {
    const std::size_t index = IndexOf(SideOf(open.side));
    v1::PlayResponse message;
    v1::DecisionRequired& decision = *message.mutable_decision_required();
    decision.set_game_id(spec_.game_id);
    decision.set_decision(++decisions_[index]);
    decision.set_kind(open.kind);
    decision.set_red_clock_micros(clocks_[0].count());
    decision.set_blue_clock_micros(clocks_[1].count());
    decision.mutable_events()->Assign(events_[index].begin(), events_[index].end());
    events_[index].clear();
    if (spec_.leak) {
      for (v1::Event& event : spec_.leak(*game_, open.side)) *decision.add_events() = std::move(event);
    }
    if (const auto legal = game_->Legal(open.side))
      decision.mutable_legal_actions()->Assign(legal->begin(), legal->end());
    const auto before = std::chrono::steady_clock::now();
    const std::vector<v1::PlayRequest> answers = tables_[index].On(message);
    const auto spent = std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - before);
    if (open.kind != v1::DECISION_KIND_SET_UP) Charge(open.side, spent);
    for (const v1::PlayRequest& answer : answers) {
      if (answer.has_act()) ActInPlace(open.side, answer.act().action());
      if (answer.has_resign()) result_.outcome = OutcomeOf(LossOf(open.side), v1::REASON_RESIGNED);
    }
  }

  void Charge(v1::Side side, Micros spent) {
    const std::size_t index = IndexOf(SideOf(side));
    clocks_[index] -= spent;
    result_.longest[index] = std::max(result_.longest[index], spent);
    result_.lowest[index] = std::min(result_.lowest[index], clocks_[index]);
    if (clocks_[index] < Micros(0)) result_.outcome = OutcomeOf(LossOf(side), v1::REASON_OUT_OF_TIME);
    clocks_[index] += spec_.increment;
  }

  void ActInPlace(v1::Side side, const v1::Action& answer) {
    if (!spec_.in_place) return Act(side, answer);
    const std::optional<v1::Action> made = spec_.in_place(side, decisions_[IndexOf(SideOf(side))], answer);
    if (made.has_value()) return Act(side, *made);
    result_.outcome = OutcomeOf(v1::RESULT_DRAW, v1::REASON_ADJUDICATED_MAX_PLIES);
  }

  void Act(v1::Side side, const v1::Action& action) {
    const absl::StatusOr<ObserverEvents> events = game_->Act(side, action);
    v1::RecordEntry& entry = *result_.record.add_entries();
    entry.set_side(side);
    entry.mutable_acted()->set_decision(decisions_[IndexOf(SideOf(side))]);
    *entry.mutable_acted()->mutable_action() = action;
    if (!events.ok()) {
      result_.outcome = OutcomeOf(LossOf(side), v1::REASON_ILLEGAL_ACTION, events.status().message());
      return;
    }
    Tell(*events);
  }

  void Tell(const ObserverEvents& events) {
    events_[0].insert(events_[0].end(), events.red.begin(), events.red.end());
    events_[1].insert(events_[1].end(), events.blue.begin(), events.blue.end());
  }

  const InProcessGame& spec_;
  const std::unique_ptr<Game> game_;
  GameTable tables_[2];
  Micros clocks_[2];
  std::uint32_t decisions_[2] = {};
  // Not yet told.
  std::vector<v1::Event> events_[2];
  InProcessResult result_;
};

}  // namespace

absl::StatusOr<InProcessResult> Play(const InProcessGame& game, const PlayerFactory& red, const PlayerFactory& blue) {
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> rules, NewGame(game.ruleset, GameSeed(game.game_id)));
  FLAGFALL_RETURN_IF_ERROR(TakeGivenSetUps(game.given_set_ups, *rules->Clone(), [](auto&&...) {}));
  return Arbiter(game, std::move(rules), red, blue).Run();
}

}  // namespace flagfall::bot
