#ifndef REFEREE_SERVICE_LIMITS_H_
#define REFEREE_SERVICE_LIMITS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "referee/base/micros.h"

// Everything that a bot, or a stranger who can reach the socket, could have too much of; what it could have too much of
// within a game stands in referee/match/limits.h. tests/service goes one over each of these, save where that takes a
// minute of silence or a thousand connections: kStreams, kConnections, kIdleConnection and the keepalive's.
namespace flagfall::limits {

inline constexpr std::uint32_t kProtocolVersion = 1;

// One message of a bot. Set-ups, the largest messages that make sense, take about 300 bytes.
inline constexpr std::size_t kMessageBytes = 64 * 1024;
// All of a call's metadata together.
inline constexpr int kMetadataBytes = 8 * 1024;
// Calls at once on one connection; further ones wait in the client until one of these has ended.
inline constexpr int kStreamsPerConnection = 4;
// Connections at once at a bot's own socket; further ones are closed as they come.
inline constexpr int kConnectionsPerBot = 4;
// Connections that a bot may make at its own socket, whether they last or not; one more is closed as it comes.
inline constexpr double kConnectionBurst = 32;
inline constexpr double kConnectionsPerSecond = 4;
// The same for whoever dials in from one address (of IPv6, one network of 64 bits) where all may dial in. A school's
// bots may share an address.
inline constexpr std::size_t kConnectionsPerAddress = 64;
inline constexpr double kAddressBurst = 64;
inline constexpr double kAddressPerSecond = 32;
// And for all of them together. Fewer at once where the process may not have that many descriptors.
inline constexpr std::size_t kConnections = 1024;
inline constexpr double kArrivalBurst = 256;
inline constexpr double kArrivalsPerSecond = 64;
// What one of them may take of the descriptors that the process may have.
inline constexpr std::size_t kDescriptorsPerConnection = 3;
// From being accepted to the end of the client's preface, with TLS's handshake before it where there is one.
inline constexpr Micros kOpeningWithin = std::chrono::seconds(5);
// Calls that may begin on a guarded connection, whether they last or not; one more, and the connection is closed. A
// call that is taken back at once costs the thread that all games share some 30 us, and no limit of calls at once sees
// it.
inline constexpr double kCallBurst = 64;
inline constexpr double kCallsPerSecond = 16;
// On all connections of one bot or address together, so that nobody can use up what stands below alone.
inline constexpr double kCallBurstOfPeer = 256;
inline constexpr double kCallsPerSecondOfPeer = 64;
// And on all connections together where all may dial in: 30 us each are a sixtieth of that thread.
inline constexpr double kCallBurstOfAll = 1024;
inline constexpr double kCallsPerSecondOfAll = 512;
// HTTP/2 frames that a client may send ahead of messages that it got, on one guarded connection. Each gives some back:
// a message is answered by a message, and acknowledged by two frames more.
inline constexpr double kFrameBurst = 2048;
inline constexpr double kFramesPerSecond = 512;
inline constexpr int kFramesForOne = 4;
// So many bytes of messages that a client sends give one back as well: uploads are few large frames.
inline constexpr double kBytesForOne = 1024;
// What is read of all guarded connections of one bot or address, in bytes. More waits in the sender.
inline constexpr double kBytesAhead = 1 << 20;
inline constexpr double kBytesPerSecond = 8 << 20;

// Calls at once on the whole referee.
inline constexpr std::size_t kStreams = 4096;

// Messages that wait for a bot while its transport takes nothing. One more, and the bot has lost its games as too slow
// a reader.
inline constexpr std::size_t kOutboxMessages = 256;
// A transport that has not taken a message for so long takes nothing: the bot does not read. Until then more may wait,
// as when 256 games end and 256 others begin in one moment; but never more than kOutboxBurstMessages.
inline constexpr Micros kTransportStuck = std::chrono::milliseconds(100);
inline constexpr std::size_t kOutboxBurstMessages = 1024;
// The same in bytes: who comes back to many long games is told a good deal of each.
inline constexpr std::size_t kOutboxBytes = 16 << 20;
inline constexpr std::size_t kOutboxBurstBytes = 64 << 20;
// The transport's own buffer of a stream; what it cannot take waits in the outbox.
inline constexpr int kTransportBufferBytes = 16 * 1024;

// From the opening of a stream to its hello.
inline constexpr Micros kHelloWithin = std::chrono::seconds(5);
// What a stream that is being ended gets to read its last messages, and a connection that the server has ended.
inline constexpr Micros kLinger = std::chrono::seconds(2);
// A connection without any call is closed after this.
inline constexpr Micros kIdleConnection = std::chrono::seconds(60);
// HTTP/2 keepalive: asked after so long without a byte, given up after so long without an answer.
inline constexpr Micros kKeepaliveTime = std::chrono::seconds(10);
inline constexpr Micros kKeepaliveTimeout = std::chrono::seconds(5);
// The protocol's own ping, for bots whose library tells them nothing of keepalive.
inline constexpr Micros kPingInterval = std::chrono::seconds(10);

// A bot that its host keeps from running while no game waits for it is let run for kBreath after every kBreathAfter, so
// that it answers what it is asked within kKeepaliveTimeout.
inline constexpr Micros kBreathAfter = std::chrono::seconds(3);
inline constexpr Micros kBreath = std::chrono::milliseconds(30);

// How often a bot may say hello: each tells it all of its games again.
inline constexpr double kHelloBurst = 16;
inline constexpr double kHellosPerSecond = 1;
// Names and versions in a hello.
inline constexpr std::size_t kNameBytes = 100;
inline constexpr int kHelloRulesets = 64;
// Games at once that a bot may offer to take.
inline constexpr std::uint32_t kGamesPerBot = 256;

// Messages that a bot may send ahead of those it got; message_budget.h.
inline constexpr double kMessageBurst = 1024;
inline constexpr double kMessagesPerSecond = 64;

// Calls of the host that wait for the referee's thread.
inline constexpr std::size_t kPostedCalls = 65536;

// What is kept of a game for those who look on (public_games.h): a ply makes two entries. And games that are over and
// that nobody has said to forget.
inline constexpr std::size_t kPublicEntries = 1 << 18;
inline constexpr std::size_t kPublicGamesOver = 1024;

}  // namespace flagfall::limits

#endif  // REFEREE_SERVICE_LIMITS_H_
