// The contract of a game over every ruleset of the catalogue: 10,000 games each, played by drawn actions. A new ruleset
// joins by being in the catalogue. The number of games can be changed by the environment: FLAGFALL_CONTRACT_GAMES=100.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>

#include "referee/rules/catalogue.h"
#include "tests/contract/playthrough.h"
#include "tests/support/number_from.h"

namespace flagfall::contract {
namespace {

// Sanitizers make everything ten times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kGames = 300;
#else
constexpr int kGames = 10000;
#endif

// One game of so many has drawn options; so has every other one of those that are looked at closely.
constexpr int kOptionsEvery = 8;

class ContractTest : public testing::TestWithParam<const RulesetDefinition*> {};

TEST_P(ContractTest, HoldsInEveryGame) {
  const RulesetDefinition& definition = *GetParam();
  std::map<std::string, int> ends;
  std::uint64_t actions = 0;
  const int games = CountFrom("FLAGFALL_CONTRACT_GAMES", kGames);
  for (int number = 0; number < games; ++number) {
    // Games of both shapes are played: a few looked at all the time, the others now and then.
    const bool closely = number % 20 == 0;
    const Attention attention{
        .check_every = closely ? 10 : 200, .follows = closely, .draws_options = number % kOptionsEvery == 0};
    const auto played = Play(definition, number, attention);
    ASSERT_TRUE(played.ok()) << played.status();
    actions += played->actions.size();
    ++ends[played->outcome.has_value() ? v1::Reason_Name(played->outcome->reason()) : "stopped at a limit"];
    if (!closely) continue;
    const absl::Status again = CheckReplay(definition, *played);
    ASSERT_TRUE(again.ok()) << again;
  }
  std::cout << definition.info().id << ": " << games << " games, " << actions << " actions";
  for (const auto& [end, count] : ends) std::cout << ", " << end << " " << count;
  std::cout << "\n";
  // A ruleset in which no game comes to an end of its own would not have been tested to the end.
  EXPECT_GT(ends.size() - ends.count("stopped at a limit"), 0U);
}

std::vector<const RulesetDefinition*> Definitions() {
  std::vector<const RulesetDefinition*> definitions;
  for (const auto& definition : Catalogue()) definitions.push_back(definition.get());
  return definitions;
}

INSTANTIATE_TEST_SUITE_P(Rulesets, ContractTest, testing::ValuesIn(Definitions()),
                         [](const auto& info) { return info.param->info().id; });

}  // namespace
}  // namespace flagfall::contract
