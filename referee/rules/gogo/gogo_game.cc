#include "referee/rules/gogo/gogo_game.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/gogo/bases.h"
#include "referee/rules/gogo/capture.h"
#include "referee/rules/gogo/combat.h"
#include "referee/rules/gogo/draw_world.h"
#include "referee/rules/gogo/gogo_actions.h"
#include "referee/rules/gogo/rounds.h"
#include "referee/rules/gogo/steps.h"

namespace flagfall::gogo {
namespace {

v1::DecisionKind KindOfDecision(const World& world) {
  if (world.part == Part::kBases) return v1::DECISION_KIND_BASES;
  if (world.part == Part::kMove) return v1::DECISION_KIND_STEPS;
  return world.combat.challenge.has_value() ? v1::DECISION_KIND_BLOCK : v1::DECISION_KIND_CHALLENGE;
}

// Whether the team has an open decision.
bool IsAsked(const World& world, Side team) {
  if (world.part == Part::kBases) return !world.StateOf(team).has_chosen_ground;
  if (world.part == Part::kMove) return !world.StateOf(team).steps.has_value();
  return world.part == Part::kCombat && TeamToDecide(world) == team;
}

v1::Action ActionOf(const Challenge& challenge) {
  return ChallengeAction(NumberOf(challenge.challenger), NumberOf(challenge.target));
}

}  // namespace

GogoGame::GogoGame(const FieldRules& rules) : GogoGame(FirstRound(rules)) {}

GogoGame::GogoGame(const World& world) : world_(world), known_(KnowledgeOfEach(world)) {}

std::unique_ptr<Game> GogoGame::Clone() const { return std::make_unique<GogoGame>(*this); }

absl::InlinedVector<OpenDecision, 2> GogoGame::Pending() const {
  absl::InlinedVector<OpenDecision, 2> pending;
  for (const Side team : kSides) {
    if (IsAsked(world_, team)) pending.push_back({.side = ToProto(team), .kind = KindOfDecision(world_)});
  }
  return pending;
}

std::optional<std::vector<v1::Action>> GogoGame::Legal(v1::Side side) const {
  if (world_.part != Part::kCombat || ToProto(TeamToDecide(world_)) != side) return std::nullopt;
  std::vector<v1::Action> actions;
  if (world_.combat.challenge.has_value()) {
    actions.push_back(BlockAction(0));
    ForEach(BlockersOf(world_, *world_.combat.challenge),
            [&actions](PlayerId id) { actions.push_back(BlockAction(NumberOf(id))); });
    return actions;
  }
  actions.push_back(PassAction());
  for (const Challenge& challenge : LegalChallenges(world_)) actions.push_back(ActionOf(challenge));
  return actions;
}

v1::Action GogoGame::Sample(v1::Side side, Random& random) const {
  const Side team = SideOf(side);
  FLAGFALL_CHECK(IsAsked(world_, team));
  if (world_.part == Part::kBases) return BasesAction(DrawBases(world_.EndOf(team), random));
  if (world_.part == Part::kMove) return StepsAction(DrawSteps(world_, team, random));
  if (world_.combat.challenge.has_value()) {
    Players blockers = BlockersOf(world_, *world_.combat.challenge);
    auto drawn = Below(SizeOf(blockers) + 1U, random);
    if (drawn == 0) return BlockAction(0);
    while (--drawn > 0) blockers &= blockers - 1;
    return BlockAction(NumberOf(FirstOf(blockers)));
  }
  const ChallengeList challenges = LegalChallenges(world_);
  const auto drawn = Below(challenges.size() + 1, random);
  return drawn == challenges.size() ? PassAction() : ActionOf(challenges[drawn]);
}

std::unique_ptr<Game> GogoGame::Determinize(v1::Observer observer, Random& random) const {
  if (world_.IsOver() || observer == v1::OBSERVER_ALL) return Clone();
  return std::make_unique<GogoGame>(DrawWorld(world_, observer, random));
}

absl::StatusOr<ObserverEvents> GogoGame::Act(v1::Side side, const v1::Action& action) {
  FLAGFALL_ASSIGN_OR_RETURN(const Side team, ReadSide(side));
  PublicEvents public_events;
  if (world_.IsOver()) return ClauseError("R8.9", "the game is over; nothing can be done any more");
  if (world_.part == Part::kBases) {
    FLAGFALL_RETURN_IF_ERROR(HandInBases(team, action));
  } else if (world_.part == Part::kMove) {
    FLAGFALL_RETURN_IF_ERROR(HandInSteps(team, action));
  } else if (world_.combat.challenge.has_value()) {
    FLAGFALL_RETURN_IF_ERROR(AnswerBlock(team, action, public_events));
  } else {
    FLAGFALL_RETURN_IF_ERROR(AnswerChallenge(team, action, public_events));
  }
  GoOn(public_events);
  ObserverEvents events = Tell(public_events);
  if (!world_.IsOver() || IsDecided(world_)) return events;
  world_ = NextRound(world_);
  const ObserverEvents beginning = Tell({});
  for (const v1::Observer observer : kEventObservers) {
    const std::vector<v1::Event>& more = beginning.For(observer);
    events.For(observer).insert(events.For(observer).end(), more.begin(), more.end());
  }
  return events;
}

absl::Status GogoGame::HandInBases(Side team, const v1::Action& action) {
  TeamState& state = world_.StateOf(team);
  if (state.has_chosen_ground) return ClauseError("R8.1", "this team's base and flag are placed; they cannot be moved");
  if (!action.gogo().has_bases()) return ClauseError("R8.1", "bases and flags are placed; expected action.gogo.bases");
  FLAGFALL_ASSIGN_OR_RETURN(state.ground, ReadBases(world_.EndOf(team), action.gogo().bases()));
  state.has_chosen_ground = true;
  return absl::OkStatus();
}

absl::Status GogoGame::HandInSteps(Side team, const v1::Action& action) {
  std::optional<Steps>& steps = world_.StateOf(team).steps;
  if (steps.has_value()) return ClauseError("R8.4", "this team's steps are in already; they cannot be changed");
  if (!action.gogo().has_steps()) return ClauseError("R8.3", "the tick is at its moves; expected action.gogo.steps");
  FLAGFALL_ASSIGN_OR_RETURN(steps, ReadSteps(world_, team, action.gogo().steps()));
  return absl::OkStatus();
}

absl::Status GogoGame::AnswerChallenge(Side team, const v1::Action& action, PublicEvents& public_events) {
  if (team != TeamToDecide(world_)) {
    return ClauseError("R8.5", absl::StrCat("it is ", SideTitle(TeamToDecide(world_)), "'s turn to challenge or pass"));
  }
  if (action.gogo().has_pass()) {
    Pass(world_, public_events);
    return absl::OkStatus();
  }
  if (!action.gogo().has_challenge()) {
    return ClauseError("R8.3", "a cluster is being settled; expected action.gogo.challenge or action.gogo.pass");
  }
  const v1::GogoChallenge& challenge = action.gogo().challenge();
  FLAGFALL_RETURN_IF_ERROR(CheckChallenge(world_, challenge.challenger(), challenge.target()));
  MakeChallenge(
      {.challenger = PlayerOf(team, challenge.challenger()), .target = PlayerOf(OpponentOf(team), challenge.target())},
      world_, public_events);
  return absl::OkStatus();
}

absl::Status GogoGame::AnswerBlock(Side team, const v1::Action& action, PublicEvents& public_events) {
  if (team != TeamToDecide(world_)) {
    return ClauseError("R8.6", absl::StrCat("it is ", SideTitle(TeamToDecide(world_)), "'s turn to block or not"));
  }
  if (!action.gogo().has_block()) {
    return ClauseError("R8.3", "a challenge is open; expected action.gogo.block, with number 0 for nobody");
  }
  const std::uint32_t number = action.gogo().block().number();
  if (number != 0) FLAGFALL_RETURN_IF_ERROR(CheckBlock(world_, number));
  FightOut(number != 0 ? PlayerOf(team, number) : world_.combat.challenge->target, world_, public_events);
  return absl::OkStatus();
}

void GogoGame::GoOn(PublicEvents& public_events) {
  if (world_.part == Part::kBases) {
    if (world_.teams[0].has_chosen_ground && world_.teams[1].has_chosen_ground) world_.part = Part::kMove;
    return;
  }
  if (world_.part == Part::kMove) {
    for (const TeamState& team : world_.teams) {
      if (!team.steps.has_value()) return;
    }
    MakeSteps(world_, public_events);
    BeginCombat(world_);
  }
  if (SeekDecision(world_)) return;
  EndTick(world_, public_events);
  if (world_.IsOver()) CountRound(world_, public_events);
}

ObserverEvents GogoGame::Tell(const PublicEvents& public_events) {
  ObserverEvents events;
  for (std::size_t i = 0; i < kEventObservers.size(); ++i) {
    Knowledge now = KnowledgeOf(world_, kEventObservers[i]);
    events.For(kEventObservers[i]) = EventsOf(public_events, known_[i], now);
    known_[i] = std::move(now);
  }
  return events;
}

v1::View GogoGame::ViewFor(v1::Observer observer) const {
  v1::View view;
  view.set_observer(observer);
  *view.mutable_gogo() = ToProto(KnowledgeOf(world_, observer));
  return view;
}

std::optional<v1::Outcome> GogoGame::Outcome() const {
  if (!world_.IsOver()) return std::nullopt;
  return OutcomeOf(world_);
}

flagfall::Progress GogoGame::Progress() const { return ProgressOf(world_); }

}  // namespace flagfall::gogo
