#include "arena/store/record_codec.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/store/compression.h"
#include "referee/base/sha256.h"

namespace flagfall::arena::store {
namespace {

// Records are small, so a higher level costs time and saves almost nothing.
constexpr int kCompressionLevel = 1;

absl::Status Damaged(absl::string_view what) {
  return absl::DataLossError(absl::StrCat("the stored record is damaged: ", what));
}

}  // namespace

absl::StatusOr<EncodedRecord> EncodeRecord(const v1::GameRecord& record) {
  const std::string bytes = record.SerializeAsString();
  if (bytes.size() > kRecordBytesMax) {
    return absl::InvalidArgumentError(absl::StrCat("the record of game ", record.game_id(), " has ", bytes.size(),
                                                   " bytes; at most ", kRecordBytesMax, " are stored"));
  }
  return EncodedRecord{.compressed = Compress(bytes, kCompressionLevel), .sha256 = Sha256Of(bytes)};
}

absl::StatusOr<v1::GameRecord> DecodeRecord(absl::string_view compressed, absl::string_view sha256) {
  const std::optional<std::string> bytes = Decompress(compressed, kRecordBytesMax);
  if (!bytes.has_value()) return Damaged("it cannot be decompressed");
  if (Sha256Of(*bytes) != sha256) return Damaged("its SHA-256 is not the one stored beside it");
  v1::GameRecord record;
  if (!record.ParseFromString(*bytes)) return Damaged("it is not a GameRecord");
  return record;
}

}  // namespace flagfall::arena::store
