#include "tests/analysis/asked_players.h"

#include <array>
#include <chrono>
#include <memory>
#include <random>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/rules/random.h"
#include "referee/rules/record.h"
#include "referee/rules/side_messages.h"
#include "sample-bots/cpp/sdk/random_action.h"
#include "tests/sample-bots/sample_players.h"

namespace flagfall::bot {
namespace {

// Their clocks do not run out on a machine that is busy.
constexpr auto kBase = std::chrono::hours(10);
constexpr Micros kMarshalThinks = std::chrono::milliseconds(2);

class DisturbedPlayer : public Player {
 public:
  DisturbedPlayer(std::unique_ptr<Player> player, double share, std::uint64_t seed)
      : player_(std::move(player)), share_(share), random_(seed) {}

  Answer Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) override {
    Answer answer = player_->Choose(game, kind, time);
    if (std::uniform_real_distribution<double>()(random_) >= share_) return answer;
    return RandomAction(game, kind, random_);
  }

  void OnEvents(const GameState& game, const Events& events) override { player_->OnEvents(game, events); }

 private:
  const std::unique_ptr<Player> player_;
  const double share_;
  Random random_;
};

}  // namespace

v1::GameRecord RecordOfGame(const std::string& ruleset, const std::string& red, const std::string& blue,
                            std::uint64_t seed) {
  InProcessGame game;
  game.ruleset.set_id(ruleset);
  game.game_id = absl::StrCat("g", seed);
  game.base = kBase;
  absl::StatusOr<InProcessResult> played = Play(game, AskedPlayer(red, seed), AskedPlayer(blue, seed + 500'000));
  FLAGFALL_CHECK(played.ok());
  played->record.mutable_red()->set_name(red);
  played->record.mutable_blue()->set_name(blue);
  return std::move(played->record);
}

PlayerFactory Disturbed(PlayerFactory player, double share, std::uint64_t seed) {
  return [player = std::move(player), share, seed](const v1::GameStarted& started, const Options& options) {
    return std::make_unique<DisturbedPlayer>(player(started, options), share,
                                             seed * 2 + (started.side() == v1::SIDE_BLUE));
  };
}

arena::analysis::GameAnswers AnswersOf(const v1::GameRecord& record, const PlayerFactory& player) {
  const absl::StatusOr<v1::GivenSetUps> set_ups = SetUpsOf(record);
  const absl::StatusOr<std::vector<RecordedAction>> actions = AcceptedActions(record);
  FLAGFALL_CHECK(set_ups.ok() && actions.ok());
  std::array<std::vector<v1::Action>, 2> plies;
  for (const RecordedAction& action : *actions) {
    if (action.action.has_ply()) plies[IndexOf(SideOf(action.side))].push_back(action.action);
  }
  arena::analysis::GameAnswers answers;
  InProcessGame game;
  game.ruleset = record.ruleset();
  game.game_id = record.game_id();
  game.base = kBase;
  game.given_set_ups = *set_ups;
  game.in_place = [&](v1::Side side, std::uint32_t decision, const v1::Action& answer) -> std::optional<v1::Action> {
    const std::vector<v1::Action>& own = plies[IndexOf(SideOf(side))];
    if (decision > own.size()) return std::nullopt;
    answers[IndexOf(SideOf(side))].push_back({answer});
    return own[decision - 1];
  };
  FLAGFALL_CHECK(Play(game, player, player).ok());
  return answers;
}

std::vector<std::vector<arena::analysis::GameAnswers>> AskedTwice(const std::vector<v1::GameRecord>& records,
                                                                  const std::string& player, std::uint64_t seed) {
  std::vector<std::vector<arena::analysis::GameAnswers>> times(2);
  for (std::vector<arena::analysis::GameAnswers>& games : times) {
    for (const v1::GameRecord& record : records) games.push_back(AnswersOf(record, AskedPlayer(player, seed)));
    ++seed;
  }
  return times;
}

PlayerFactory AskedPlayer(const std::string& player, std::uint64_t seed) {
  const std::size_t slash = player.find('/');
  const PlayerFactory sample = SamplePlayer(player.substr(0, slash), {.seed = seed, .think = kMarshalThinks});
  if (slash == std::string::npos) return sample;
  double share = 0;
  FLAGFALL_CHECK(absl::SimpleAtod(player.substr(slash + 1), &share));
  return Disturbed(sample, share, seed);
}

}  // namespace flagfall::bot
