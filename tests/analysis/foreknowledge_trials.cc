// Measures the test of foreknowledge on games that are played in this process:
//
//   foreknowledge_trials RULESET BOT OPPONENT CHEAT GAMES TRIALS [SEED]
//
// plays TRIALS times GAMES games, in which BOT is told what CHEAT is (cheats.h), and prints what skill it has shown, in
// how many trials it was found with p of at most 1e-4, and after how many games.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/analysis/foreknowledge.h"
#include "tests/analysis/cheats.h"
#include "tests/sample-bots/sample_players.h"

namespace flagfall::bot {
namespace {

using arena::analysis::Foreknowledge;
using arena::analysis::Hint;
using arena::analysis::kHints;

constexpr double kFound = 1e-4;

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
};

// Plays a game in which the bot has that side, and adds it.
absl::Status PlayOne(const Setting& setting, v1::Side side, std::uint64_t seed, Foreknowledge& foreknowledge) {
  InProcessGame game;
  game.ruleset.set_id(setting.ruleset);
  game.game_id = absl::StrCat("g", seed);
  game.base = std::chrono::hours(10);
  game.leak = LeakOf(setting.cheat, side, seed);
  const PlayerFactory bot = SamplePlayer(setting.bot, {.seed = seed});
  const PlayerFactory other = SamplePlayer(setting.opponent, {.seed = seed + 77});
  const bool is_red = side == v1::SIDE_RED;
  auto played = is_red ? Play(game, bot, other) : Play(game, other, bot);
  if (!played.ok()) return played.status();
  played->record.mutable_red()->set_name(is_red ? setting.bot : setting.opponent);
  played->record.mutable_blue()->set_name(is_red ? setting.opponent : setting.bot);
  return foreknowledge.Add(played->record, is_red ? Side::kRed : Side::kBlue);
}

// What came of all trials.
struct Totals {
  std::vector<int> found_after;
  std::array<double, kHints> skill{};
  std::array<double, kHints> guesses{};
  double p_min = 1;

  void Add(const Foreknowledge& foreknowledge, int trials) {
    p_min = std::min(p_min, foreknowledge.P());
    for (std::size_t hint = 0; hint < skill.size(); ++hint) {
      const arena::analysis::SkillBets& bets = foreknowledge.bets(static_cast<Hint>(hint));
      skill[hint] += bets.Skill() / trials;
      guesses[hint] += static_cast<double>(bets.guesses()) / trials;
    }
  }

  std::string Text(int trials) {
    std::string text;
    for (std::size_t hint = 0; hint < skill.size(); ++hint) {
      absl::StrAppendFormat(&text, " %s %.0f skill %+.2f,", arena::analysis::HintName(static_cast<Hint>(hint)),
                            guesses[hint], skill[hint]);
    }
    absl::StrAppendFormat(&text, " found %d of %d", found_after.size(), trials);
    std::sort(found_after.begin(), found_after.end());
    if (!found_after.empty()) absl::StrAppend(&text, ", half of them after ", found_after[found_after.size() / 2]);
    return absl::StrCat(text, absl::StrFormat(", least p %.2g", p_min));
  }
};

int Main(const std::vector<std::string>& arguments) {
  if (arguments.size() < 6) {
    std::cerr << "foreknowledge_trials RULESET BOT OPPONENT CHEAT GAMES TRIALS [SEED]\n";
    return 1;
  }
  const Setting setting{arguments[0], arguments[1], arguments[2], CheatNamed(arguments[3])};
  const int games = std::atoi(arguments[4].c_str());
  const int trials = std::atoi(arguments[5].c_str());
  const int first_seed = arguments.size() > 6 ? std::atoi(arguments[6].c_str()) : 1;
  Totals totals;
  for (int trial = 0; trial < trials; ++trial) {
    Foreknowledge foreknowledge;
    bool is_found = false;
    for (int i = 0; i < games; ++i) {
      const auto seed = static_cast<std::uint64_t>(first_seed + 100'000 * trial + i);
      const absl::Status played = PlayOne(setting, i % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE, seed, foreknowledge);
      if (!played.ok()) {
        std::cerr << played << "\n";
        return 1;
      }
      if (is_found || foreknowledge.P() > kFound) continue;
      is_found = true;
      totals.found_after.push_back(i + 1);
    }
    totals.Add(foreknowledge, trials);
  }
  std::cout << absl::StrFormat("%-8s %-9s - %-9s %-9s %d x %d games:", setting.ruleset, setting.bot, setting.opponent,
                               arguments[3], trials, games)
            << totals.Text(trials) << "\n";
  return 0;
}

}  // namespace
}  // namespace flagfall::bot

int main(int argc, char** argv) { return flagfall::bot::Main({argv + 1, argv + argc}); }
