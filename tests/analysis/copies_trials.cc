// Measures the test of copies on bots that are asked in this process:
//
//   copies_trials RULESET GAMES TRIALS FIELD PLANTED [SEED]
//
// plays TRIALS times GAMES games, each between two of `random`, `sergeant` and `marshal`. FIELD are bots of their own,
// and PLANTED copies of some of them, both separated by commas and named as for AskedPlayer; each has seeds of its own.
// Compares the field alone, then the field with each of the planted bots, after 10, 20, 40, 80, ... games, and prints
// for each planted bot how often it was found, and what came of all pairs that are no copies.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/analysis/compared_views.h"
#include "arena/analysis/pair_similarity.h"
#include "tests/analysis/asked_players.h"

namespace flagfall::bot {
namespace {

using arena::analysis::ComparedViews;
using arena::analysis::ComparePairs;
using arena::analysis::GameAnswers;
using arena::analysis::PairSimilarity;

constexpr double kFound = 1e-4;
constexpr int kPliesMax = 100;
const std::vector<std::string> kRecorded = {"random", "sergeant", "marshal"};

// What came of pairs in all trials.
struct Totals {
  int pairs = 0;
  int found = 0;
  // Of which there is a similarity.
  int told = 0;
  double views = 0;
  double agreement = 0;
  double others = 0;
  double self = 0;
  double similarity = 0;
  double lowest = 10;
  double highest = -10;
  double least_p = 1;

  void Add(const PairSimilarity& pair) {
    ++pairs;
    found += pair.adjusted_p <= kFound ? 1 : 0;
    views += pair.views;
    agreement += pair.agreement;
    others += pair.others;
    self += pair.self;
    least_p = std::min(least_p, pair.adjusted_p);
    if (!pair.similarity.has_value()) return;
    ++told;
    similarity += *pair.similarity;
    lowest = std::min(lowest, *pair.similarity);
    highest = std::max(highest, *pair.similarity);
  }

  std::string Text() const {
    return absl::StrCat(
        absl::StrFormat("found %d of %d, least p %.2g, views %.0f, ", found, pairs, least_p, views / pairs),
        absl::StrFormat("agreement %.3f, others %.3f, self %.3f, ", agreement / pairs, others / pairs, self / pairs),
        absl::StrFormat("similarity %+.2f (%+.2f to %+.2f)", similarity / std::max(told, 1), lowest, highest));
  }
};

// By the planted bot, empty for pairs that are no copies, and by games.
using TotalsByBot = std::map<std::pair<std::string, std::size_t>, Totals>;

struct Asked {
  std::vector<v1::GameRecord> records;
  std::vector<std::string> bots;
  // By bot, by the time that it was asked.
  std::vector<std::vector<std::vector<GameAnswers>>> answers;
};

Asked Ask(const std::string& ruleset, std::size_t games, std::uint64_t first_seed,
          const std::vector<std::string>& bots) {
  Asked asked{.records = {}, .bots = bots, .answers = {}};
  for (std::size_t i = 0; i < games; ++i) {
    const auto at = [&](std::size_t index) { return kRecorded[index % kRecorded.size()]; };
    asked.records.push_back(RecordOfGame(ruleset, at(i), at(i + 1 + i / 3), first_seed + i));
  }
  for (std::size_t i = 0; i < bots.size(); ++i) asked.answers.push_back(AskedTwice(asked.records, bots[i], 1 + 2 * i));
  return asked;
}

std::string SampleOf(const std::string& bot) { return bot.substr(0, bot.find('/')); }

// Compares some of the bots, by their numbers.
void Compare(const Asked& asked, std::size_t games, const std::vector<std::size_t>& numbers, const std::string& planted,
             TotalsByBot& totals) {
  ComparedViews compared;
  for (std::size_t i = 0; i < games; ++i) {
    if (!compared.AddGame(asked.records[i], kPliesMax).ok()) std::abort();
  }
  for (const std::size_t number : numbers) compared.AddBot(asked.answers[number]);
  for (const PairSimilarity& pair : ComparePairs(compared)) {
    const bool is_copy = SampleOf(asked.bots[numbers[pair.first]]) == SampleOf(asked.bots[numbers[pair.second]]);
    totals[{is_copy ? planted : "", games}].Add(pair);
  }
}

int Main(const std::vector<std::string>& arguments) {
  if (arguments.size() < 5) {
    std::cerr << "copies_trials RULESET GAMES TRIALS FIELD PLANTED [SEED]\n";
    return 1;
  }
  const auto games = static_cast<std::size_t>(std::atoi(arguments[1].c_str()));
  const int trials = std::atoi(arguments[2].c_str());
  const std::vector<std::string> field = absl::StrSplit(arguments[3], ',');
  const std::vector<std::string> planted = absl::StrSplit(arguments[4], ',', absl::SkipEmpty());
  const int first = arguments.size() > 5 ? std::atoi(arguments[5].c_str()) : 1;
  std::vector<std::string> bots = field;
  bots.insert(bots.end(), planted.begin(), planted.end());
  TotalsByBot totals;
  for (int trial = 0; trial < trials; ++trial) {
    const Asked asked = Ask(arguments[0], games, 1'000'000 * static_cast<std::uint64_t>(first + trial), bots);
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < field.size(); ++i) numbers.push_back(i);
    for (std::size_t some = 10; some <= games; some *= 2) {
      if (numbers.size() >= arena::analysis::kComparedBotsMin) Compare(asked, some, numbers, "", totals);
      for (std::size_t i = 0; i < planted.size(); ++i) {
        std::vector<std::size_t> with = numbers;
        with.push_back(field.size() + i);
        Compare(asked, some, with, planted[i], totals);
      }
    }
  }
  for (const auto& [key, total] : totals) {
    std::cout << absl::StrFormat("%-8s %-22s %-14s %4d games: ", arguments[0], arguments[3],
                                 key.first.empty() ? "(no copies)" : key.first, key.second)
              << total.Text() << "\n";
  }
  return 0;
}

}  // namespace
}  // namespace flagfall::bot

int main(int argc, char** argv) { return flagfall::bot::Main({argv + 1, argv + argc}); }
