// Any bytes as a record, as `verify` and the import of records have them: they are refused with a message, or the
// record is refereed again alike, and can then be stored, shown and written in every format.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/replay/finished_replay.h"
#include "arena/store/record_codec.h"
#include "referee/base/check.h"
#include "referee/match/referee_again.h"
#include "referee/rules/archive_xml.h"
#include "referee/rules/imported_record.h"
#include "referee/rules/record_text.h"
#include "tests/fuzz/drawn_record.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/message_mutator.h"

namespace flagfall::fuzz::record_fuzz {
namespace {

// What anybody may do with a record that was found right.
void UseRecord(const v1::GameRecord& record) {
  const auto encoded = arena::store::EncodeRecord(record);
  FLAGFALL_CHECK(encoded.ok());
  const auto decoded = arena::store::DecodeRecord(encoded->compressed, encoded->sha256);
  FLAGFALL_CHECK(decoded.ok() && decoded->SerializeAsString() == record.SerializeAsString());
  const auto text = TextOf(record);
  FLAGFALL_CHECK(text.ok() || !text.status().message().empty());
  const auto xml = ArchiveXmlOf(record);
  FLAGFALL_CHECK(xml.ok() || !xml.status().message().empty());
  const auto replay = arena::replay::FinishedReplay(record, v1::GameSummary());
  FLAGFALL_CHECK(replay.ok() || absl::IsUnimplemented(replay.status()));
}

// The same for one that was refused: each refuses it, too, or does what it can.
void TryRefused(const v1::GameRecord& record) {
  TextOf(record).status().IgnoreError();
  ArchiveXmlOf(record).status().IgnoreError();
  arena::replay::FinishedReplay(record, v1::GameSummary()).status().IgnoreError();
}

void Try(const v1::GameRecord& record) {
  const absl::Status imported = CheckImportedRecord(record);
  FLAGFALL_CHECK(imported.ok() ? !record.imported_format().empty() : !imported.message().empty());
  if (imported.ok()) {
    FLAGFALL_CHECK(!UncheckedOf(record).empty());
    return UseRecord(record);
  }
  const absl::Status again = RefereeAgain(record);
  if (again.ok()) return UseRecord(record);
  FLAGFALL_CHECK(!again.message().empty());
  TryRefused(record);
}

}  // namespace

FLAGFALL_FUZZER(record) {
  v1::GameRecord record;
  if (record.ParseFromArray(bytes, static_cast<int>(size))) Try(record);
  return 0;
}

FLAGFALL_FUZZER_MUTATOR(record) {
  Random random(seed);
  v1::GameRecord record;
  const auto draw = [](google::protobuf::Message& message, Random& draws) { message.CopyFrom(DrawnRecord(draws)); };
  return Written(MutatedAs(record, {reinterpret_cast<const char*>(data), size}, bytes_max, random, draw), data,
                 bytes_max);
}

}  // namespace flagfall::fuzz::record_fuzz
