#include "arena/store/compression.h"

#include <zstd.h>

#include <memory>

#include "referee/base/check.h"

namespace flagfall::arena::store {
namespace {

// The compressor's working memory, kept for each thread. A new one for each record would have to be cleared each time.
ZSTD_CCtx* CompressionContext() {
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  return context.get();
}

}  // namespace

std::string Compress(absl::string_view bytes, int level) {
  const std::size_t bound = ZSTD_compressBound(bytes.size());
  const auto compressed = std::make_unique_for_overwrite<char[]>(bound);
  const std::size_t size =
      ZSTD_compressCCtx(CompressionContext(), compressed.get(), bound, bytes.data(), bytes.size(), level);
  FLAGFALL_CHECK(ZSTD_isError(size) == 0);
  return std::string(compressed.get(), size);
}

std::optional<std::string> Decompress(absl::string_view compressed, std::size_t bytes_max) {
  const unsigned long long size = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > bytes_max) return std::nullopt;
  std::string bytes(size, '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), compressed.data(), compressed.size());
  if (ZSTD_isError(got) != 0 || got != size) return std::nullopt;
  return bytes;
}

}  // namespace flagfall::arena::store
