// R10.7: a record refereed again gives the same, and whatever was changed in it is found.
#include "referee/match/referee_again.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <random>

#include "referee/match/match_limits.h"
#include "referee/match/time_control_scale.h"
#include "tests/match/driver.h"

namespace flagfall {
namespace {

// A game with everything in it that a record can hold; Blue resigns after a few plies.
v1::GameRecord EventfulGame() {
  MatchSpec spec = CountingSpec("10+1 setup=5");
  spec.policy.set_illegal_retries(3);
  Driver driver(spec);
  driver.Connect(kRed);
  driver.now += milliseconds(10);
  driver.Connect(kBlue);
  driver.now += milliseconds(10);
  driver.SetUp(kBlue);
  driver.now += milliseconds(10);
  driver.SetUp(kRed);
  driver.now += milliseconds(10);
  driver.Ply(2, milliseconds(1));
  driver.now += milliseconds(10);
  driver.Offer(kRed);
  driver.now += milliseconds(10);
  driver.Ply(3);
  driver.now += milliseconds(10);
  driver.Act(kRed, 3, CountingGame::Count(1, 9));
  driver.now += milliseconds(10);
  v1::Act huge;
  huge.set_game_id("game-1");
  huge.set_decision(3);
  for (int i = 0; i < 3000; ++i) huge.mutable_action()->mutable_set_up()->add_placements();
  driver.Act(kRed, huge);
  driver.now += milliseconds(10);
  driver.Disconnect(kRed);
  driver.now += milliseconds(10);
  driver.Connect(kRed);
  driver.now += milliseconds(10);
  driver.Ply(1);
  driver.now += milliseconds(10);
  driver.Act(kBlue, 3, CountingGame::Count(6, 9), milliseconds(2), "good");
  driver.now += milliseconds(10);
  driver.Resign(kBlue, milliseconds(1));
  driver.ExpectOver(v1::RESULT_RED_WINS, v1::REASON_RESIGNED);
  return driver.Record();
}

absl::Status Again(const v1::GameRecord& record) { return RefereeAgain(record, NewCountingGame); }

TEST(RefereeAgain, AgreesWithARealRecordAndItsBytes_R10_7) {
  const v1::GameRecord record = EventfulGame();
  EXPECT_THAT(Again(record), IsOk());
  v1::GameRecord parsed;
  ASSERT_TRUE(parsed.ParseFromString(record.SerializeAsString()));
  EXPECT_THAT(Again(parsed), IsOk());
  EXPECT_EQ(parsed.SerializeAsString(), record.SerializeAsString());
  EXPECT_EQ(record.start_time().seconds(), 1'700'000'000);
  EXPECT_EQ(record.start_time().nanos(), 123'456'000);
}

TEST(RefereeAgain, WhatTheBotsUsedIsNoPartOfTheGame) {
  v1::GameRecord record = EventfulGame();
  record.mutable_red_use()->set_cpu_micros(7);
  EXPECT_THAT(Again(record), IsOk());
}

// A game as it was refereed before the clock of a bot that is away, or that does not take its message, ran: in it Blue
// is away while its second decision is opened, answers its third before that was sent, and never takes its fourth.
TEST(RefereeAgain, ARecordOfOlderRulesForClocksIsRefereedByThem) {
  std::ifstream file(FLAGFALL_OLD_RECORD);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  v1::GameRecord record;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &record));
  ASSERT_EQ(record.entries_size(), 15);
  EXPECT_EQ(record.outcome().reason(), v1::REASON_SLOW_READER);
  EXPECT_THAT(Again(record), IsOk());
}

struct Tampering {
  const char* what;
  absl::StatusCode code;
  const char* error;
  std::function<void(v1::GameRecord&)> tamper;
};

v1::Acted* FirstPly(v1::GameRecord& record) {
  for (v1::RecordEntry& entry : *record.mutable_entries()) {
    if (entry.acted().action().has_ply()) return entry.mutable_acted();
  }
  return nullptr;
}

v1::RecordEntry* First(v1::GameRecord& record, v1::RecordEntry::KindCase kind) {
  for (v1::RecordEntry& entry : *record.mutable_entries()) {
    if (entry.kind_case() == kind) return &entry;
  }
  return nullptr;
}

using Record = v1::GameRecord;
using Entry = v1::RecordEntry;
constexpr auto kBad = absl::StatusCode::kInvalidArgument;
constexpr auto kLoss = absl::StatusCode::kDataLoss;

// Of what the record says came out.
std::vector<Tampering> OutcomeTamperings() {
  return {
      {"another winner", kLoss, "outcome: recorded {result: RESULT_BLUE_WINS",
       [](Record& r) { r.mutable_outcome()->set_result(v1::RESULT_BLUE_WINS); }},
      {"another reason", kLoss, "outcome: recorded {result: RESULT_RED_WINS reason: REASON_OUT_OF_TIME",
       [](Record& r) { r.mutable_outcome()->set_reason(v1::REASON_OUT_OF_TIME); }},
      {"another detail", kLoss, "outcome", [](Record& r) { r.mutable_outcome()->set_detail("blue gave up"); }},
      {"no outcome", kLoss, "outcome", [](Record& r) { r.clear_outcome(); }},
      {"Red's digest", kLoss, "digests", [](Record& r) { (*r.mutable_red_events_sha256())[0] ^= 1; }},
      {"Blue's digest", kLoss, "digests", [](Record& r) { r.clear_blue_events_sha256(); }},
      {"the spectators' digest", kLoss, "digests", [](Record& r) { (*r.mutable_spectator_events_sha256())[31] ^= 1; }},
  };
}

// Of what the record says before its entries.
std::vector<Tampering> HeaderTamperings() {
  return {
      {"a seed too short", kBad, "the seed has 31 bytes", [](Record& r) { r.mutable_seed()->pop_back(); }},
      {"no seed", kBad, "the seed has 0 bytes", [](Record& r) { r.clear_seed(); }},
      {"no game id", kBad, "game id", [](Record& r) { r.clear_game_id(); }},
      {"another time control", kLoss, "clock_micros",
       [](Record& r) { r.mutable_time_control()->set_increment_micros(1'000'001); }},
      {"a scale of no machine", kBad, "time_control_scale has a speed of 0",
       [](Record& r) { r.mutable_time_control_scale(); }},
      {"a scale that does not follow", kBad, "time_control_scale.scale_ppm is 1500001; from 300 and 200 plies a second",
       [](Record& r) {
         r.mutable_time_control_scale()->set_reference_plies_per_second(300);
         r.mutable_time_control_scale()->set_machine_plies_per_second(200);
         r.mutable_time_control_scale()->set_scale_ppm(1'500'001);
       }},
      {"no time control", kBad, "set-up time", [](Record& r) { r.clear_time_control(); }},
      {"fewer retries", kLoss, "the game was over before it",
       [](Record& r) { r.mutable_policy()->set_illegal_retries(0); }},
      {"impossible retries", kBad, "illegal_retries",
       [](Record& r) { r.mutable_policy()->set_illegal_retries(1'000'000); }},
      {"a smaller max_plies", kLoss, "the game was over before it",
       [](Record& r) { r.mutable_policy()->set_max_plies(2); }},
      {"no grace", kBad, "disconnect_grace", [](Record& r) { r.mutable_policy()->set_disconnect_grace_micros(-1); }},
      {"a start before 1970", kBad, "start_time", [](Record& r) { r.mutable_start_time()->set_seconds(-1); }},
      {"a start after all times", kBad, "start_time",
       [](Record& r) { r.mutable_start_time()->set_seconds(INT64_MAX); }},
      {"a start finer than a microsecond", kLoss, "outside of its entries",
       [](Record& r) { r.mutable_start_time()->set_nanos(1); }},
      {"unknown fields", kLoss, "outside of its entries",
       [](Record& r) { r.GetReflection()->MutableUnknownFields(&r)->AddVarint(99, 1); }},
  };
}

// Of the entries, whatever they hold.
std::vector<Tampering> EntryTamperings() {
  return {
      {"an earlier time", kLoss, "clock_micros", [](Record& r) { r.mutable_entries(6)->set_at_micros(39'999); }},
      {"a later time", kBad, "entry 8 of 18: at_micros is 40000; it must be between 40001",
       [](Record& r) { r.mutable_entries(6)->set_at_micros(40'001); }},
      {"a time that goes back", kBad, "entry 8 of 18: at_micros is 39999; it must be between 40000",
       [](Record& r) { r.mutable_entries(7)->set_at_micros(39'999); }},
      {"a time before the match", kBad, "entry 1 of 18: at_micros is -1",
       [](Record& r) { r.mutable_entries(0)->set_at_micros(-1); }},
      {"a time beyond all matches", kBad, "entry 18 of 18: at_micros is",
       [](Record& r) { r.mutable_entries(17)->set_at_micros(INT64_MAX); }},
      {"the other side", kLoss, "entry 7 of 18", [](Record& r) { r.mutable_entries(6)->set_side(kBlue); }},
      {"no side", kBad, "side is 0; it must be red or blue",
       [](Record& r) { r.mutable_entries(6)->set_side(v1::SIDE_UNSPECIFIED); }},
      {"an unknown side", kBad, "side is 7",
       [](Record& r) { r.mutable_entries(6)->set_side(static_cast<v1::Side>(7)); }},
      {"an entry without content", kBad, "entry 7 of 18: it says nothing",
       [](Record& r) { r.mutable_entries(6)->clear_kind(); }},
      {"an entry taken out", kLoss, "entry 7 of 17", [](Record& r) { r.mutable_entries()->DeleteSubrange(6, 1); }},
      {"the last entry taken out", kLoss, "the game is still on", [](Record& r) { r.mutable_entries()->RemoveLast(); }},
      {"all entries taken out", kLoss, "the game is still on", [](Record& r) { r.clear_entries(); }},
      {"two entries swapped", kBad, "at_micros", [](Record& r) { r.mutable_entries()->SwapElements(6, 8); }},
      {"an entry after the end", kLoss, "entry 19 of 19: recorded {at_micros: 130000",
       [](Record& r) { *r.add_entries() = r.entries(17); }},
      {"an entry that changes nothing", kLoss, "entry 9 of 19",
       [](Record& r) {
         *r.add_entries() = r.entries(7);
         for (int i = r.entries_size() - 1; i > 8; --i) r.mutable_entries()->SwapElements(i, i - 1);
       }},
      {"the look at the clock of a player", kBad, "side is 1; it must be absent",
       [](Record& r) { r.mutable_entries(17)->set_side(kRed), r.mutable_entries(17)->mutable_time_passed(); }},
      {"an offer taken out", kLoss, "entry 9 of 17", [](Record& r) { r.mutable_entries()->DeleteSubrange(7, 1); }},
  };
}

// Of what the entries hold.
std::vector<Tampering> ContentTamperings() {
  return {
      {"another ply", kLoss, "entry 10 of 18",
       [](Record& r) { FirstPly(r)->mutable_action()->mutable_ply()->set_to(3); }},
      {"an illegal ply", kLoss, "entry 7 of 18",
       [](Record& r) { FirstPly(r)->mutable_action()->mutable_ply()->set_to(4); }},
      {"another decision", kLoss, "entry 7 of 18", [](Record& r) { FirstPly(r)->set_decision(3); }},
      {"sent earlier", kBad, "sent_micros is 29999; it must be between 30000",
       [](Record& r) { FirstPly(r)->set_sent_micros(29'999); }},
      {"sent later", kLoss, "clock_micros", [](Record& r) { FirstPly(r)->set_sent_micros(30'001); }},
      {"sent never", kLoss, "entry 7 of 18", [](Record& r) { FirstPly(r)->clear_sent_micros(); }},
      {"sent after it was answered", kBad, "sent_micros is 40001",
       [](Record& r) { FirstPly(r)->set_sent_micros(40'001); }},
      {"another host delay", kLoss, "clock_micros", [](Record& r) { FirstPly(r)->set_host_delay_micros(2'000); }},
      {"a host delay below 0", kBad, "host_delay_micros is -1",
       [](Record& r) { FirstPly(r)->set_host_delay_micros(-1); }},
      {"a host delay longer than the match", kBad, "host_delay_micros is",
       [](Record& r) { FirstPly(r)->set_host_delay_micros(INT64_MAX); }},
      {"another clock", kLoss, "clock_micros", [](Record& r) { FirstPly(r)->set_clock_micros(1); }},
      {"a comment too long", kLoss, "entry 7 of 18",
       [](Record& r) { FirstPly(r)->set_comment(std::string(kCommentBytesMax + 1, 'c')); }},
      {"an oversized action made smaller", kBad, "oversized_action_bytes",
       [](Record& r) {
         for (Entry& e : *r.mutable_entries()) {
           if (e.acted().oversized_action_bytes() > 0) e.mutable_acted()->set_oversized_action_bytes(17);
         }
       }},
      {"an oversized action beside one", kBad, "oversized_action_bytes",
       [](Record& r) { FirstPly(r)->set_oversized_action_bytes(5000); }},
      {"gone for good", kLoss, "red went for good",
       [](Record& r) { First(r, Entry::kDisconnected)->mutable_disconnected()->set_for_good(true); }},
      {"a slow reader", kLoss, "REASON_SLOW_READER",
       [](Record& r) { First(r, Entry::kDisconnected)->mutable_disconnected()->set_slow_reader(true); }},
      {"a host's abort", kLoss, "RESULT_VOID",
       [](Record& r) {
         r.mutable_entries(17)->clear_side();
         r.mutable_entries(17)->mutable_aborted()->mutable_outcome()->set_result(static_cast<v1::Result>(9));
       }},
      {"unknown fields of an entry", kLoss, "entry 3 of 18",
       [](Record& r) {
         Entry& e = *r.mutable_entries(2);
         e.GetReflection()->MutableUnknownFields(&e)->AddVarint(99, 1);
       }},
  };
}

TEST(RefereeAgain, FindsPlantedTamperings_R10_7) {
  const v1::GameRecord record = EventfulGame();
  ASSERT_EQ(record.entries_size(), 18) << record.DebugString();
  for (const auto& tamperings : {OutcomeTamperings(), HeaderTamperings(), EntryTamperings(), ContentTamperings()}) {
    for (const Tampering& tampering : tamperings) {
      v1::GameRecord tampered = record;
      tampering.tamper(tampered);
      EXPECT_THAT(Again(tampered), IsError(tampering.code, tampering.error)) << tampering.what;
    }
  }
}

// The tournament's time control, from which the scale led to the record's, is not in the record.
TEST(RefereeAgain, AScaledGameIsRefereedByTheTimesThatWerePlayed) {
  v1::GameRecord record = EventfulGame();
  *record.mutable_time_control_scale() = *ScaleFor(300'000, 200'000);
  EXPECT_THAT(Again(record), IsOk());
}

TEST(RefereeAgain, WhatIsSaidOfThePlayersIsNotTheReferees) {
  // Names, the wall clock and the ruleset's own text do not follow from anything; a store that wants them safe hashes
  // the record as a whole.
  v1::GameRecord record = EventfulGame();
  record.mutable_red()->set_name("eve");
  record.mutable_start_time()->set_seconds(1);
  EXPECT_THAT(Again(record), IsOk());
}

// Protobuf complains on standard error of each damaged string.
class DamagedRecords : public testing::Test {
 private:
  google::protobuf::LogSilencer silencer_;
};

TEST_F(DamagedRecords, AnyByteFlippedIsFoundOrHarmless) {
  const std::string bytes = EventfulGame().SerializeAsString();
  int parsed = 0;
  int found = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      v1::GameRecord record;
      if (!record.ParseFromString(flipped)) continue;
      ++parsed;
      const absl::Status status = Again(record);
      if (!status.ok()) {
        ++found;
        continue;
      }
      // Harmless: refereed again it gave this very record, so its outcome is the one that its entries lead to.
      ASSERT_EQ(record.outcome().result(), v1::RESULT_RED_WINS);
      ASSERT_EQ(record.outcome().reason(), v1::REASON_RESIGNED);
    }
  }
  EXPECT_GT(parsed, 2000);
  EXPECT_GT(found, parsed / 2);
}

TEST_F(DamagedRecords, RandomDamageNeverCrashesIt) {
  const std::string bytes = EventfulGame().SerializeAsString();
  std::mt19937_64 random(7);
  int parsed = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = bytes;
    for (auto hits = 1 + random() % 6; hits > 0; --hits) {
      const std::size_t at = random() % damaged.size();
      const auto kind = random() % 4;
      if (kind == 0) damaged.erase(at, 1 + random() % 9);
      if (kind == 1) damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 40));
      if (kind >= 2) damaged[at] = static_cast<char>(random());
      if (damaged.empty()) damaged = "x";
    }
    v1::GameRecord record;
    if (!record.ParseFromString(damaged)) continue;
    ++parsed;
    static_cast<void>(Again(record));
  }
  EXPECT_GT(parsed, 1000);
}

}  // namespace
}  // namespace flagfall
