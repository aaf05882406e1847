// Everything that bots and host can do, in any order and at any time, thrown at a match: its invariants must hold after
// each call, and the record of a match that is over must be refereed again with the same result. Then the record is
// damaged: refereeing that may fail, but not crash.

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/check.h"
#include "referee/match/match.h"
#include "referee/match/referee_again.h"
#include "referee/rules/catalogue.h"
#include "tests/support/drawn_options.h"

namespace flagfall {
namespace {

constexpr int kCallsMax = 400;

// Any ruleset with any options; half of them are of the smallest army, so that games come to an end.
v1::Ruleset SomeRuleset(FuzzedDataProvider& data) {
  const auto& catalogue = Catalogue();
  const RulesetDefinition& definition =
      data.ConsumeBool() ? **FindRuleset("barrage")
                         : *catalogue[data.ConsumeIntegralInRange<std::size_t>(0, catalogue.size() - 1)];
  return DrawOptions(definition.info(),
                     [&data](std::uint64_t max) { return data.ConsumeIntegralInRange<std::uint64_t>(0, max); });
}

MatchSpec SomeSpec(FuzzedDataProvider& data) {
  MatchSpec spec;
  spec.game_id = "1-1";
  spec.ruleset = SomeRuleset(data);
  spec.seed = std::string(32, 's');
  spec.time_control.set_base_micros(data.ConsumeIntegralInRange<int>(0, 5'000'000));
  spec.time_control.set_increment_micros(data.ConsumeIntegralInRange<int>(0, 100'000));
  spec.time_control.set_plies_per_period(data.ConsumeIntegralInRange<int>(0, 5));
  if (data.ConsumeBool()) spec.time_control.set_per_ply_micros(data.ConsumeIntegralInRange<int>(0, 1'000'000));
  spec.time_control.set_margin_micros(data.ConsumeIntegralInRange<int>(0, 50'000));
  spec.time_control.set_set_up_micros(data.ConsumeIntegralInRange<int>(0, 10'000'000));
  spec.policy.set_max_plies(data.ConsumeIntegralInRange<int>(0, 50));
  spec.policy.set_max_plies_without_capture(data.ConsumeIntegralInRange<int>(0, 20));
  spec.policy.set_illegal_retries(data.ConsumeIntegralInRange<int>(0, 3));
  spec.policy.set_disconnect_grace_micros(data.ConsumeIntegralInRange<int>(0, 2'000'000));
  spec.policy.set_host_delay_max_micros(data.ConsumeIntegralInRange<int>(0, 500'000));
  return spec;
}

// The host of one match, and both of its bots.
class Host {
 public:
  // `game` is the match's own.
  Host(std::unique_ptr<Match> match, const Game& game, FuzzedDataProvider& data)
      : match_(std::move(match)), game_(game), data_(data), random_(data.ConsumeIntegral<std::uint8_t>()) {}

  void Run() {
    for (int i = 0; i < kCallsMax && data_.remaining_bytes() > 0 && !match_->IsOver(); ++i) {
      CallOnce();
      FLAGFALL_CHECK(match_->CheckInvariants().ok());
      TakeMessages();
    }
    if (!match_->IsOver()) match_->Aborted(v1::Outcome(), now_);
    FLAGFALL_CHECK(match_->IsOver() && match_->CheckInvariants().ok());
    CheckRecord();
  }

 private:
  v1::Side SomeSide() { return data_.ConsumeBool() ? v1::SIDE_RED : v1::SIDE_BLUE; }
  Micros SomeDelay() { return Micros(data_.ConsumeBool() ? 0 : data_.ConsumeIntegralInRange<int>(0, 1'000'000)); }

  bool IsAsked(v1::Side side) const {
    const auto pending = game_.Pending();
    return std::any_of(pending.begin(), pending.end(), [side](const OpenDecision& open) { return open.side == side; });
  }

  void TakeMessages() {
    std::vector<SeatMessage> messages;
    match_->TakeMessages(messages);
    for (const SeatMessage& message : messages) {
      if (message.decision == 0) continue;
      decisions_[message.side] = message.decision;
      legal_[message.side] = message.message.decision_required().legal_actions();
      // Now and then the transport is slow.
      if (data_.ConsumeIntegralInRange<int>(0, 9) != 0) match_->DecisionSent(message.side, message.decision, now_);
    }
  }

  v1::Act SomeAct(v1::Side side) {
    v1::Act act;
    act.set_game_id("1-1");
    act.set_decision(decisions_[side]);
    switch (data_.ConsumeIntegralInRange<int>(0, 9)) {
      case 0:
        act.ParseFromString(data_.ConsumeRandomLengthString(300));
        return act;
      case 1:
        act.set_decision(data_.ConsumeIntegral<std::uint8_t>());
        break;
      case 2:
        act.mutable_action()->mutable_ply()->set_from(data_.ConsumeIntegral<std::uint8_t>());
        return act;
      default:
        break;
    }
    if (legal_[side].empty()) {
      if (IsAsked(side)) *act.mutable_action() = game_.Sample(side, random_);
    } else {
      *act.mutable_action() = legal_[side].Get(data_.ConsumeIntegralInRange<int>(0, legal_[side].size() - 1));
    }
    return act;
  }

  void CallOnce() {
    now_ += Micros(data_.ConsumeIntegralInRange<int>(0, data_.ConsumeBool() ? 1000 : 3'000'000));
    const v1::Side side = SomeSide();
    switch (data_.ConsumeIntegralInRange<int>(0, 19)) {
      case 0:
        return match_->Disconnected(side, data_.ConsumeIntegralInRange<int>(0, 9) == 0, now_);
      case 1:
      case 2:
        return match_->Connected(side, {.wants_legal_actions = true, .wants_events_at_once = data_.ConsumeBool()},
                                 now_);
      case 3:
        return match_->OfferedDraw(side, now_, SomeDelay());
      case 4:
        return match_->AcceptedDraw(side, now_, SomeDelay());
      case 5:
        return match_->TimePassed(now_, SomeDelay());
      case 6:
        return match_->DecisionSent(side, data_.ConsumeIntegral<std::uint8_t>(), now_);
      case 7:
        if (data_.ConsumeIntegralInRange<int>(0, 9) == 0) match_->Resigned(side, now_, SomeDelay());
        return;
      case 8:
        if (data_.ConsumeIntegralInRange<int>(0, 9) == 0) match_->SlowReader(side, now_);
        return;
      default:
        return match_->Acted(side, SomeAct(side), now_, SomeDelay());
    }
  }

  void CheckRecord() {
    const v1::GameRecord& record = match_->Record();
    FLAGFALL_CHECK(RefereeAgain(record).ok());
    std::string bytes = record.SerializeAsString();
    for (int i = data_.ConsumeIntegralInRange<int>(0, 4); i > 0; --i) {
      bytes[data_.ConsumeIntegralInRange<std::size_t>(0, bytes.size() - 1)] = data_.ConsumeIntegral<char>();
    }
    v1::GameRecord damaged;
    if (damaged.ParseFromString(bytes)) RefereeAgain(damaged).IgnoreError();
  }

  std::unique_ptr<Match> match_;
  const Game& game_;
  FuzzedDataProvider& data_;
  Random random_;
  Micros now_{1'000'000};
  // By side: the decision told last, and its legal actions.
  std::uint32_t decisions_[3] = {};
  google::protobuf::RepeatedPtrField<v1::Action> legal_[3];
};

}  // namespace
}  // namespace flagfall

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  FuzzedDataProvider data(bytes, size);
  const flagfall::Game* game = nullptr;
  const auto factory = [&game](const flagfall::v1::Ruleset& ruleset, absl::string_view seed) {
    auto made = flagfall::NewGame(ruleset, seed);
    if (made.ok()) game = made->get();
    return made;
  };
  auto match = flagfall::Match::Create(flagfall::SomeSpec(data), factory, flagfall::Micros(1'000'000));
  if (!match.ok()) return 0;
  flagfall::Host(*std::move(match), *game, data).Run();
  return 0;
}
