// Measures the sample bots against each other without a referee:
//
//   strength RULESET BOT BOT GAMES [BASE_SECONDS INCREMENT_SECONDS [SEED [own]]]
//
// Two games in a row are a pair: the same deal, with sides changed. The set-ups of a pair are drawn from the standard
// book where the ruleset has one, unless `own` says that the bots set up themselves. A bot is a name, and for marshal
// also its options, as in marshal:think_ms=20 or marshal:nodes=5000. Prints a line of totals at the end.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/books/book.h"
#include "arena/rating/pentanomial.h"
#include "referee/base/sha256.h"
#include "tests/sample-bots/in_process_game.h"
#include "tests/sample-bots/sample_players.h"

namespace flagfall::bot {
namespace {

Micros MicrosOf(const std::string& seconds) {
  double value = 0;
  if (!absl::SimpleAtod(seconds, &value)) std::cerr << "not a number of seconds: " << seconds << "\n";
  return Micros(static_cast<Micros::rep>(value * 1e6));
}

// A bot by its name and options. Options that it does not have are ignored.
PlayerFactory PlayerOf(const std::string& text, std::uint64_t seed) {
  const std::vector<std::string> parts = absl::StrSplit(text, absl::ByAnyChar(":,"));
  SampleOptions options{.seed = seed};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::pair<std::string, std::string> option = absl::StrSplit(parts[i], absl::MaxSplits('=', 1));
    std::int64_t value = 0;
    if (!absl::SimpleAtoi(option.second, &value)) std::cerr << "not an option with a number: " << parts[i] << "\n";
    if (option.first == "think_ms") options.think = std::chrono::milliseconds(value);
    if (option.first == "nodes") options.nodes = value;
  }
  return SamplePlayer(parts[0], options);
}

struct Totals {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  double plies = 0;
  std::map<std::string, int> reasons;
  Micros longest{};
  Micros lowest = std::chrono::hours(1);
  arena::rating::Pentanomial pairs;
  // Of the last game, for the first bot.
  int half_points = 0;

  void Add(const InProcessResult& result, bool first_is_red) {
    const int before = half_points;
    const bool red_won = result.outcome.result() == v1::RESULT_RED_WINS;
    if (result.outcome.result() == v1::RESULT_DRAW) {
      ++draws;
    } else {
      ++(red_won == first_is_red ? wins : losses);
    }
    half_points = result.outcome.result() == v1::RESULT_DRAW ? 1 : red_won == first_is_red ? 2 : 0;
    if (!first_is_red) pairs.Add(before, half_points);
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
    const arena::rating::EloEstimate elo = arena::rating::EstimateElo(pairs);
    std::string text = absl::StrFormat("%s: %s - %s: +%d =%d -%d, score %.3f, Elo %+.0f ± %.0f, %.0f plies a game",
                                       arguments[0], arguments[1], arguments[2], wins, draws, losses, score,
                                       elo.difference, elo.error, plies / games);
    for (const auto& [reason, count] : reasons) absl::StrAppend(&text, ", ", reason, count);
    absl::StrAppend(&text, ", longest decision ", longest.count() / 1000, " ms, lowest clock ", lowest.count() / 1000,
                    " ms");
    std::cout << text << "\n";
  }
};

int Main(const std::vector<std::string>& arguments) {
  if (arguments.size() < 4) {
    std::cerr << "strength RULESET BOT BOT GAMES [BASE_SECONDS INCREMENT_SECONDS [SEED [own]]]\n";
    return 1;
  }
  InProcessGame game;
  game.ruleset.set_id(arguments[0]);
  if (arguments.size() > 5) {
    game.base = MicrosOf(arguments[4]);
    game.increment = MicrosOf(arguments[5]);
  }
  const int first_seed = arguments.size() > 6 ? std::atoi(arguments[6].c_str()) : 1;
  const bool set_up_themselves = arguments.size() > 7 && arguments[7] == "own";
  const auto book = arena::books::StandardBook(arguments[0]);
  Totals totals;
  for (int i = 0; i < std::atoi(arguments[3].c_str()); ++i) {
    game.game_id = absl::StrCat("g", i / 2);
    if (book.ok() && !set_up_themselves) {
      game.given_set_ups = arena::books::DrawSetUps(**book, Sha256Of(absl::StrCat(first_seed, "-", game.game_id)));
    }
    const bool first_is_red = i % 2 == 0;
    const auto seed = static_cast<std::uint64_t>(first_seed + 1000 * i);
    const PlayerFactory first = PlayerOf(arguments[1], seed);
    const PlayerFactory second = PlayerOf(arguments[2], seed);
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
