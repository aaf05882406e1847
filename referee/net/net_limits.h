#ifndef REFEREE_NET_NET_LIMITS_H_
#define REFEREE_NET_NET_LIMITS_H_

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "referee/base/descriptor.h"
#include "referee/base/micros.h"

// Everything that whoever can reach a socket could have too much of, token or none. tests/net, tests/service and
// tests/abuse go one over each of these, with smaller numbers over those for all of a peer's connections and for all
// peers together.
namespace flagfall::limits {

// Connections at once at a bot's own socket, and those that come to the games with its token from elsewhere; further
// ones are closed as they come.
inline constexpr int kConnectionsPerBot = 4;
// Connections that a bot may make there, whether they last or not; one more is closed as it comes.
inline constexpr double kConnectionBurst = 32;
inline constexpr double kConnectionsPerSecond = 4;
// The same for whoever dials in from one address (of IPv6, one network of 64 bits) where all may dial in. A school's
// bots may share an address. A connection by which somebody has called whom the host trusts, with the token of a worker
// or of a host, is a peer of its own from then on: the workers of a cluster may all stand behind one address.
inline constexpr std::size_t kConnectionsPerAddress = 64;
inline constexpr double kAddressBurst = 64;
inline constexpr double kAddressPerSecond = 32;
// And for all of them together. Fewer at once where the process may not have that many descriptors.
inline constexpr std::size_t kConnections = 1024;
inline constexpr double kArrivalBurst = 256;
inline constexpr double kArrivalsPerSecond = 64;
// What one of them may take of the descriptors that the process may have.
inline constexpr std::size_t kDescriptorsPerConnection = 1;
// How many may be open at once, so that half of the descriptors are left for everything else in the process.
inline std::size_t ConnectionsInAll() {
  return std::min(kConnections, DescriptorsMax() / 2 / kDescriptorsPerConnection);
}
// When the system has no descriptor for a connection that waits, and none to refuse it with, its listener is left alone
// for so long.
inline constexpr Micros kAcceptAgainAfter = std::chrono::milliseconds(100);
// From being accepted to the end of the client's preface and its settings, with TLS's handshake before them where there
// is one.
inline constexpr Micros kOpeningWithin = std::chrono::seconds(5);
// Calls that may begin on one connection, whether they last or not; one more, and the connection is closed. A
// call that is taken back at once costs the thread some 5 us, and no limit of calls at once sees it. Calls of a caller
// whom the host trusts give back what they took here when they are answered.
inline constexpr double kCallBurst = 64;
inline constexpr double kCallsPerSecond = 16;
// On all connections of one bot or address together, so that nobody can use up what stands below alone.
inline constexpr double kCallBurstOfPeer = 256;
inline constexpr double kCallsPerSecondOfPeer = 64;
// And on all connections together where all may dial in: a fiftieth of the public loop's. One more is refused, and its
// connection goes on.
inline constexpr double kCallBurstOfAll = 8192;
inline constexpr double kCallsPerSecondOfAll = 4096;
// HTTP/2 frames that a client may send ahead of messages that it got, on one connection. Each gives some back:
// a message is answered by a message, and acknowledged by two frames more.
inline constexpr double kFrameBurst = 2048;
inline constexpr double kFramesPerSecond = 512;
inline constexpr int kFramesForOne = 4;
// So many bytes of messages that a client sends give one back as well: uploads are few large frames.
inline constexpr double kBytesForOne = 1024;
// What is read of all connections of one bot or address, in bytes. More waits in the sender.
inline constexpr double kBytesAhead = 1 << 20;
inline constexpr double kBytesPerSecond = 8 << 20;
// The thread's time that the connections of one address may cost together where strangers dial in, in microseconds.
// More waits in the sender. Nobody who plays is served there.
inline constexpr double kCpuMicrosAhead = 250'000;
inline constexpr double kCpuMicrosPerSecond = 250'000;
// What a connection that the server has ended gets to read what was said last, and a stream that is being ended.
inline constexpr Micros kLinger = std::chrono::seconds(2);

// A thread that neither ran nor waited for a core for so long without having wanted to sleep stood still. A shorter
// time may be a page that had to be read, or a lock.
inline constexpr Micros kStandstill = std::chrono::milliseconds(10);
// A loop with games sleeps no longer than this at a time, so that a standstill is noticed in time and measured to this.
// A wake-up for nothing costs some microseconds.
inline constexpr Micros kHeartbeat = std::chrono::milliseconds(20);
// No loop sleeps longer at a time. Linux ends a sleep late by up to a thousandth of its length, and in a process of low
// priority (`nice`) by five times as much; of a sleep of seconds that would be as long as a standstill, and be taken
// for one.
inline constexpr Micros kSleepMax = std::chrono::milliseconds(500);

// Calls that may wait for a loop's thread; who posts one more waits.
inline constexpr std::size_t kPostedCalls = 65536;

}  // namespace flagfall::limits

#endif  // REFEREE_NET_NET_LIMITS_H_
