#include "arena/cluster/check_handed_in.h"

#include <gtest/gtest.h>

#include <string>

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

}  // namespace
}  // namespace flagfall::arena::cluster
