#include "referee/rules/cards/cards_game.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/cards/cards_legality.h"
#include "referee/rules/cards/cards_messages.h"
#include "referee/rules/cards/draw_cards.h"

namespace flagfall::cards {
namespace {

v1::DecisionKind KindOfStep(Step step) {
  switch (step) {
    case Step::kOver:
      return v1::DECISION_KIND_UNSPECIFIED;
    case Step::kSetUp:
      return v1::DECISION_KIND_SET_UP;
    case Step::kTurn:
      return v1::DECISION_KIND_TURN;
    case Step::kFill:
      return v1::DECISION_KIND_FILL;
    case Step::kFrontLine:
      return v1::DECISION_KIND_FRONT_LINE;
  }
  return v1::DECISION_KIND_UNSPECIFIED;
}

}  // namespace

CardsGame::CardsGame(bool has_spotter, absl::string_view seed) : chance_(seed) {
  state_ = Deal(has_spotter, chance_);
  known_ = KnowledgeOfEach(state_);
}

CardsGame::CardsGame(const CardsState& state, absl::string_view seed)
    : state_(state), chance_(seed), known_(KnowledgeOfEach(state)) {}

std::unique_ptr<Game> CardsGame::Clone() const { return std::make_unique<CardsGame>(*this); }

absl::InlinedVector<OpenDecision, 2> CardsGame::Pending() const {
  absl::InlinedVector<OpenDecision, 2> pending;
  if (state_.step == Step::kOver) return pending;
  for (const Side side : kSides) {
    const bool is_open = state_.step == Step::kSetUp ? !state_.is_set_up[IndexOf(side)] : side == state_.side;
    if (is_open) pending.push_back({.side = ToProto(side), .kind = KindOfStep(state_.step)});
  }
  return pending;
}

std::optional<std::vector<v1::Action>> CardsGame::Legal(v1::Side side) const {
  const bool is_listed = state_.step == Step::kTurn || state_.step == Step::kFill;
  if (!is_listed || side != ToProto(state_.side)) return std::nullopt;
  std::vector<v1::Action> actions;
  const std::vector<Move> moves = LegalMoves(state_);
  actions.reserve(moves.size());
  for (const Move& move : moves) actions.push_back(WriteMove(move));
  return actions;
}

v1::Action CardsGame::Sample(v1::Side side, Random& random) const {
  if (state_.step == Step::kSetUp || state_.step == Step::kFrontLine) {
    return WriteMove(DrawFrontLine(state_.army(SideOf(side)), random));
  }
  FLAGFALL_CHECK(state_.step != Step::kOver && side == ToProto(state_.side));
  const std::vector<Move> moves = LegalMoves(state_);
  return WriteMove(moves[Below(moves.size(), random)]);
}

std::unique_ptr<Game> CardsGame::Determinize(v1::Observer observer, Random& random) const {
  if (state_.step == Step::kOver || observer == v1::OBSERVER_ALL) return Clone();
  // The shuffles to come are hidden too.
  return std::make_unique<CardsGame>(DrawState(state_, observer, random), DrawSeed(random));
}

absl::StatusOr<ObserverEvents> CardsGame::Act(v1::Side side, const v1::Action& action) {
  FLAGFALL_ASSIGN_OR_RETURN(const Side actor, ReadSide(side));
  FLAGFALL_RETURN_IF_ERROR(CheckOpen(state_, actor, KindOf(action)));
  FLAGFALL_ASSIGN_OR_RETURN(const Move move, ReadMove(action.cards(), state_.step));
  FLAGFALL_RETURN_IF_ERROR(CheckMove(state_, actor, move));
  Make(actor, move, chance_, state_);

  ObserverEvents events;
  for (std::size_t i = 0; i < kEventObservers.size(); ++i) {
    const CardsKnowledge now = KnowledgeOf(state_, kEventObservers[i]);
    events.For(kEventObservers[i]) = Difference(known_[i], now);
    known_[i] = now;
  }
  return events;
}

v1::View CardsGame::ViewFor(v1::Observer observer) const {
  v1::View view;
  view.set_observer(observer);
  *view.mutable_cards() = ViewOf(KnowledgeOf(state_, observer));
  return view;
}

std::optional<v1::Outcome> CardsGame::Outcome() const {
  if (!state_.result.has_value()) return std::nullopt;
  v1::Outcome outcome;
  outcome.set_result(WinFor(ToProto(OpponentOf(state_.result->loser))));
  const absl::string_view loser = SideTitle(state_.result->loser);
  if (state_.result->flag_captured) {
    outcome.set_reason(v1::REASON_FLAG_CAPTURED);
    const bool was_named = state_.last_deed.kind == Move::Kind::kNameCard;
    outcome.set_detail(absl::StrCat(loser, "'s Flag was captured (", was_named ? "R7.7" : "R7.4", ")"));
  } else {
    outcome.set_reason(v1::REASON_NO_LEGAL_PLY);
    outcome.set_detail(absl::StrCat(loser, " has no card in its front line that could attack (R7.9)"));
  }
  return outcome;
}

flagfall::Progress CardsGame::Progress() const {
  const std::uint32_t turns = state_.turns_made;
  return {.plies = turns, .plies_since_capture = turns - std::min(turns, state_.last_removal_turn)};
}

}  // namespace flagfall::cards
