#include "tests/simulation/sim_bot.h"

#include <algorithm>
#include <string>
#include <utility>

#include "referee/match/match_limits.h"
#include "tests/support/counting_game.h"

namespace flagfall::simulation {

Traits RandomTraits(const v1::TimeControl& control, std::mt19937_64& random) {
  const auto sometimes = [&random](int one_in, int per_mille) {
    return random() % one_in == 0 ? 1 + static_cast<int>(random() % per_mille) : 0;
  };
  const std::int64_t pace =
      control.per_ply_micros() > 0 ? control.per_ply_micros() : control.base_micros() / 30 + control.increment_micros();
  Traits traits;
  // From always quick to a little too slow.
  traits.think_max = Micros(pace * static_cast<std::int64_t>(1 + random() % 12) / 10);
  traits.on_the_brink = sometimes(12, 40);
  traits.falls_silent = sometimes(25, 30);
  traits.illegal = sometimes(8, 40);
  traits.repeats = sometimes(4, 300);
  traits.speaks_of_other_decisions = sometimes(4, 200);
  traits.speaks_of_other_games = sometimes(10, 200);
  traits.offers = sometimes(4, 150);
  traits.accepts = sometimes(3, 300);
  traits.resigns = sometimes(12, 15);
  traits.leaves = sometimes(7, 80);
  traits.away_max = Micros(1 + random() % 1'500'000);
  traits.returns_never = sometimes(3, 200);
  traits.dies = sometimes(30, 20);
  traits.opens_second_stream = sometimes(15, 50);
  traits.stops_reading = sometimes(30, 15);
  traits.closes_window = sometimes(8, 300);
  traits.leaves_after_ply = sometimes(16, 200);
  traits.closed_max = Micros(pace * static_cast<std::int64_t>(1 + random() % 30) / 10);
  traits.answers_unread = sometimes(6, 300);
  traits.preferences.wants_events_at_once = random() % 2 == 0;
  return traits;
}

SimBot::SimBot(Traits traits, std::function<v1::Action()> draw, std::mt19937_64& random)
    : traits_(traits), draw_(std::move(draw)), random_(random) {}

Micros SimBot::UpTo(Micros max) {
  return Micros(
      static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(std::max<std::int64_t>(max.count(), 1))));
}

std::vector<Reply> SimBot::Hear(const v1::PlayResponse& message) {
  std::vector<Reply> replies;
  switch (message.message_case()) {
    case v1::PlayResponse::kGameStarted:
      game_id_ = message.game_started().game_id();
      side_ = message.game_started().side();
      time_control_ = message.game_started().time_control();
      break;
    case v1::PlayResponse::kGameResumed:
      game_id_ = message.game_resumed().game_started().game_id();
      side_ = message.game_resumed().game_started().side();
      time_control_ = message.game_resumed().game_started().time_control();
      if (message.game_resumed().has_decision_required()) Decide(message.game_resumed().decision_required(), replies);
      break;
    case v1::PlayResponse::kDecisionRequired:
      Decide(message.decision_required(), replies);
      break;
    case v1::PlayResponse::kDrawOffered:
      if (!Chance(traits_.accepts)) break;
      replies.push_back({.after = UpTo(traits_.think_max), .request = {}});
      replies.back().request.mutable_accept_draw()->set_game_id(game_id_);
      break;
    case v1::PlayResponse::kGameError:
      if (message.game_error().code() != v1::GameError::CODE_ILLEGAL_ACTION || is_silent_) break;
      SayAct(last_decision_, last_legal_, UpTo(traits_.think_max), replies);
      break;
    case v1::PlayResponse::kEventsOccurred:
    case v1::PlayResponse::kGameOver:
    case v1::PlayResponse::kWelcome:
    case v1::PlayResponse::kPing:
    case v1::PlayResponse::kPong:
    case v1::PlayResponse::MESSAGE_NOT_SET:
      break;
  }
  return replies;
}

void SimBot::Decide(const v1::DecisionRequired& decision, std::vector<Reply>& replies) {
  last_legal_ = Legal(decision);
  last_decision_ = decision.decision();
  if (Chance(traits_.falls_silent)) is_silent_ = true;
  if (is_silent_) return;
  const Micros clock(side_ == v1::SIDE_RED ? decision.red_clock_micros() : decision.blue_clock_micros());
  const Micros think = ThinkingTime(clock);
  if (Chance(traits_.offers)) {
    replies.push_back({.after = UpTo(think), .request = {}});
    replies.back().request.mutable_offer_draw()->set_game_id(game_id_);
  }
  if (Chance(traits_.resigns)) {
    replies.push_back({.after = think, .request = {}});
    replies.back().request.mutable_resign()->set_game_id(game_id_);
  }
  SayAct(last_decision_, Chance(traits_.illegal) ? Nonsense() : last_legal_, think, replies);
  if (Chance(traits_.repeats)) SayAct(last_decision_, last_legal_, think + UpTo(traits_.think_max), replies);
  if (Chance(traits_.speaks_of_other_decisions)) {
    const std::uint32_t other = random_() % 2 == 0 ? last_decision_ - 1 - random_() % 3 : last_decision_ + 1;
    SayAct(other, Chance(500) ? Nonsense() : last_legal_, UpTo(think), replies);
  }
  if (Chance(traits_.speaks_of_other_games)) {
    SayAct(last_decision_, last_legal_, UpTo(think), replies);
    replies.back().request.mutable_act()->set_game_id(game_id_ + "x");
  }
}

v1::Action SimBot::Legal(const v1::DecisionRequired& decision) {
  if (decision.legal_actions_size() == 0) return draw_();
  return decision.legal_actions(static_cast<int>(random_() % static_cast<unsigned>(decision.legal_actions_size())));
}

v1::Action SimBot::Nonsense() {
  v1::Action action;
  switch (random_() % 6) {
    case 0:
      return action;
    case 1:
      return CountingGame::Count(random_() % 100, random_() % 100);
    case 2:
      return draw_();
    case 3: {
      action = draw_();
      if (action.set_up().placements_size() > 0) action.mutable_set_up()->mutable_placements()->RemoveLast();
      return action;
    }
    case 4:
      while (action.ByteSizeLong() <= kActionBytesMax) {
        for (int i = 0; i < 500; ++i) action.mutable_set_up()->add_placements()->set_square(random_());
      }
      return action;
    default: {
      std::string bytes(random_() % 20, '\0');
      for (char& byte : bytes) byte = static_cast<char>(random_());
      static_cast<void>(action.ParsePartialFromString(bytes));
      return action;
    }
  }
}

Micros SimBot::ThinkingTime(Micros clock) {
  if (!Chance(traits_.on_the_brink)) return UpTo(traits_.think_max);
  const Micros deadline = clock + Micros(time_control_.margin_micros());
  return std::max(deadline + Micros(static_cast<int>(random_() % 4) - 2), Micros(0));
}

void SimBot::SayAct(std::uint32_t decision, const v1::Action& action, Micros after, std::vector<Reply>& replies) {
  replies.push_back({.after = after, .request = {}});
  v1::Act* act = replies.back().request.mutable_act();
  act->set_game_id(game_id_);
  act->set_decision(decision);
  *act->mutable_action() = action;
  if (random_() % 8 == 0) act->set_comment(std::string(random_() % 2000, 'c'));
}

std::optional<Break> SimBot::MaybeBreak() {
  const Micros after = UpTo(traits_.think_max * 2);
  if (Chance(traits_.leaves)) {
    std::optional<Micros> away;
    if (!Chance(traits_.returns_never)) away = UpTo(traits_.away_max);
    return Break{.kind = Break::Kind::kLeaves, .after = after, .away = away};
  }
  if (Chance(traits_.dies)) return Break{.kind = Break::Kind::kDies, .after = after, .away = std::nullopt};
  if (Chance(traits_.opens_second_stream)) {
    return Break{.kind = Break::Kind::kOpensSecondStream, .after = after, .away = Micros(0)};
  }
  if (Chance(traits_.stops_reading)) {
    return Break{.kind = Break::Kind::kStopsReading, .after = after, .away = std::nullopt};
  }
  return std::nullopt;
}

std::optional<Break> SimBot::MaybeBreakAfterPly() {
  const Micros after = UpTo(Micros(3));
  if (Chance(traits_.leaves_after_ply)) {
    return Break{.kind = Break::Kind::kLeaves, .after = after, .away = UpTo(traits_.away_max)};
  }
  if (Chance(traits_.closes_window)) {
    return Break{.kind = Break::Kind::kClosesWindow, .after = after, .away = UpTo(traits_.closed_max)};
  }
  return std::nullopt;
}

std::optional<Micros> SimBot::MaybeAnswerUnread() {
  if (!Chance(traits_.answers_unread)) return std::nullopt;
  // Often in the very turn in which the decision is opened.
  return UpTo(Chance(500) ? Micros(20) : traits_.think_max);
}

}  // namespace flagfall::simulation
