// Whole games between simulated bots with all kinds of bad manners, on a simulated clock. Each game is compared with a
// model, and each record is refereed again.
//
// To see one game again:  FLAGFALL_SIMULATION_SEED=123 simulation_test --gtest_filter='*OneGame*'
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>

#include "referee/match/referee_again.h"
#include "referee/rules/catalogue.h"
#include "tests/simulation/world.h"
#include "tests/support/number_from.h"

namespace flagfall::simulation {
namespace {

constexpr std::uint64_t kAllGames = 100'000;
// With sanitizers a game takes more than ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kGames = kAllGames / 20;
#else
constexpr std::uint64_t kGames = kAllGames;
#endif

// Scales a number for all games down to those that are played.
constexpr int OfAllGames(int count) { return static_cast<int>(count * kGames / kAllGames); }

// Events that must have occurred so often in all games, so that the test cannot pass without testing anything.
struct Tally {
  std::map<v1::Reason, int> reasons;
  std::map<v1::Result, int> results;
  std::map<std::string, int> rulesets;
  std::map<v1::RecordEntry::KindCase, int> entries;
  int oversized = 0;
  World::Seen seen;

  void Add(const v1::GameRecord& record, const World::Seen& seen_in_game) {
    seen.answers_refused_as_unread += seen_in_game.answers_refused_as_unread;
    seen.decisions_that_waited_for_bot += seen_in_game.decisions_that_waited_for_bot;
    seen.decisions_opened_while_away += seen_in_game.decisions_opened_while_away;
    ++reasons[record.outcome().reason()];
    ++results[record.outcome().result()];
    ++rulesets[record.ruleset().id()];
    for (const v1::RecordEntry& entry : record.entries()) {
      ++entries[entry.kind_case()];
      oversized += entry.acted().oversized_action_bytes() > 0 ? 1 : 0;
    }
  }
};

std::string RefereeAgainFrom(const World& world, const v1::GameRecord& record) {
  const absl::Status status = world.is_of_catalogue() ? RefereeAgain(record) : RefereeAgain(record, world.factory());
  return status.ok() ? "" : status.ToString();
}

// A record with a few changed bytes must never crash the referee, and a record with another outcome must be found.
std::string Damage(const World& world, std::uint64_t seed) {
  const google::protobuf::LogSilencer silencer;
  std::mt19937_64 random(seed);
  const std::string bytes = world.Record().SerializeAsString();
  for (int i = 0; i < 10; ++i) {
    std::string damaged = bytes;
    for (auto hits = 1 + random() % 3; hits > 0; --hits)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    v1::GameRecord record;
    if (record.ParseFromString(damaged)) static_cast<void>(RefereeAgainFrom(world, record));
  }
  v1::GameRecord record = world.Record();
  const v1::Result result = record.outcome().result();
  record.mutable_outcome()->set_result(result == v1::RESULT_DRAW ? v1::RESULT_RED_WINS : v1::RESULT_DRAW);
  return RefereeAgainFrom(world, record).empty() ? "another outcome was not found" : "";
}

// Plays the game of that seed. Returns an empty text if everything was right.
std::string PlayGame(std::uint64_t seed, Tally& tally) {
  World world(seed);
  if (std::string failure = world.Play(); !failure.empty()) return failure;
  tally.Add(world.Record(), world.seen());
  const std::string bytes = world.Record().SerializeAsString();
  v1::GameRecord parsed;
  if (!parsed.ParseFromString(bytes) || parsed.SerializeAsString() != bytes)
    return "the record does not survive a trip";
  if (std::string failure = RefereeAgainFrom(world, parsed); !failure.empty()) return failure;
  // A record hardly changes by being serialized, so that a check now and then is enough.
  if (seed % 8 != 0) return "";
  if (std::string failure = RefereeAgainFrom(world, world.Record()); !failure.empty()) return failure;
  return seed % 16 == 0 ? Damage(world, seed) : "";
}

TEST(Simulation, AHundredThousandGames) {
  Tally tally;
  int failures = 0;
  for (std::uint64_t seed = 1; seed <= kGames && failures < 5; ++seed) {
    const std::string failure = PlayGame(seed, tally);
    if (failure.empty()) continue;
    ++failures;
    ADD_FAILURE() << "game " << seed << ": " << failure << "\nto see it again: FLAGFALL_SIMULATION_SEED=" << seed
                  << " simulation_test --gtest_filter='*OneGame*'";
  }
  const std::map<v1::Reason, int> reasons_min = {
      {v1::REASON_FLAG_CAPTURED, 5000},
      {v1::REASON_NO_LEGAL_PLY, 100},
      {v1::REASON_BOTH_IMMOBILE, 5},
      {v1::REASON_OUT_OF_TIME, 5000},
      {v1::REASON_ILLEGAL_ACTION, 1000},
      {v1::REASON_DISCONNECTED, 1000},
      {v1::REASON_RESIGNED, 1000},
      {v1::REASON_DRAW_AGREED, 1000},
      {v1::REASON_ADJUDICATED_MAX_PLIES, 1000},
      {v1::REASON_ADJUDICATED_NO_CAPTURE, 1000},
      {v1::REASON_FORFEIT_NO_SHOW, 500},
      {v1::REASON_ABORTED_BY_HOST, 300},
      {v1::REASON_HOST_LATE, 50},
      {v1::REASON_SUPERVISOR_KILLED, 100},
      {v1::REASON_SLOW_READER, 300},
      {v1::REASON_MAX_TICKS, 100},
  };
  for (const auto& [reason, games_min] : reasons_min) {
    EXPECT_GE(tally.reasons[reason], OfAllGames(games_min)) << v1::Reason_Name(reason);
    std::printf("%-34s %6d\n", v1::Reason_Name(reason).c_str(), tally.reasons[reason]);
  }
  // All reasons of the enum, so that a new one cannot be forgotten here.
  EXPECT_EQ(reasons_min.size(), static_cast<std::size_t>(v1::Reason_descriptor()->value_count() - 1));
  for (const v1::Result result : {v1::RESULT_RED_WINS, v1::RESULT_BLUE_WINS, v1::RESULT_DRAW, v1::RESULT_VOID}) {
    EXPECT_GE(tally.results[result], OfAllGames(500)) << v1::Result_Name(result);
  }
  EXPECT_GE(tally.rulesets["counting"], OfAllGames(2000));
  for (const auto& ruleset : Catalogue()) {
    EXPECT_GE(tally.rulesets[ruleset->info().id], OfAllGames(500)) << ruleset->info().id;
  }
  for (int kind = v1::RecordEntry::kActed; kind <= v1::RecordEntry::kHostStoodStill; ++kind) {
    EXPECT_GE(tally.entries[static_cast<v1::RecordEntry::KindCase>(kind)], OfAllGames(300))
        << "entries of kind " << kind;
  }
  EXPECT_GE(tally.oversized, OfAllGames(100));
  EXPECT_GE(tally.seen.answers_refused_as_unread, OfAllGames(5000));
  EXPECT_GE(tally.seen.decisions_that_waited_for_bot, OfAllGames(5000));
  EXPECT_GE(tally.seen.decisions_opened_while_away, OfAllGames(5000));
  std::printf("decisions: %d waited for the bot, %d were opened while it was away; %d answers to what was not sent\n",
              tally.seen.decisions_that_waited_for_bot, tally.seen.decisions_opened_while_away,
              tally.seen.answers_refused_as_unread);
  std::printf("%d actions in all\n", tally.entries[v1::RecordEntry::kActed]);
}

TEST(Simulation, OneGame) {
  if (std::getenv("FLAGFALL_SIMULATION_SEED") == nullptr)
    GTEST_SKIP() << "for looking at one game: set FLAGFALL_SIMULATION_SEED";
  World world(NumberFrom("FLAGFALL_SIMULATION_SEED", 0));
  const std::string failure = world.Play();
  std::printf("%s\n", world.Record().DebugString().c_str());
  EXPECT_EQ(failure, "");
  EXPECT_EQ(RefereeAgainFrom(world, world.Record()), "");
}

}  // namespace
}  // namespace flagfall::simulation
