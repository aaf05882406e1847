#include "arena/web/gzip.h"

#include <zlib.h>

#include <limits>

#include "referee/base/check.h"

namespace flagfall::arena::web {
namespace {

// JSON shrinks to about a tenth at any level; higher levels take several times as long to gain some percent.
constexpr int kLevel = 4;
constexpr int kWindowBits = 15;
// Added to the window's bits, this asks zlib for gzip's frame.
constexpr int kGzipFrame = 16;
constexpr int kMemoryLevel = 8;

}  // namespace

std::string Gzip(absl::string_view bytes) {
  FLAGFALL_CHECK(bytes.size() <= std::numeric_limits<uInt>::max());
  z_stream stream{};
  FLAGFALL_CHECK(
      deflateInit2(&stream, kLevel, Z_DEFLATED, kWindowBits + kGzipFrame, kMemoryLevel, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  FLAGFALL_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace flagfall::arena::web
