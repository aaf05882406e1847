// Measures the sample bots against each other without a referee:
//
//   strength RULESET BOT BOT GAMES [BASE_SECONDS INCREMENT_SECONDS [SEED]]
//
// Sides alternate. Prints a line of totals at the end.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/sample-bots/in_process_game.h"
#include "tests/sample-bots/sample_players.h"

namespace flagfall::bot {
namespace {

Micros MicrosOf(const std::string& seconds) {
  double value = 0;
  if (!absl::SimpleAtod(seconds, &value)) std::cerr << "not a number of seconds: " << seconds << "\n";
  return Micros(static_cast<Micros::rep>(value * 1e6));
}

struct Totals {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  double plies = 0;
  std::map<std::string, int> reasons;
  Micros longest{};
  Micros lowest = std::chrono::hours(1);

  void Add(const InProcessResult& result, bool first_is_red) {
    const bool red_won = result.outcome.result() == v1::RESULT_RED_WINS;
    if (result.outcome.result() == v1::RESULT_DRAW) {
      ++draws;
    } else {
      ++(red_won == first_is_red ? wins : losses);
    }
    plies += result.plies;
    const char* sign = result.outcome.result() == v1::RESULT_DRAW ? "=" : red_won == first_is_red ? "+" : "-";
    ++reasons[absl::StrCat(v1::Reason_Name(result.outcome.reason()), " ", sign)];
    for (const int index : {0, 1}) {
      longest = std::max(longest, result.longest[index]);
      lowest = std::min(lowest, result.lowest[index]);
    }
    if (result.outcome.reason() == v1::REASON_ILLEGAL_ACTION) std::cerr << result.outcome.detail() << "\n";
  }

  void Print(const std::vector<std::string>& arguments) const {
    const int games = wins + draws + losses;
    const double score = (wins + draws / 2.0) / games;
    std::string text = absl::StrFormat(
        "%s: %s - %s: +%d =%d -%d, score %.3f, Elo %+.0f, %.0f plies a game", arguments[0], arguments[1], arguments[2],
        wins, draws, losses, score, -400 * std::log10(1 / std::min(0.999, std::max(0.001, score)) - 1), plies / games);
    for (const auto& [reason, count] : reasons) absl::StrAppend(&text, ", ", reason, count);
    absl::StrAppend(&text, ", longest decision ", longest.count() / 1000, " ms, lowest clock ", lowest.count() / 1000,
                    " ms");
    std::cout << text << "\n";
  }
};

int Main(const std::vector<std::string>& arguments) {
  if (arguments.size() < 4) {
    std::cerr << "strength RULESET BOT BOT GAMES [BASE_SECONDS INCREMENT_SECONDS [SEED]]\n";
    return 1;
  }
  InProcessGame game;
  game.ruleset.set_id(arguments[0]);
  if (arguments.size() > 5) {
    game.base = MicrosOf(arguments[4]);
    game.increment = MicrosOf(arguments[5]);
  }
  const int first_seed = arguments.size() > 6 ? std::atoi(arguments[6].c_str()) : 1;
  Totals totals;
  for (int i = 0; i < std::atoi(arguments[3].c_str()); ++i) {
    game.game_id = absl::StrCat("g", i);
    const bool first_is_red = i % 2 == 0;
    const SampleOptions options{.seed = static_cast<std::uint64_t>(first_seed + 1000 * i)};
    const PlayerFactory first = SamplePlayer(arguments[1], options);
    const PlayerFactory second = SamplePlayer(arguments[2], options);
    const auto result = first_is_red ? Play(game, first, second) : Play(game, second, first);
    if (!result.ok()) {
      std::cerr << result.status() << "\n";
      return 1;
    }
    totals.Add(*result, first_is_red);
  }
  totals.Print(arguments);
  return 0;
}

}  // namespace
}  // namespace flagfall::bot

int main(int argc, char** argv) { return flagfall::bot::Main({argv + 1, argv + argc}); }
