#ifndef TESTS_RULES_RANDOM_RECORD_H_
#define TESTS_RULES_RANDOM_RECORD_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/catalogue.h"
#include "tests/rules/random_game.h"

namespace flagfall {

// A random game with its record, illegal attempts included.
inline v1::GameRecord RandomRecord(absl::string_view id, std::uint64_t seed, std::unique_ptr<Game>& game) {
  std::mt19937_64 random(seed);
  v1::GameRecord record;
  record.mutable_ruleset()->set_id(std::string(id));
  *record.mutable_ruleset() = *CompleteRuleset(record.ruleset());
  record.set_seed(std::string(32, 'x'));
  game = *NewGame(record.ruleset(), record.seed());
  board::BoardRules rules = id == "classic" ? board::BoardRules::Classic() : board::BoardRules::Duel();
  const auto act = [&](v1::Side side, const v1::Action& action) {
    v1::RecordEntry* entry = record.add_entries();
    entry->set_side(side);
    *entry->mutable_acted()->mutable_action() = action;
    return game->Act(side, action).ok();
  };
  EXPECT_TRUE(act(v1::SIDE_BLUE, RandomSetUp(rules, v1::SIDE_BLUE, random)));
  EXPECT_FALSE(act(v1::SIDE_RED, RandomSetUp(rules, v1::SIDE_BLUE, random)));
  EXPECT_TRUE(act(v1::SIDE_RED, RandomSetUp(rules, v1::SIDE_RED, random)));
  while (!game->Outcome().has_value() && game->Progress().plies < 200) {
    const v1::Side side = game->Pending()[0].side;
    EXPECT_FALSE(act(side, PlyAction(0, 99)));
    EXPECT_TRUE(act(side, RandomLegal(*game, side, random)));
  }
  return record;
}

}  // namespace flagfall

#endif  // TESTS_RULES_RANDOM_RECORD_H_
