#include "tests/simulation/world.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"

namespace flagfall::simulation {
namespace {

constexpr Micros kNoShowAfter = std::chrono::seconds(10);
constexpr int kStepsMax = 200'000;

}  // namespace

World::World(std::uint64_t seed)
    : random_(seed),
      scenario_(RandomScenario(random_)),
      now_(static_cast<std::int64_t>(random_() % (1ull << 50))),
      began_(now_) {
  MatchSpec spec = scenario_.spec;
  auto match = scenario_.is_of_catalogue ? Match::Create(spec, now_) : Match::Create(spec, scenario_.factory, now_);
  FLAGFALL_CHECK(match.ok());
  match_ = *std::move(match);
  auto game = scenario_.factory(match_->Record().ruleset(), spec.seed);
  FLAGFALL_CHECK(game.ok());
  model_ = std::make_unique<Model>(spec, *std::move(game));
  // Late enough that both flags are down when the host looks.
  const bool both_silent = Chance(5);
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    Traits traits = RandomTraits(spec.time_control, random_);
    if (both_silent) traits.falls_silent = 1000;
    traits.preferences.wants_legal_actions = scenario_.is_of_catalogue || random_() % 2 == 0;
    At(side).bot = std::make_unique<SimBot>(
        traits, [this, side] { return model_->Draw(side, random_); }, random_);
  }
}

void World::Later(Micros after, std::function<void()> what) {
  steps_.push({.at = now_ + after, .order = order_++, .what = std::move(what)});
}

void World::Fail(const std::string& what) {
  if (failure_.empty() && !what.empty()) failure_ = what;
}

Micros World::DrawHostDelay() {
  const Micros max = Chance(scenario_.host_is_late) ? scenario_.host_late_max : scenario_.host_delay_max;
  return Micros(static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(max.count())));
}

std::string World::Play() {
  PlanArrivals();
  PlanAbort();
  PlanStandstills();
  int steps = 0;
  while (!match_->IsOver() && failure_.empty()) {
    if (steps_.empty()) {
      Fail("nothing is due any more, and the game is still on");
      break;
    }
    if (++steps > kStepsMax) Fail("the game does not end");
    const Step step = steps_.top();
    steps_.pop();
    now_ = step.at;
    step.what();
  }
  if (failure_.empty()) CheckEnd();
  return failure_;
}

void World::PlanArrivals() {
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    // One bot in 200 never comes: its process ends, or the host gives it up.
    const auto fate = random_() % 400;
    if (fate == 0) {
      Later(Micros(random_() % 1'000'000), [this, side] { Disconnect(side, /*for_good=*/true); });
    } else if (fate != 1) {
      Later(Micros(random_() % 3'000), [this, side] { Connect(side); });
      continue;
    }
    Later(kNoShowAfter, [this, side] {
      v1::Outcome outcome;
      outcome.set_result(side == v1::SIDE_RED ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS);
      outcome.set_reason(v1::REASON_FORFEIT_NO_SHOW);
      match_->Aborted(outcome, now_);
      model_->Aborted(outcome.result(), outcome.reason());
      Settle();
    });
  }
}

void World::PlanAbort() {
  if (!Chance(25)) return;
  Later(Micros(random_() % 3'000'000), [this] {
    v1::Outcome outcome;
    const bool has_lost_supervisor = Chance(333);
    if (has_lost_supervisor) outcome.set_reason(v1::REASON_SUPERVISOR_KILLED);
    match_->Aborted(outcome, now_);
    model_->Aborted(v1::RESULT_VOID, has_lost_supervisor ? v1::REASON_SUPERVISOR_KILLED : v1::REASON_ABORTED_BY_HOST);
    Settle();
  });
}

void World::Arrive(std::function<void(Micros)> what) {
  const Micros arrived = now_;
  host_free_at_ = std::max(host_free_at_, now_ + DrawHostDelay());
  Later(host_free_at_ - now_, [this, arrived, what = std::move(what)] { what(now_ - arrived); });
}

void World::PickUp(v1::Side side, const v1::PlayRequest& request, Micros host_delay) {
  if (request.has_act()) {
    PickUpAct(side, request.act(), host_delay);
  } else if (request.has_resign()) {
    match_->Resigned(side, now_, host_delay);
    model_->Resigned(side, now_, host_delay);
  } else if (request.has_offer_draw()) {
    match_->OfferedDraw(side, now_, host_delay);
    model_->OfferedDraw(side, now_, host_delay);
  } else if (request.has_accept_draw()) {
    match_->AcceptedDraw(side, now_, host_delay);
    model_->AcceptedDraw(side, now_, host_delay);
  }
  Settle();
}

void World::PickUpAct(v1::Side side, const v1::Act& act, Micros host_delay) {
  const std::size_t answered = model_->Answered(side);
  if (act.decision() == At(side).decision && act.decision() != 0 && !model_->HasLeft(side)) {
    ++seen_.answers_refused_as_unread;
  }
  match_->Acted(side, act, now_, host_delay);
  model_->Acted(side, act, now_, host_delay);
  if (model_->Answered(side) == answered) return;
  CheckCharge(side, host_delay);
  PlanBreak(side, At(side).bot->MaybeBreakAfterPly());
}

void World::Settle() {
  NoteOpenDecisions();
  StartClocksOfAbsent();
  Fail(model_->Compare(*match_));
  Fail(std::string(match_->CheckInvariants().message()));
  std::vector<SeatMessage> messages;
  match_->TakeMessages(messages);
  for (SeatMessage& message : messages) Send(std::move(message));
  SetAlarm();
}

void World::SetAlarm() {
  const std::optional<Micros> deadline = match_->NextDeadline();
  if (deadline == alarm_) return;
  alarm_ = deadline;
  if (!deadline.has_value()) return;
  const Micros due = std::max(*deadline, now_);
  // Looking too early must change nothing.
  if (Chance(100)) {
    const Micros early = std::max(due - Micros(random_() % 4), now_);
    Later(early - now_, [this] {
      const Micros host_delay(random_() % 4);
      match_->TimePassed(now_, host_delay);
      model_->TimePassed(now_, host_delay);
      Settle();
    });
  }
  Later(due - now_ + DrawHostDelay(), [this, deadline] {
    // Another deadline has its own alarm.
    if (match_->NextDeadline() != deadline) return;
    // The host may not know all of its own delay.
    Micros host_delay = now_ - *deadline;
    if (Chance(300)) host_delay = Micros(random_() % static_cast<std::uint64_t>(host_delay.count() + 1));
    match_->TimePassed(now_, host_delay);
    model_->TimePassed(now_, host_delay);
    Settle();
    if (!match_->IsOver()) Fail("a deadline has passed, and the game is still on");
  });
}

void World::Connect(v1::Side side) {
  Link& link = At(side);
  link.is_up = true;
  link.is_read = true;
  ++link.epoch;
  link.outbox.clear();
  link.waiting_for_bot = 0;
  match_->Connected(side, link.bot->traits().preferences, now_);
  model_->Connected(side, now_);
  Settle();
}

void World::Disconnect(v1::Side side, bool for_good) {
  Link& link = At(side);
  link.is_up = false;
  ++link.epoch;
  link.outbox.clear();
  link.waiting_for_bot = 0;
  match_->Disconnected(side, for_good, now_);
  model_->Disconnected(side, for_good, /*slow_reader=*/false, now_);
  Settle();
}

void World::SlowReader(v1::Side side) {
  match_->SlowReader(side, now_);
  model_->Disconnected(side, /*for_good=*/false, /*slow_reader=*/true, now_);
  At(side).is_up = false;
  Settle();
}

void World::Hear(v1::Side side, const v1::PlayResponse& message) {
  Link& link = At(side);
  Fail(link.transcript.Add(message));
  for (Reply& reply : link.bot->Hear(message)) {
    Later(reply.after, [this, side, epoch = link.epoch, request = std::move(reply.request)] {
      Arrive([this, side, epoch, request](Micros host_delay) {
        if (At(side).epoch == epoch) PickUp(side, request, host_delay);
      });
    });
  }
  PlanBreak(side, link.bot->MaybeBreak());
}

void World::MaybeAnswerUnread(v1::Side side, std::uint32_t decision) {
  const std::optional<Micros> after = At(side).bot->MaybeAnswerUnread();
  if (!after.has_value()) return;
  Later(*after, [this, side, epoch = At(side).epoch, decision] {
    if (At(side).epoch != epoch) return;
    v1::PlayRequest request;
    request.mutable_act()->set_game_id(match_->Spec().game_id);
    request.mutable_act()->set_decision(decision);
    *request.mutable_act()->mutable_action() = model_->Draw(side, random_);
    Arrive([this, side, epoch, request](Micros host_delay) {
      if (At(side).epoch == epoch) PickUp(side, request, host_delay);
    });
  });
}

void World::PlanBreak(v1::Side side, const std::optional<Break>& what) {
  if (!what.has_value()) return;
  Later(what->after, [this, side, epoch = At(side).epoch, what] {
    if (At(side).epoch == epoch) DoBreak(side, *what);
  });
}

void World::DoBreak(v1::Side side, const Break& what) {
  switch (what.kind) {
    case Break::Kind::kLeaves:
      Disconnect(side, /*for_good=*/false);
      if (what.away.has_value()) {
        Later(*what.away, [this, side] {
          if (!At(side).is_up) Connect(side);
        });
      }
      return;
    case Break::Kind::kDies:
      return Disconnect(side, /*for_good=*/true);
    case Break::Kind::kOpensSecondStream:
      if (scenario_.is_of_older_host) {
        model_->Disconnected(side, /*for_good=*/false, /*slow_reader=*/false, now_);
      } else {
        Disconnect(side, /*for_good=*/false);
      }
      return Connect(side);
    case Break::Kind::kStopsReading:
      At(side).is_read = false;
      // Sometimes so much waits for the bot that the host gives it up; otherwise its clock runs out.
      if (Chance(500)) {
        Later(Micros(random_() % 100'000), [this, side, epoch = At(side).epoch] {
          if (At(side).epoch == epoch) SlowReader(side);
        });
      }
      return;
    case Break::Kind::kClosesWindow:
      At(side).is_read = false;
      Later(*what.away, [this, side, epoch = At(side).epoch] { OpenWindow(side, epoch); });
      return;
  }
}

void World::CheckEnd() {
  Fail(model_->CheckSums());
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    Link& link = At(side);
    if (!link.is_up || !link.is_read) continue;
    for (const SeatMessage& message : link.outbox) Fail(link.transcript.Add(message.message));
    if (link.transcript.decisions() > 0 && !link.transcript.is_over()) Fail("a bot was not told that the game is over");
    Fail(link.transcript.CheckAgainst(Record()));
  }
  const std::string record = Record().SerializeAsString();
  Connect(v1::SIDE_RED);
  Disconnect(v1::SIDE_BLUE, /*for_good=*/true);
  match_->Resigned(v1::SIDE_RED, now_);
  match_->TimePassed(now_ + std::chrono::hours(1), Micros(0));
  match_->Aborted({}, now_);
  if (Record().SerializeAsString() != record) Fail("something changed after the end");
}

}  // namespace flagfall::simulation
