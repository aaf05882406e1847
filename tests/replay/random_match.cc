#include "tests/replay/random_match.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "referee/base/check.h"
#include "referee/match/match_spec.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/record.h"

namespace flagfall {
namespace {

MatchSpec SpecOfMatch(const v1::Ruleset& ruleset, std::uint64_t seed, std::uint32_t plies_max) {
  MatchSpec spec;
  spec.game_id = absl::StrCat("1-", seed);
  spec.ruleset = ruleset;
  spec.seed = std::string(32, static_cast<char>('a' + seed % 26));
  spec.red.set_name("ada");
  spec.blue.set_name("bob");
  spec.time_control.set_base_micros(3'600'000'000);
  spec.time_control.set_increment_micros(100'000);
  spec.time_control.set_set_up_micros(60'000'000);
  spec.policy.set_max_plies(plies_max);
  spec.policy.set_illegal_retries(100);
  spec.policy.set_disconnect_grace_micros(60'000'000);
  spec.policy.set_host_delay_max_micros(250'000);
  spec.policy.set_lag_gain_micros(20'000);
  spec.start_time = Micros(1'700'000'000'000'000);
  return spec;
}

class Players {
 public:
  Players(const v1::Ruleset& ruleset, std::uint64_t seed, std::uint32_t plies_max) : random_(seed) {
    MatchSpec spec = SpecOfMatch(ruleset, seed, plies_max);
    game_ = *NewGame(spec.ruleset, spec.seed);
    match_ = *Match::Create(std::move(spec), now_);
    match_->KeepPublic();
  }

  PlayedMatch Play() {
    PlayedMatch played{.header = SpectatorHeaderOf(match_->Spec()), .entries = {}, .record = {}};
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) Do([&] { match_->Connected(side, {}, now_); });
    while (!match_->IsOver()) Turn();
    match_->TakePublic(played.entries);
    played.record = match_->TakeRecord();
    return played;
  }

 private:
  // Calls the match a little later, and hands over every decision that this opens.
  template <typename Call>
  void Do(Call call) {
    now_ += Micros(Below(80'000, random_));
    call();
    std::vector<SeatMessage> messages;
    match_->TakeMessages(messages);
    for (const SeatMessage& message : messages) {
      if (message.decision == 0) continue;
      decisions_[message.side == v1::SIDE_BLUE] = message.decision;
      now_ += Micros(Below(50, random_));
      match_->DecisionSent(message.side, message.decision, now_, Micros(Below(30'000, random_)));
    }
  }

  void Act(v1::Side side, const v1::Action& action) {
    v1::Act act;
    act.set_game_id(match_->Record().game_id());
    act.set_decision(decisions_[side == v1::SIDE_BLUE]);
    *act.mutable_action() = action;
    if (Below(3, random_) == 0) act.set_comment(absl::StrCat("+", Below(100, random_), " \"<b>"));
    Do([&] { match_->Acted(side, act, now_, Micros(Below(2, random_) * 200)); });
  }

  void Turn() {
    const auto pending = game_->Pending();
    const v1::Side side = pending[Below(pending.size(), random_)].side;
    const std::uint64_t chance = Below(100, random_);
    if (chance < 3) return Act(side, v1::Action());
    if (chance < 4) return Do([&] { match_->OfferedDraw(side, now_); });
    if (chance < 5) {
      Do([&] { match_->Disconnected(side, /*for_good=*/false, now_); });
      return Do([&] { match_->Connected(side, {}, now_); });
    }
    const v1::Action action = game_->Sample(side, random_);
    Act(side, action);
    FLAGFALL_CHECK(game_->Act(side, action).ok());
  }

  Random random_;
  Micros now_ = std::chrono::seconds(1000);
  // The game of the match, from which legal actions are drawn.
  std::unique_ptr<Game> game_;
  std::unique_ptr<Match> match_;
  // The open decisions of Red and Blue.
  std::array<std::uint32_t, 2> decisions_{};
};

}  // namespace

PlayedMatch PlayRandomMatch(const v1::Ruleset& ruleset, std::uint64_t seed, std::uint32_t plies_max) {
  return Players(ruleset, seed, plies_max).Play();
}

std::vector<RecordedPosition> PositionsOf(const v1::GameRecord& record) {
  std::vector<RecordedPosition> positions;
  const auto add = [&positions](const Game& game) {
    RecordedPosition& stood = positions.emplace_back();
    stood.game = game.Clone();
    for (std::size_t i = 0; i < kObservers.size(); ++i) stood.views[i] = game.ViewFor(kObservers[i]);
  };
  const auto beginning = *NewGame(record.ruleset(), record.seed());
  if (beginning->Pending()[0].kind != v1::DECISION_KIND_SET_UP) add(*beginning);
  FLAGFALL_CHECK(PlayAgain(record, [&add](const PlayedEntry& played) {
                   if (played.events != nullptr && !played.events->spectator.empty()) add(played.game);
                 }).ok());
  return positions;
}

std::vector<v1::Ruleset> TestedRulesets() {
  std::vector<v1::Ruleset> rulesets;
  for (const auto& definition : Catalogue()) rulesets.emplace_back().set_id(definition->info().id);
  for (const char* id : {"duel", "barrage", "bluffing"}) {
    v1::Ruleset& strict = rulesets.emplace_back();
    strict.set_id(id);
    v1::RulesetOption& option = *strict.add_options();
    option.set_name("two_squares");
    option.set_value("1");
  }
  // R1.6, R3.6, R8.1, R8.4.
  using Options = std::vector<std::pair<std::string, std::string>>;
  for (const auto& [id, options] :
       {std::pair("duel",
                  Options{{"army", "2-1-9-1-0-0-0-0-0-0-1-1"}, {"two_squares", "1"}, {"two_squares_piece", "true"}}),
        std::pair("gogo", Options{{"bases", "chosen"}, {"overstep", "moved_back"}})}) {
    v1::Ruleset& ruleset = rulesets.emplace_back();
    ruleset.set_id(id);
    for (const auto& [name, value] : options) {
      v1::RulesetOption& option = *ruleset.add_options();
      option.set_name(name);
      option.set_value(value);
    }
  }
  return rulesets;
}

std::string NameOf(const v1::Ruleset& ruleset) {
  std::string name = ruleset.id();
  for (const v1::RulesetOption& option : ruleset.options())
    absl::StrAppend(&name, "_", option.name(), "_", absl::StrReplaceAll(option.value(), {{"-", "_"}}));
  return name;
}

}  // namespace flagfall
