#include "arena/queries/tournament_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "arena/queries/ledger_messages.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::queries {
namespace {

using testing::IsEmpty;

class TournamentTimesTest : public testing::Test {
 protected:
  // A game in which Red was away and the host read Blue's two messages late.
  store::GameResult LateGame(std::uint32_t number, std::int64_t red_away, std::int64_t blue_delay) const {
    store::GameResult result = store::ResultOf(tournament_, number);
    result.record.mutable_red_use()->set_away_micros(red_away);
    result.record.mutable_red_use()->set_unsent_micros(2 * red_away);
    for (const v1::Side side : {v1::SIDE_BLUE, v1::SIDE_BLUE, v1::SIDE_RED}) {
      v1::RecordEntry& entry = *result.record.add_entries();
      entry.set_at_micros(result.record.entries_size() > 1 ? result.record.entries().rbegin()[1].at_micros() : 0);
      entry.set_side(side);
      entry.mutable_acted()->set_host_delay_micros(side == v1::SIDE_BLUE ? blue_delay : 1'000);
    }
    return result;
  }

  v1::Tournament Message() {
    const auto tournament = store::FindTournament(*database_, tournament_);
    TournamentTimes times;
    EXPECT_THAT(PlayedGames(*database_, *tournament, &times), IsOk());
    const auto voids = store::CountVoidGames(*database_, tournament_);
    EXPECT_THAT(voids, IsOk());
    v1::Tournament message = MessageOf(*tournament, 0);
    times.AddTo(*voids, message);
    return message;
  }

  v1::BotTimes TimesOf(const std::string& bot) {
    const v1::Tournament message = Message();
    for (const v1::BotTimes& times : message.times()) {
      if (times.bot() == bot) return times;
    }
    ADD_FAILURE() << "no times of " << bot;
    return {};
  }

  static std::map<v1::Reason, std::uint32_t> Counts(const google::protobuf::RepeatedPtrField<v1::ReasonCount>& voids) {
    std::map<v1::Reason, std::uint32_t> counts;
    for (const v1::ReasonCount& count : voids) counts[count.reason()] = count.games();
    return counts;
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
  std::uint32_t plies_ = 100;
};

TEST_F(TournamentTimesTest, SumsWhatTheRecordsOfGamesThatCountSayOfEachBot) {
  store::MustStore(*database_, LateGame(1, 300'000, 20'000));
  store::MustStore(*database_, LateGame(2, 200'000, 5'000));
  const v1::BotTimes ann = TimesOf("ann");
  EXPECT_EQ(ann.games(), 2u);
  EXPECT_DOUBLE_EQ(ann.away_seconds(), 0.5);
  EXPECT_DOUBLE_EQ(ann.unsent_seconds(), 1.0);
  EXPECT_DOUBLE_EQ(ann.host_delay_seconds(), 0.002);
  const v1::BotTimes bob = TimesOf("bob");
  EXPECT_DOUBLE_EQ(bob.away_seconds(), 0);
  EXPECT_DOUBLE_EQ(bob.host_delay_seconds(), 0.05);
  EXPECT_EQ(TimesOf("cid").games(), 0u);
}

TEST_F(TournamentTimesTest, CountsVoidAttemptsByCauseInAllAndForBothPlayers) {
  const auto store_void = [this](const char* red, const char* blue, v1::Reason reason, std::uint32_t number) {
    store::GameResult result = store::ResultOf(tournament_, number, red, blue, v1::RESULT_VOID, reason);
    // Another record than that of any other attempt.
    result.record.set_plies(plies_++);
    store::MustStore(*database_, result);
  };
  store_void("ann", "bob", v1::REASON_HOST_LATE, 1);
  store_void("ann", "bob", v1::REASON_SUPERVISOR_KILLED, 1);
  store_void("bob", "ann", v1::REASON_SUPERVISOR_KILLED, 2);
  store_void("cid", "ann", v1::REASON_SUPERVISOR_KILLED, 3);
  const v1::Tournament message = Message();
  ASSERT_EQ(message.voids_size(), 2);
  EXPECT_EQ(message.voids(0).reason(), v1::REASON_SUPERVISOR_KILLED) << "the most frequent first";
  EXPECT_EQ(Counts(message.voids()),
            (std::map<v1::Reason, std::uint32_t>{{v1::REASON_HOST_LATE, 1}, {v1::REASON_SUPERVISOR_KILLED, 3}}));
  EXPECT_EQ(Counts(TimesOf("ann").voids()),
            (std::map<v1::Reason, std::uint32_t>{{v1::REASON_HOST_LATE, 1}, {v1::REASON_SUPERVISOR_KILLED, 3}}));
  EXPECT_EQ(Counts(TimesOf("cid").voids()), (std::map<v1::Reason, std::uint32_t>{{v1::REASON_SUPERVISOR_KILLED, 1}}));
  EXPECT_THAT(TimesOf("dot").voids(), IsEmpty());
}

}  // namespace
}  // namespace flagfall::arena::queries
