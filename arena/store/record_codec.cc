#include "arena/store/record_codec.h"

#include <zstd.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"

namespace flagfall::arena::store {
namespace {

// Records are small, so a higher level costs time and saves almost nothing.
constexpr int kCompressionLevel = 1;

// The compressor's working memory, kept for each thread. A new one for each record would have to be cleared each time.
ZSTD_CCtx* Context() {
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  return context.get();
}

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
  const std::size_t bound = ZSTD_compressBound(bytes.size());
  const auto compressed = std::make_unique_for_overwrite<char[]>(bound);
  const std::size_t size =
      ZSTD_compressCCtx(Context(), compressed.get(), bound, bytes.data(), bytes.size(), kCompressionLevel);
  FLAGFALL_CHECK(ZSTD_isError(size) == 0);
  return EncodedRecord{.compressed = std::string(compressed.get(), size), .sha256 = Sha256Of(bytes)};
}

absl::StatusOr<v1::GameRecord> DecodeRecord(absl::string_view compressed, absl::string_view sha256) {
  const unsigned long long size = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kRecordBytesMax) {
    return Damaged("it is not compressed as it should be");
  }
  std::string bytes(size, '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), compressed.data(), compressed.size());
  if (ZSTD_isError(got) != 0 || got != size) return Damaged("it cannot be decompressed");
  if (Sha256Of(bytes) != sha256) return Damaged("its SHA-256 is not the one stored beside it");
  v1::GameRecord record;
  if (!record.ParseFromString(bytes)) return Damaged("it is not a GameRecord");
  return record;
}

}  // namespace flagfall::arena::store
