// Everything that bots and host can do, in any order and at any time, thrown at a match: its invariants must hold after
// each call, and the record of a match that is over must be refereed again with the same result. Then the record is
// damaged: refereeing that may fail, but not crash.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/check.h"
#include "referee/match/match.h"
#include "referee/match/referee_again.h"
#include "referee/rules/catalogue.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/input.h"
#include "tests/support/drawn_options.h"

namespace flagfall::fuzz::match_fuzz {
namespace {

constexpr int kCallsMax = 400;

// Any ruleset with any options; half of them are of the smallest army, so that games come to an end.
v1::Ruleset SomeRuleset(fuzz::Input& data) {
  const auto& catalogue = Catalogue();
  const RulesetDefinition& definition =
      data.Flag() ? **FindRuleset("barrage") : *catalogue[data.Index(catalogue.size())];
  return DrawOptions(definition.info(), [&data](std::uint64_t max) { return data.Number(max); });
}

MatchSpec SomeSpec(fuzz::Input& data) {
  MatchSpec spec;
  spec.game_id = "1-1";
  spec.ruleset = SomeRuleset(data);
  spec.seed = std::string(32, 's');
  spec.time_control.set_base_micros(static_cast<std::int64_t>(data.Number(5'000'000)));
  spec.time_control.set_increment_micros(static_cast<std::int64_t>(data.Number(100'000)));
  spec.time_control.set_plies_per_period(static_cast<std::uint32_t>(data.Number(5)));
  if (data.Flag()) spec.time_control.set_per_ply_micros(static_cast<std::int64_t>(data.Number(1'000'000)));
  spec.time_control.set_margin_micros(static_cast<std::int64_t>(data.Number(50'000)));
  spec.time_control.set_set_up_micros(static_cast<std::int64_t>(data.Number(10'000'000)));
  spec.policy.set_max_plies(static_cast<std::uint32_t>(data.Number(50)));
  spec.policy.set_max_plies_without_capture(static_cast<std::uint32_t>(data.Number(20)));
  spec.policy.set_illegal_retries(static_cast<std::uint32_t>(data.Number(3)));
  spec.policy.set_disconnect_grace_micros(static_cast<std::int64_t>(data.Number(2'000'000)));
  spec.policy.set_host_delay_max_micros(static_cast<std::int64_t>(data.Number(500'000)));
  return spec;
}

// The host of one match, and both of its bots.
class Host {
 public:
  // `game` is the match's own.
  Host(std::unique_ptr<Match> match, const Game& game, fuzz::Input& data)
      : match_(std::move(match)), game_(game), data_(data), random_(data.Byte()) {}

  void Run() {
    for (int i = 0; i < kCallsMax && !data_.IsEmpty() && !match_->IsOver(); ++i) {
      CallOnce();
      FLAGFALL_CHECK(match_->CheckInvariants().ok());
      TakeMessages();
    }
    if (!match_->IsOver()) match_->Aborted(v1::Outcome(), now_);
    FLAGFALL_CHECK(match_->IsOver() && match_->CheckInvariants().ok());
    CheckRecord();
  }

 private:
  v1::Side SomeSide() { return data_.Flag() ? v1::SIDE_RED : v1::SIDE_BLUE; }
  Micros SomeDelay() { return Micros(data_.Flag() ? 0 : data_.Number(1'000'000)); }

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
      if (data_.Number(9) != 0) match_->DecisionSent(message.side, message.decision, now_);
    }
  }

  v1::Act SomeAct(v1::Side side) {
    v1::Act act;
    act.set_game_id("1-1");
    act.set_decision(decisions_[side]);
    switch (data_.Number(9)) {
      case 0:
        act.ParseFromString(std::string(data_.Text(300)));
        return act;
      case 1:
        act.set_decision(data_.Byte());
        break;
      case 2:
        act.mutable_action()->mutable_ply()->set_from(data_.Byte());
        return act;
      default:
        break;
    }
    if (legal_[side].empty()) {
      if (IsAsked(side)) *act.mutable_action() = game_.Sample(side, random_);
    } else {
      *act.mutable_action() =
          legal_[side].Get(static_cast<int>(data_.Index(static_cast<std::size_t>(legal_[side].size()))));
    }
    return act;
  }

  void CallOnce() {
    now_ += Micros(data_.Number(data_.Flag() ? 1000 : 3'000'000));
    const v1::Side side = SomeSide();
    switch (data_.Number(19)) {
      case 0:
        return match_->Disconnected(side, data_.Number(9) == 0, now_);
      case 1:
      case 2:
        return match_->Connected(side, {.wants_legal_actions = true, .wants_events_at_once = data_.Flag()}, now_);
      case 3:
        return match_->OfferedDraw(side, now_, SomeDelay());
      case 4:
        return match_->AcceptedDraw(side, now_, SomeDelay());
      case 5:
        return match_->TimePassed(now_, SomeDelay());
      case 6:
        return match_->DecisionSent(side, data_.Byte(), now_);
      case 7:
        if (data_.Number(9) == 0) match_->Resigned(side, now_, SomeDelay());
        return;
      case 8:
        if (data_.Number(9) == 0) match_->SlowReader(side, now_);
        return;
      default:
        return match_->Acted(side, SomeAct(side), now_, SomeDelay());
    }
  }

  void CheckRecord() {
    const v1::GameRecord& record = match_->Record();
    FLAGFALL_CHECK(RefereeAgain(record).ok());
    std::string bytes = record.SerializeAsString();
    for (std::uint64_t left = data_.Number(4); left > 0; --left) {
      bytes[data_.Index(bytes.size())] = static_cast<char>(data_.Byte());
    }
    v1::GameRecord damaged;
    if (damaged.ParseFromString(bytes)) RefereeAgain(damaged).IgnoreError();
  }

  std::unique_ptr<Match> match_;
  const Game& game_;
  fuzz::Input& data_;
  Random random_;
  Micros now_{1'000'000};
  // By side: the decision told last, and its legal actions.
  std::uint32_t decisions_[3] = {};
  google::protobuf::RepeatedPtrField<v1::Action> legal_[3];
};

}  // namespace

FLAGFALL_FUZZER(match) {
  Input data(bytes, size);
  const Game* game = nullptr;
  const auto factory = [&game](const v1::Ruleset& ruleset, absl::string_view seed) {
    auto made = NewGame(ruleset, seed);
    if (made.ok()) game = made->get();
    return made;
  };
  auto match = Match::Create(SomeSpec(data), factory, Micros(1'000'000));
  if (!match.ok()) return 0;
  Host(*std::move(match), *game, data).Run();
  return 0;
}

}  // namespace flagfall::fuzz::match_fuzz
