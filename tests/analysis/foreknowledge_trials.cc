// Measures the tests of foreknowledge on games that are played in this process:
//
//   foreknowledge_trials RULESET BOT OPPONENT CHEAT GAMES TRIALS [SEED [ASKED]]
//
// plays TRIALS times GAMES games, in which BOT is told what CHEAT is (cheats.h), and prints what skill it has shown, in
// how many trials it was found with p of at most 1e-4, and after how many games. With ASKED, the same of the test that
// asks BOT so many times again.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/analysis/asked_again.h"
#include "arena/analysis/foreknowledge.h"
#include "referee/rules/side_messages.h"
#include "tests/analysis/asked_players.h"
#include "tests/analysis/cheats.h"
#include "tests/sample-bots/sample_players.h"

namespace flagfall::bot {
namespace {

using arena::analysis::AskedAgain;
using arena::analysis::ExamAnswer;
using arena::analysis::Foreknowledge;
using arena::analysis::Hint;
using arena::analysis::kHints;

constexpr double kFound = 1e-4;
// For marshal: positions for a ply, so that it does not depend on the machine.
constexpr std::int64_t kNodes = 500;

Cheat CheatNamed(const std::string& name) {
  for (const Cheat cheat : {Cheat::kThird, Cheat::kTenth, Cheat::kHundredth, Cheat::kFlag, Cheat::kTiming}) {
    if (CheatName(cheat) == name) return cheat;
  }
  return Cheat::kNone;
}

struct Setting {
  std::string ruleset;
  std::string bot;
  std::string opponent;
  Cheat cheat = Cheat::kNone;
  // How often the bot is asked again; 0 for not at all.
  int asked = 0;
};

// Both tests of one trial.
struct Tests {
  Foreknowledge foreknowledge;
  AskedAgain asked_again;
};

// What the bot answers at its plies of the game when nobody tells it anything.
std::vector<std::vector<ExamAnswer>> Ask(const Setting& setting, const v1::GameRecord& record, Side side,
                                         std::uint64_t seed) {
  std::vector<std::vector<ExamAnswer>> answers;
  for (int i = 0; i < setting.asked; ++i) {
    const PlayerFactory bot = SamplePlayer(setting.bot, {.seed = seed + 10'000'000 + 1'000'000 * i, .nodes = kNodes});
    const std::vector<std::vector<ExamAnswer>> once = AnswersOf(record, bot)[IndexOf(side)];
    answers.resize(once.size());
    for (std::size_t ply = 0; ply < once.size(); ++ply) answers[ply].push_back(once[ply].front());
  }
  return answers;
}

// Plays a game in which the bot has that side, and adds it.
absl::Status PlayOne(const Setting& setting, v1::Side side, std::uint64_t seed, Tests& tests) {
  InProcessGame game;
  game.ruleset.set_id(setting.ruleset);
  game.game_id = absl::StrCat("g", seed);
  game.base = std::chrono::hours(10);
  game.leak = LeakOf(setting.cheat, side, seed);
  const PlayerFactory bot = SamplePlayer(setting.bot, {.seed = seed, .nodes = kNodes});
  const PlayerFactory other = SamplePlayer(setting.opponent, {.seed = seed + 77, .nodes = kNodes});
  const bool is_red = side == v1::SIDE_RED;
  auto played = is_red ? Play(game, bot, other) : Play(game, other, bot);
  if (!played.ok()) return played.status();
  played->record.mutable_red()->set_name(is_red ? setting.bot : setting.opponent);
  played->record.mutable_blue()->set_name(is_red ? setting.opponent : setting.bot);
  const absl::Status added = tests.foreknowledge.Add(played->record, SideOf(side));
  if (!added.ok() || setting.asked == 0) return added;
  return tests.asked_again.Add(played->record, SideOf(side), Ask(setting, played->record, SideOf(side), seed));
}

// In how many trials a test has found the bot.
class Found {
 public:
  // Called after each game of a trial, with the p that the test has come to.
  void Add(int trial, int games, double p) {
    p_min_ = std::min(p_min_, p);
    if (p > kFound || trial == last_) return;
    last_ = trial;
    after_.push_back(games);
  }

  std::string Text(int trials) {
    std::string text = absl::StrFormat(" found %d of %d", after_.size(), trials);
    std::sort(after_.begin(), after_.end());
    if (!after_.empty()) {
      absl::StrAppend(&text, ", half of them after ", after_[after_.size() / 2], ", all after ", after_.back());
    }
    return absl::StrCat(text, absl::StrFormat(", least p %.2g", p_min_));
  }

 private:
  int last_ = -1;
  std::vector<int> after_;
  double p_min_ = 1;
};

// What came of all trials.
struct Totals {
  Found by_skill;
  Found by_asking;
  std::array<double, kHints> skill{};
  std::array<double, kHints> guesses{};
  double scored = 0;
  double advantage = 0;

  void Add(const Tests& tests, int trials) {
    for (std::size_t hint = 0; hint < skill.size(); ++hint) {
      const arena::analysis::SkillBets& bets = tests.foreknowledge.bets(static_cast<Hint>(hint));
      skill[hint] += bets.Skill() / trials;
      guesses[hint] += static_cast<double>(bets.guesses()) / trials;
    }
    scored += static_cast<double>(tests.asked_again.scored()) / trials;
    advantage += tests.asked_again.Advantage() / trials;
  }

  std::string Text(int trials, int asked) {
    std::string text;
    for (std::size_t hint = 0; hint < skill.size(); ++hint) {
      absl::StrAppendFormat(&text, " %s %.0f skill %+.2f,", arena::analysis::HintName(static_cast<Hint>(hint)),
                            guesses[hint], skill[hint]);
    }
    absl::StrAppend(&text, by_skill.Text(trials));
    if (asked == 0) return text;
    absl::StrAppendFormat(&text, "; asked again %d times: %.0f plies, advantage %+.4f,", asked, scored, advantage);
    return absl::StrCat(text, by_asking.Text(trials));
  }
};

int Main(const std::vector<std::string>& arguments) {
  if (arguments.size() < 6) {
    std::cerr << "foreknowledge_trials RULESET BOT OPPONENT CHEAT GAMES TRIALS [SEED [ASKED]]\n";
    return 1;
  }
  const int asked = arguments.size() > 7 ? std::atoi(arguments[7].c_str()) : 0;
  const Setting setting{arguments[0], arguments[1], arguments[2], CheatNamed(arguments[3]), asked};
  const int games = std::atoi(arguments[4].c_str());
  const int trials = std::atoi(arguments[5].c_str());
  const int first_seed = arguments.size() > 6 ? std::atoi(arguments[6].c_str()) : 1;
  Totals totals;
  for (int trial = 0; trial < trials; ++trial) {
    Tests tests;
    for (int i = 0; i < games; ++i) {
      const auto seed = static_cast<std::uint64_t>(first_seed + 100'000 * trial + i);
      const absl::Status played = PlayOne(setting, i % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE, seed, tests);
      if (!played.ok()) {
        std::cerr << played << "\n";
        return 1;
      }
      totals.by_skill.Add(trial, i + 1, tests.foreknowledge.P());
      totals.by_asking.Add(trial, i + 1, tests.asked_again.P());
    }
    totals.Add(tests, trials);
  }
  std::cout << absl::StrFormat("%-8s %-9s - %-9s %-9s %d x %d games:", setting.ruleset, setting.bot, setting.opponent,
                               arguments[3], trials, games)
            << totals.Text(trials, asked) << "\n";
  return 0;
}

}  // namespace
}  // namespace flagfall::bot

int main(int argc, char** argv) { return flagfall::bot::Main({argv + 1, argv + argc}); }
