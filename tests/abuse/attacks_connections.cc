// Attacks with connections themselves, in the clear.
#include <string>

#include "tests/abuse/attack.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

using std::chrono::milliseconds;

// The preface, a byte at a time, more slowly than anybody waits.
void PrefaceByteByByte(RawConnection& connection) {
  for (const char byte : Preface()) {
    if (!connection.Send(absl::string_view(&byte, 1)) || !connection.Pause(milliseconds(300))) return;
  }
}

void SilentConnections(RawConnection& connection) {
  while (connection.Pause(milliseconds(1000))) {
  }
}

void OpenedAndClosed(RawConnection& /*connection*/) {}

// With a call that is under way when the connection is closed.
void ClosedWithinCalls(RawConnection& connection) {
  connection.Send(Preface() + CallHeaders(1, kPlayPath) + CallHeaders(3, kHealthWatchPath));
}

// The connection of each is new, and of an address that has never been seen.
void ManyAddresses(RawConnection& connection) {
  connection.Send(Preface());
  for (std::uint32_t stream = 1; stream < 32; stream += 2) {
    connection.Send(CallHeaders(stream, kPlayPath, kEndStream));
  }
  connection.Pause(milliseconds(20));
}

// What HTTP/1.1 would send, with a header without end.
void HttpOneWithoutEnd(RawConnection& connection) {
  connection.Send("GET / HTTP/1.1\r\nHost: x\r\n");
  while (connection.Send("X-Header: " + std::string(1000, 'x') + "\r\n")) {
  }
}

void ZerosForPreface(RawConnection& connection) {
  const std::string zeros(kFrameBytes, '\0');
  while (connection.Send(zeros)) {
  }
}

}  // namespace

std::vector<Attack> ConnectionAttacks() {
  using Demand = Attack::Demand;
  return {
      {"PrefaceByteByByte", "", PrefaceByteByByte, Demand::kEnd},
      {"SilentConnections", "", SilentConnections, Demand::kEnd},
      {"OpenedAndClosed", "", OpenedAndClosed, Demand::kNone},
      {"ClosedWithinCalls", "", ClosedWithinCalls, Demand::kNone},
      {"ManyAddresses", "", ManyAddresses, Demand::kNone, false, true},
      {"RapidResetFromManyAddresses", "CVE-2023-44487", AttackNamed("RapidReset", StreamAttacks()).run,
       Demand::kEndOrWait, false, true},
      {"HttpOneWithoutEnd", "", HttpOneWithoutEnd, Demand::kEnd},
      {"ZerosForPreface", "", ZerosForPreface, Demand::kEnd},
  };
}

}  // namespace flagfall::abuse
