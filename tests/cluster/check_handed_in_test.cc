#include "arena/cluster/check_handed_in.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "referee/match/match.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::cluster {
namespace {

using absl::StatusCode;

// An entry of that many bytes, which is none, as it stands in a record.
std::string Entry(std::size_t bytes) {
  v1::GameRecord record;
  record.add_entries()->mutable_acted()->set_comment(std::string(bytes, 'x'));
  return record.SerializeAsString();
}

TEST(CheckRecordBounds, LetsRecordsPass) {
  v1::GameRecord record;
  record.set_game_id("7-1");
  record.set_seed(std::string(32, 's'));
  for (int entry = 0; entry < 1000; ++entry) record.add_entries()->set_at_micros(entry);
  EXPECT_THAT(CheckRecordBounds(record.SerializeAsString()), IsOk());
  EXPECT_THAT(CheckRecordBounds(""), IsOk());
}

TEST(CheckRecordBounds, EachIsGoneOver) {
  // Of two bytes each, for which a parsed record takes fifty times as much.
  const std::string empty = Entry(0).substr(0, 1) + std::string(1, '\0');
  std::string entries;
  for (std::size_t entry = 0; entry < kRecordEntriesMax; ++entry) entries += empty;
  EXPECT_THAT(CheckRecordBounds(entries), IsOk());
  EXPECT_THAT(CheckRecordBounds(entries + empty), IsError(StatusCode::kInvalidArgument, "at most 1000000 entries"));
  EXPECT_THAT(CheckRecordBounds(Entry(kRecordEntryBytesMax)),
              IsError(StatusCode::kInvalidArgument, "entry 1 of the record has"));
  v1::GameRecord header;
  header.set_game_id(std::string(kRecordHeaderBytesMax / 2, 'x'));
  EXPECT_THAT(CheckRecordBounds(header.SerializeAsString()), IsOk());
  header.set_imported_format(header.game_id());
  EXPECT_THAT(CheckRecordBounds(header.SerializeAsString()),
              IsError(StatusCode::kInvalidArgument, "beside its entries the record has"));
}

TEST(CheckRecordBounds, WhatIsNoRecordIsRefused) {
  for (const std::string& bytes : {std::string("\xff"), Entry(100).substr(0, 50), std::string("\x0c")}) {
    EXPECT_THAT(CheckRecordBounds(bytes), IsError(StatusCode::kInvalidArgument, "cannot be read"));
  }
}

MatchSpec Barrage() {
  MatchSpec spec;
  spec.game_id = "7-1";
  spec.seed = std::string(32, 's');
  spec.ruleset.set_id("barrage");
  spec.red.set_name("ann");
  spec.blue.set_name("ben");
  spec.time_control.set_base_micros(1'000'000);
  spec.time_control.set_set_up_micros(1'000'000);
  return spec;
}

TEST(CheckHandedIn, TakesTheRecordOfTheGameAndNoOther) {
  absl::StatusOr<std::unique_ptr<Match>> match = Match::Create(Barrage(), Micros(0));
  ASSERT_THAT(match, IsOk());
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) (*match)->Connected(side, {}, Micros(0));
  (*match)->Resigned(v1::SIDE_RED, Micros(10));
  ASSERT_TRUE((*match)->IsOver());
  const MatchSpec spec = (*match)->Spec();
  const v1::GameRecord record = (*match)->TakeRecord();
  EXPECT_THAT(CheckHandedIn(spec, record), IsOk());
  // Each field that is known before the game, given where it was not, and left out where it was.
  const auto* const reflection = record.GetReflection();
  int refused = 0;
  for (int i = 0; i < record.GetDescriptor()->field_count(); ++i) {
    const auto* const field = record.GetDescriptor()->field(i);
    const bool is_played = field->is_repeated() || field->name().ends_with("_sha256") ||
                           field->name().ends_with("_use") || field->name() == "outcome" || field->name() == "plies" ||
                           field->name() == "start_time";
    if (is_played) continue;
    v1::GameRecord changed = record;
    if (reflection->HasField(record, field)) {
      reflection->ClearField(&changed, field);
    } else if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
      reflection->MutableMessage(&changed, field);
    } else {
      reflection->SetString(&changed, field, "x");
    }
    EXPECT_THAT(CheckHandedIn(spec, changed), IsError(StatusCode::kInvalidArgument, "it differs in " + field->name()))
        << field->name();
    ++refused;
  }
  EXPECT_EQ(refused, 10);
  v1::GameRecord more = record;
  more.GetReflection()->MutableUnknownFields(&more)->AddVarint(999, 1);
  EXPECT_THAT(CheckHandedIn(spec, more), IsError(StatusCode::kInvalidArgument, "it differs in "));
}

}  // namespace
}  // namespace flagfall::arena::cluster
