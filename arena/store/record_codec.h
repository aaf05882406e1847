#ifndef ARENA_STORE_RECORD_CODEC_H_
#define ARENA_STORE_RECORD_CODEC_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena {

// No record may be larger, before compression: well above the longest game with a comment on every ply.
inline constexpr std::size_t kRecordBytesMax = 64 << 20;

// A record as the ledger keeps it.
struct EncodedRecord {
  // zstd over the message's bytes.
  std::string compressed;
  // Of the bytes before compression; 32 bytes.
  std::string sha256;
};

// INVALID_ARGUMENT when the record is larger than kRecordBytesMax.
absl::StatusOr<EncodedRecord> EncodeRecord(const v1::GameRecord& record);

// DATA_LOSS when the bytes are not what was encoded.
absl::StatusOr<v1::GameRecord> DecodeRecord(absl::string_view compressed, absl::string_view sha256);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_RECORD_CODEC_H_
