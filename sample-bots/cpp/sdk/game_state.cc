#include "sample-bots/cpp/sdk/game_state.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/bluffing/bluffing_ruleset.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/board_game/follow_position.h"
#include "referee/rules/catalogue.h"

namespace flagfall::bot {
namespace {

bool IsBluffing(const v1::Ruleset& ruleset) { return ruleset.id() == "bluffing"; }

// Of a complete ruleset. Another one may tell of its pieces in the same words, and yet have no position of these rules.
board::BoardRules RulesOf(const v1::Ruleset& ruleset) {
  if (IsBluffing(ruleset)) return BluffingRulesOf(ruleset);
  return IsBoardGame(ruleset.id()) ? BoardRulesOf(ruleset).value() : board::BoardRules();
}

// An event without content is of a kind that a later referee has.
bool IsKnown(const v1::Event& event) {
  if (event.has_bluffing()) return event.bluffing().kind_case() != v1::BluffingEvent::KIND_NOT_SET;
  if (event.has_gogo()) return event.gogo().kind_case() != v1::GogoEvent::KIND_NOT_SET;
  return event.kind_case() != v1::Event::KIND_NOT_SET;
}

}  // namespace

GameState::GameState(v1::GameStarted started, const RulesetDefinition& ruleset)
    : ruleset_(&ruleset),
      started_(std::move(started)),
      view_(started_.view()),
      board_(RulesOf(started_.ruleset()), Side::kRed) {}

absl::StatusOr<GameState> GameState::Create(v1::GameStarted started) {
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* ruleset, FindRuleset(started.ruleset().id()));
  FLAGFALL_ASSIGN_OR_RETURN(*started.mutable_ruleset(), CompleteRuleset(started.ruleset()));
  if (started.view().game_case() != v1::View::GAME_NOT_SET) return GameState(std::move(started), *ruleset);
  return absl::InvalidArgumentError(
      absl::StrCat("game ", started.game_id(), " began without a view; expected GameStarted.view"));
}

absl::Status GameState::Apply(const Events& events) {
  if (!std::all_of(events.begin(), events.end(), IsKnown)) {
    Events known;
    std::copy_if(events.begin(), events.end(), google::protobuf::RepeatedFieldBackInserter(&known), IsKnown);
    return Apply(known);
  }
  for (const v1::Event& event : events) {
    FLAGFALL_RETURN_IF_ERROR(ruleset_->Follow(event, view_));
    if (event.has_ply_made()) {
      plies_.push_back({.from = static_cast<board::Square>(event.ply_made().from()),
                        .to = static_cast<board::Square>(event.ply_made().to())});
    }
  }
  if (IsBluffing(started_.ruleset())) return ApplyEvents(events, board_, &before_);
  return IsBoardGame(started_.ruleset().id()) ? ApplyEvents(events, board_) : absl::OkStatus();
}

board::PlyList GameState::LegalPlies() const {
  board::PlyList plies;
  if (board_.side_to_move() == side()) board_.LegalPlies(plies);
  return plies;
}

}  // namespace flagfall::bot
