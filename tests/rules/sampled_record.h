#ifndef TESTS_RULES_SAMPLED_RECORD_H_
#define TESTS_RULES_SAMPLED_RECORD_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/game.h"
#include "referee/rules/random.h"

namespace flagfall {

// The record of a game of any ruleset, of legal actions drawn at random, with players, a date, and a comment on every
// third action. A game that is not over after `plies_max` plies is resigned by Red.
inline v1::GameRecord SampledRecord(const std::string& ruleset_id, std::uint64_t seed, std::uint32_t plies_max = 120) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id(ruleset_id);
  *record.mutable_ruleset() = *CompleteRuleset(record.ruleset());
  record.set_seed(std::string(32, static_cast<char>('a' + seed % 26)));
  record.set_game_id("1-" + std::to_string(seed + 1));
  record.mutable_red()->set_name("ann");
  record.mutable_red()->set_version("1.0 beta");
  record.mutable_blue()->set_name("bob");
  record.mutable_start_time()->set_seconds(1'790'000'000 + static_cast<std::int64_t>(seed));
  const std::unique_ptr<Game> game = *NewGame(record.ruleset(), record.seed());
  Random random(seed);
  while (!game->Outcome().has_value() && game->Progress().plies < plies_max) {
    const v1::Side side = game->Pending()[0].side;
    const v1::Action action = game->Sample(side, random);
    v1::RecordEntry& entry = *record.add_entries();
    entry.set_side(side);
    *entry.mutable_acted()->mutable_action() = action;
    if (record.entries_size() % 3 == 0) entry.mutable_acted()->set_comment("+0.3 # 2 | \xC3\xA4");
    if (!game->Act(side, action).ok()) break;
  }
  record.set_plies(game->Progress().plies);
  if (game->Outcome().has_value()) {
    *record.mutable_outcome() = *game->Outcome();
  } else {
    record.mutable_outcome()->set_result(v1::RESULT_BLUE_WINS);
    record.mutable_outcome()->set_reason(v1::REASON_RESIGNED);
    record.mutable_outcome()->set_detail("red gave up");
  }
  return record;
}

}  // namespace flagfall

#endif  // TESTS_RULES_SAMPLED_RECORD_H_
