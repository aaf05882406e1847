#ifndef ARENA_STORE_RECORD_CODEC_H_
#define ARENA_STORE_RECORD_CODEC_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::store {

// The largest record before compression: well above the longest game with a comment on each ply.
inline constexpr std::size_t kRecordBytesMax = 64 << 20;

// A record as the ledger stores it.
struct EncodedRecord {
  // The message's bytes, compressed by zstd.
  std::string compressed;
  // The SHA-256 of the bytes before compression.
  std::string sha256;
};

// INVALID_ARGUMENT when the record is larger than kRecordBytesMax.
absl::StatusOr<EncodedRecord> EncodeRecord(const v1::GameRecord& record);

// DATA_LOSS when the bytes are not those that were encoded.
absl::StatusOr<v1::GameRecord> DecodeRecord(absl::string_view compressed, absl::string_view sha256);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_RECORD_CODEC_H_
