// Knowledge as messages: ToProto and EventsOf of knowledge.h.

#include "referee/rules/gogo/knowledge.h"

namespace flagfall::gogo {
namespace {

void FillPlayer(PlayerId id, const PlayerKnowledge& player, v1::GogoPlayer* message) {
  message->set_number(NumberOf(id));
  message->set_x(player.place.x);
  message->set_y(player.place.y);
  message->set_role(static_cast<v1::Role>(player.role));
  message->set_is_on_display(player.is_on_display);
  message->set_has_acted(player.has_acted);
  message->set_has_beaten_guard(player.has_beaten_guard);
  message->set_has_captured(player.has_captured);
  message->set_was_moved_back(player.was_moved_back);
}

void FillPoint(Point point, v1::GogoPoint* message) {
  message->set_x(point.x);
  message->set_y(point.y);
}

// Of a team, or of a change of it.
template <typename Message>
void FillGround(const std::optional<Ground>& ground, Message* message) {
  if (!ground.has_value()) return;
  FillPoint(ground->base, message->mutable_base());
  FillPoint(ground->flag, message->mutable_flag());
}

void FillTeam(const Knowledge& knowledge, Side team, v1::GogoTeam* message) {
  ForEach(knowledge.in_play & AllOf(team),
          [&](PlayerId id) { FillPlayer(id, knowledge.players[id], message->add_players()); });
  for (const Role role : knowledge.lost[IndexOf(team)]) message->add_lost(static_cast<v1::Role>(role));
  FillGround(knowledge.grounds[IndexOf(team)], message);
}

void FillChallenge(const Challenge& challenge, v1::GogoChallenge* message) {
  message->set_challenger(NumberOf(challenge.challenger));
  message->set_target(NumberOf(challenge.target));
}

void FillSituation(const Situation& situation, v1::GogoSituation* message) {
  message->set_round(situation.round);
  message->set_red_rounds_won(situation.rounds_won[IndexOf(Side::kRed)]);
  message->set_blue_rounds_won(situation.rounds_won[IndexOf(Side::kBlue)]);
  message->set_tick(situation.tick);
  message->set_part(situation.part == Part::kMove     ? v1::TICK_PART_MOVE
                    : situation.part == Part::kCombat ? v1::TICK_PART_COMBAT
                    : situation.part == Part::kBases  ? v1::TICK_PART_BASES
                                                      : v1::TICK_PART_CAPTURE);
  if (situation.to_decide.has_value()) message->set_to_decide(ToProto(*situation.to_decide));
  ForEach(situation.cluster & AllOf(Side::kRed), [&](PlayerId id) { message->add_red_cluster(NumberOf(id)); });
  ForEach(situation.cluster & AllOf(Side::kBlue), [&](PlayerId id) { message->add_blue_cluster(NumberOf(id)); });
  message->set_has_passed(situation.has_passed);
  if (situation.challenge.has_value()) FillChallenge(*situation.challenge, message->mutable_challenge());
}

// The players that have come into play, or of which something else is known than before.
Players ChangedIn(const Knowledge& before, const Knowledge& after) {
  Players changed = after.in_play & ~before.in_play;
  ForEach(after.in_play & before.in_play, [&](PlayerId id) {
    if (before.players[id] != after.players[id]) changed |= BitOf(id);
  });
  return changed;
}

void FillTeamChange(const Knowledge& before, const Knowledge& after, Players changed, Side team,
                    v1::GogoTeamChange* message) {
  ForEach(changed & AllOf(team), [&](PlayerId id) { FillPlayer(id, after.players[id], message->add_players()); });
  ForEach(before.in_play & ~after.in_play & AllOf(team), [&](PlayerId id) { message->add_gone(NumberOf(id)); });
  if (before.grounds[IndexOf(team)] != after.grounds[IndexOf(team)]) {
    FillGround(after.grounds[IndexOf(team)], message);
  }
  const auto& lost = after.lost[IndexOf(team)];
  for (std::size_t i = before.lost[IndexOf(team)].size(); i < lost.size(); ++i) {
    message->add_lost(static_cast<v1::Role>(lost[i]));
  }
}

void FillFighter(PlayerId id, Role role, bool is_beaten, v1::GogoFighter* message) {
  message->set_number(NumberOf(id));
  message->set_role(static_cast<v1::Role>(role));
  message->set_is_beaten(is_beaten);
}

void FillPublicEvent(const PublicEvent& public_event, v1::GogoEvent* event) {
  const v1::Side side = ToProto(public_event.team);
  switch (public_event.kind) {
    case PublicEvent::Kind::kChallenged:
      event->mutable_challenged()->set_side(side);
      FillChallenge({.challenger = public_event.player, .target = public_event.other},
                    event->mutable_challenged()->mutable_challenge());
      break;
    case PublicEvent::Kind::kBlocked:
      event->mutable_blocked()->set_side(side);
      event->mutable_blocked()->set_number(NumberOf(public_event.player));
      break;
    case PublicEvent::Kind::kPassed:
      event->mutable_passed()->set_side(side);
      break;
    case PublicEvent::Kind::kFought: {
      v1::GogoFought* fought = event->mutable_fought();
      fought->set_side(side);
      FillFighter(public_event.player, public_event.role, public_event.verdict.attacker_beaten,
                  fought->mutable_attacker());
      FillFighter(public_event.other, public_event.other_role, public_event.verdict.defender_beaten,
                  fought->mutable_defender());
      break;
    }
    case PublicEvent::Kind::kCaptured:
      event->mutable_captured()->set_side(side);
      event->mutable_captured()->set_number(NumberOf(public_event.player));
      break;
    case PublicEvent::Kind::kMovedBack:
      event->mutable_moved_back()->set_side(side);
      event->mutable_moved_back()->set_number(NumberOf(public_event.player));
      break;
    case PublicEvent::Kind::kRoundOver:
      event->mutable_round_over()->set_round(public_event.round);
      if (!public_event.is_drawn) event->mutable_round_over()->set_winner(side);
      break;
  }
}

}  // namespace

v1::GogoView ToProto(const Knowledge& knowledge) {
  v1::GogoView view;
  FillTeam(knowledge, Side::kRed, view.mutable_red());
  FillTeam(knowledge, Side::kBlue, view.mutable_blue());
  FillSituation(knowledge.situation, view.mutable_situation());
  return view;
}

std::vector<v1::Event> EventsOf(const PublicEvents& public_events, const Knowledge& before, const Knowledge& after) {
  std::vector<v1::Event> events;
  if (before.situation.round != after.situation.round) {
    Knowledge nothing;
    nothing.situation.round = after.situation.round;
    events = EventsOf(public_events, nothing, after);
    events.back().mutable_gogo()->mutable_changed()->set_begins_round(true);
    return events;
  }
  const Players changed = ChangedIn(before, after);
  const Players touched = changed | (before.in_play & ~after.in_play);
  if (public_events.empty() && touched == 0 && before.situation == after.situation) return events;
  events.resize(public_events.size() + 1);
  for (std::size_t i = 0; i < public_events.size(); ++i) FillPublicEvent(public_events[i], events[i].mutable_gogo());
  v1::GogoChanged* change = events.back().mutable_gogo()->mutable_changed();
  for (const Side team : kSides) {
    const bool is_placed = before.grounds[IndexOf(team)] != after.grounds[IndexOf(team)];
    if ((touched & AllOf(team)) == 0 && !is_placed) continue;
    FillTeamChange(before, after, changed, team, team == Side::kRed ? change->mutable_red() : change->mutable_blue());
  }
  FillSituation(after.situation, change->mutable_situation());
  return events;
}

}  // namespace flagfall::gogo
