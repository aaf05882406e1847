// Attacks with gRPC's own framing and fields, in valid HTTP/2.
#include <zlib.h>

#include <cstring>
#include <string>

#include "tests/abuse/attack.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

using std::chrono::milliseconds;

// Calls of health at once on a connection that no limit minds.
constexpr std::uint32_t kCallsAtOnce = 4;
// A reflection request for the file of that symbol, and all files that it needs.
constexpr absl::string_view kFileOfBotService =
    "\x22\x16"
    "flagfall.v1.BotService";
constexpr absl::string_view kFileOfArenaService =
    "\x22\x18"
    "flagfall.v1.ArenaService";

std::string WidestWindows() {
  return Preface(Setting(kInitialWindowSize, kWidestWindow)) + WindowUpdate(0, kWidestWindow - 65535);
}

// Calls of `path` one after the other, each with the fields and the bytes of its messages.
void Call(RawConnection& connection, absl::string_view path, absl::string_view fields, const std::string& messages) {
  connection.Send(WidestWindows());
  for (std::uint32_t stream = 1; connection.AwaitWindow(messages.size()); stream += 2) {
    connection.SpendWindow(messages.size());
    connection.Send(CallHeaders(stream, path, kNoFlags, fields) + LastData(stream, messages));
  }
}

// So many zeros, as gzip packs them: a thousandth.
std::string PackedZeros(std::size_t bytes) {
  std::string zeros(bytes, '\0');
  std::string packed(bytes / 500, '\0');
  z_stream stream{};
  constexpr int kGzip = 16;
  ::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(zeros.data());
  stream.avail_in = static_cast<uInt>(zeros.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

// Messages of 60 KB that become 60 MB.
void GzipBomb(RawConnection& connection) {
  static const std::string bomb = GrpcMessage(PackedZeros(60'000'000), /*is_compressed=*/true);
  Call(connection, kHealthCheckPath, HpackLiteral("grpc-encoding", "gzip"), bomb);
}

// A message that says that it is compressed, where the call says that none is; or by what nobody knows.
void CompressedByNothing(RawConnection& connection) {
  Call(connection, kHealthCheckPath, "", GrpcMessage("", /*is_compressed=*/true));
}
void CompressedByUnknown(RawConnection& connection) {
  Call(connection, kHealthCheckPath, HpackLiteral("grpc-encoding", "unknown"), GrpcMessage("x", true));
}

// A hundred short questions at a time on each of some calls, each question answered by all files of the protocol. The
// answers are read, and before they have come in full more is asked.
void ReflectionAmplification(RawConnection& connection) {
  const std::string requests = Repeated(GrpcMessage(kFileOfBotService) + GrpcMessage(kFileOfArenaService), 50);
  connection.Send(WidestWindows());
  for (std::uint32_t i = 0; i < kCallsAtOnce; ++i) connection.Send(CallHeaders(2 * i + 1, kReflectionPath));
  for (std::uint32_t i = 0; connection.AwaitWindow(requests.size()); i = (i + 1) % kCallsAtOnce) {
    connection.SpendWindow(requests.size());
    connection.Send(Frame(kData, 2 * i + 1, requests));
    connection.Pause(milliseconds(5));
  }
}

// The same, and nothing is read.
void ReflectionUnread(RawConnection& connection) {
  connection.Send(WidestWindows());
  const std::string requests = Repeated(GrpcMessage(kFileOfBotService), 100);
  for (std::uint32_t i = 0; i < kCallsAtOnce; ++i) {
    connection.Send(CallHeaders(2 * i + 1, kReflectionPath) + LastData(2 * i + 1, requests));
  }
  while (connection.Pause(milliseconds(100))) {
  }
}

// Messages of no bytes, more than three thousand in a frame.
void EmptyMessageFlood(RawConnection& connection) {
  Call(connection, kReflectionPath, "", Repeated(GrpcMessage(""), 3200));
}

// More messages than the one that the method takes.
void ManyMessagesForOne(RawConnection& connection) {
  Call(connection, kHealthCheckPath, "", Repeated(GrpcMessage(""), 3200));
}

// Calls that say nothing further.
void IdleStreams(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t i = 0; i < 40; ++i) {
    const char* const paths[] = {kPlayPath, "/nothing.here/Unknown", kHealthCheckPath, kHealthWatchPath};
    connection.Send(CallHeaders(2 * i + 1, paths[i % 4]));
  }
  while (connection.Receive()) connection.Pause(milliseconds(100));
}

// A message that comes by single bytes, a frame each.
void MessageByteByByte(RawConnection& connection) {
  connection.Send(Preface() + CallHeaders(1, kHealthCheckPath));
  const std::string message = GrpcMessage("\x0a\x7f" + std::string(127, 'x'));
  for (const char byte : message) {
    connection.Send(Frame(kData, 1, absl::string_view(&byte, 1)));
    if (!connection.Pause(milliseconds(5))) return;
  }
}

// Health asked for without end, and no answer read.
void SlowReader(RawConnection& connection) {
  connection.Send(WidestWindows());
  for (std::uint32_t stream = 1;; stream += 2) {
    if (!connection.Send(CallHeaders(stream, kHealthCheckPath) + LastData(stream, GrpcMessage("")))) return;
    // No budget of calls is spent by this.
    connection.Pause(milliseconds(70));
  }
}

// A message that claims 4 GiB, of which some come.
void LengthOfFourGib(RawConnection& connection) {
  connection.Send(Preface() + CallHeaders(1, kHealthCheckPath));
  std::string bytes = std::string(1, '\0') + BigEndian(0xffffffff, 4);
  bytes.resize(kFrameBytes - 1);
  while (connection.AwaitWindow(bytes.size())) {
    connection.SpendWindow(bytes.size());
    connection.Send(Frame(kData, 1, bytes));
  }
}

// Calls whose time is over as they begin.
void DeadlineFlood(RawConnection& connection) {
  Call(connection, kPlayPath, HpackLiteral("grpc-timeout", "1n"), GrpcMessage(""));
}

// A length that the call does not have: HTTP/2 makes that an error of the stream, which the server resets.
void ContentLengthLies(RawConnection& connection) {
  Call(connection, kHealthCheckPath, HpackLiteral("content-length", "4000000000"), GrpcMessage(""));
}

// Metadata that says what it must not, in each call: a token of 7 KB, and binary fields that are no base64.
void LargeTokens(RawConnection& connection) {
  Call(connection, kPlayPath, HpackLiteral("authorization", "Bearer " + std::string(7000, 'x')), GrpcMessage(""));
}
void BinaryMetadataRubbish(RawConnection& connection) {
  Call(connection, kPlayPath, HpackLiteral("rubbish-bin", std::string(7000, '!')), GrpcMessage(""));
}

// Methods that nobody serves, each of another name.
void UnknownMethods(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t stream = 1; connection.Receive(); stream += 2) {
    connection.Send(CallHeaders(stream, "/nothing.here/Method" + std::to_string(stream), kEndStream));
  }
}

}  // namespace

std::vector<Attack> GrpcAttacks() {
  using Demand = Attack::Demand;
  return {
      {"GzipBomb", "", GzipBomb, Demand::kNone},
      {"CompressedByNothing", "", CompressedByNothing},
      {"CompressedByUnknown", "", CompressedByUnknown},
      {"ReflectionAmplification", "", ReflectionAmplification, Demand::kNone},
      {"ReflectionUnread", "", ReflectionUnread, Demand::kNone},
      {"EmptyMessageFlood", "", EmptyMessageFlood, Demand::kNone},
      {"ManyMessagesForOne", "", ManyMessagesForOne, Demand::kNone},
      {"IdleStreams", "", IdleStreams, Demand::kNone},
      {"MessageByteByByte", "", MessageByteByByte, Demand::kNone},
      {"SlowReader", "", SlowReader, Demand::kNone},
      {"LengthOfFourGib", "", LengthOfFourGib, Demand::kNone},
      {"DeadlineFlood", "", DeadlineFlood},
      {"ContentLengthLies", "", ContentLengthLies},
      {"LargeTokens", "", LargeTokens},
      {"BinaryMetadataRubbish", "", BinaryMetadataRubbish},
      {"UnknownMethods", "", UnknownMethods},
  };
}

}  // namespace flagfall::abuse
