// The part of World that sends: what the host does for the messages of a match and for its clocks, as a GameSession and
// its transport do.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/simulation/world.h"

namespace flagfall::simulation {
namespace {

// The host's own part in sending a message takes less than this.
constexpr Micros kSendingMax = Micros(20);

}  // namespace

void World::NoteOpenDecisions() {
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    Link& link = At(side);
    const std::uint32_t decision = match_->OpenDecisionNumber(side);
    if (std::exchange(link.decision, decision) == decision) continue;
    link.opened_at = now_;
    link.stood_still = Micros(0);
    if (link.decision != 0 && !link.is_up) ++seen_.decisions_opened_while_away;
  }
}

void World::PlanStandstills() {
  if (random_() % 2 == 0) return;
  for (int i = 0; i < 3; ++i) {
    Later(Micros(random_() % 2'000'000), [this] {
      const Micros stood = std::min(Micros(random_() % 5'000'000), now_ - began_);
      match_->HostStoodStill(now_, stood);
      model_->HostStoodStill(now_, stood);
      for (Link* const link : {&red_, &blue_}) link->stood_still += stood;
      Settle();
    });
  }
}

void World::StartClocksOfAbsent() {
  if (scenario_.is_of_older_host) return;
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    if (At(side).is_up || At(side).decision == 0) continue;
    match_->DecisionSent(side, At(side).decision, now_, Micros(0), /*has_left=*/false);
    model_->DecisionSent(side, At(side).decision, now_, Micros(0), /*has_left=*/false);
  }
}

void World::CheckClocks(const SeatMessage& message) {
  if (!message.message.has_decision_required()) return;
  const v1::DecisionRequired& decision = message.message.decision_required();
  const bool is_red = message.side == v1::SIDE_RED;
  const Micros own(is_red ? decision.red_clock_micros() : decision.blue_clock_micros());
  const Micros other(is_red ? decision.blue_clock_micros() : decision.red_clock_micros());
  if (own != model_->Shown(message.side, decision.kind(), now_) || other != model_->ShownOfOpponent(message.side)) {
    Fail(absl::StrCat("the clocks of ", decision.ShortDebugString(), " are not the model's"));
  }
}

void World::CheckCharge(v1::Side side, Micros host_delay) {
  const v1::Acted& acted = Record().entries(Record().entries_size() - 1).acted();
  if (Micros(acted.clock_micros()) != model_->ShownAfterAnswer(side))
    Fail("the clock after an answer is not the model's");
  if (scenario_.is_of_older_host) return;
  Link& link = At(side);
  const Micros passed = now_ - host_delay - kSendingMax - link.opened_at - link.stood_still;
  link.owed += std::max(passed - Micros(acted.lag_credit_micros()), Micros(0));
  if (model_->Charged(side) >= link.owed) return;
  Fail(absl::StrCat("decision ", acted.decision(), " of side ", side, ": all answers so far took ", link.owed.count(),
                    " us at least, and the clock was charged ", model_->Charged(side).count()));
}

void World::Send(SeatMessage message) {
  CheckClocks(message);
  const v1::Side side = message.side;
  Link& link = At(side);
  if (!link.is_up) Fail("a message for a bot that is not there");
  if (message.decision > 0) MaybeAnswerUnread(side, message.decision);
  link.outbox.push_back(std::move(message));
  Later(Micros(random_() % kSendingMax.count()), [this, side, epoch = link.epoch] { HandOver(side, epoch); });
}

void World::HandOver(v1::Side side, int epoch) {
  Link& link = At(side);
  if (link.epoch != epoch || !link.is_up || link.waiting_for_bot == link.outbox.size()) return;
  const SeatMessage& next = link.outbox[link.waiting_for_bot++];
  if (!link.is_read) {
    if (next.decision == 0) return;
    ++seen_.decisions_that_waited_for_bot;
    if (!scenario_.is_of_older_host) DecisionSent(side, next.decision, /*has_left=*/false);
    return Settle();
  }
  const SeatMessage message = std::move(link.outbox.front());
  link.outbox.pop_front();
  --link.waiting_for_bot;
  if (message.decision > 0) {
    DecisionSent(side, message.decision, /*has_left=*/true);
    Settle();
  }
  Hear(side, message.message);
}

void World::OpenWindow(v1::Side side, int epoch) {
  Link& link = At(side);
  if (link.epoch != epoch || !link.is_up) return;
  link.is_read = true;
  for (; link.waiting_for_bot > 0; --link.waiting_for_bot) {
    const SeatMessage message = std::move(link.outbox.front());
    link.outbox.pop_front();
    if (message.decision > 0 && scenario_.is_of_older_host) DecisionSent(side, message.decision, /*has_left=*/true);
    match_->DecisionLeft(side, message.decision);
    model_->DecisionLeft(side, message.decision);
    Hear(side, message.message);
  }
  Settle();
}

void World::DecisionSent(v1::Side side, std::uint32_t decision, bool has_left) {
  const Micros round_trip(random_() % 3 == 0 ? random_() % 200'000 : 0);
  match_->DecisionSent(side, decision, now_, round_trip, has_left);
  model_->DecisionSent(side, decision, now_, round_trip, has_left);
}

}  // namespace flagfall::simulation
