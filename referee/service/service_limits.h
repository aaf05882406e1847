#ifndef REFEREE_SERVICE_SERVICE_LIMITS_H_
#define REFEREE_SERVICE_SERVICE_LIMITS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "referee/base/micros.h"

// The limits on everything that a bot could do too much of, except on its connections (referee/net/net_limits.h) and
// within a game (referee/match/match_limits.h). tests/service goes one over each of these, except kStreams, which would
// take a thousand connections.
namespace flagfall::limits {

inline constexpr std::uint32_t kProtocolVersion = 1;

// One message of a bot. Set-ups, the largest messages that make sense, take about 300 bytes.
inline constexpr std::size_t kMessageBytes = 64 * 1024;
// All of a call's metadata together.
inline constexpr int kMetadataBytes = 8 * 1024;
// Calls at once on one connection; further ones wait in the client until one of these has ended.
inline constexpr int kStreamsPerConnection = 4;

// Calls at once on the whole referee.
inline constexpr std::size_t kStreams = 4096;

// Messages that wait for a bot while its transport takes nothing. One more, and the bot has lost its games as too slow
// a reader.
inline constexpr std::size_t kOutboxMessages = 256;
// A bot that takes more games at once than these suffice for may have so many waiting for each of them: what begins a
// game, asks, offers and ends. So a bot that was stopped for a moment in its games loses those whose clocks run out,
// and not the others for what is said about them.
inline constexpr std::size_t kOutboxMessagesPerGame = 4;
// A transport that has not taken a message for so long takes nothing: the bot does not read, and no game is begun with
// it that can wait. Until then more may wait, as when 256 games end and 256 others begin in one moment; but never more
// than kOutboxBurstMessages.
inline constexpr Micros kTransportStuck = std::chrono::milliseconds(100);
inline constexpr std::size_t kOutboxBurstMessages = 1024;
// The same in bytes, since a bot that comes back to many long games is told a good deal about each.
inline constexpr std::size_t kOutboxBytes = 16 << 20;
inline constexpr std::size_t kOutboxBurstBytes = 64 << 20;

// The time from the opening of a stream to its hello. A stream that is being ended gets limits::kLinger.
inline constexpr Micros kHelloWithin = std::chrono::seconds(5);
// A connection without any call is closed after this.
inline constexpr Micros kIdleConnection = std::chrono::seconds(60);
// HTTP/2 keepalive: asked after so long without a byte, given up after so long without an answer.
inline constexpr Micros kKeepaliveTime = std::chrono::seconds(10);
inline constexpr Micros kKeepaliveTimeout = std::chrono::seconds(5);
// The protocol's own ping, for bots whose library tells them nothing of keepalive.
inline constexpr Micros kPingInterval = std::chrono::seconds(10);

// A bot's turn has ended when no game has waited for it for kOffTurnAfter.
inline constexpr Micros kOffTurnAfter = std::chrono::milliseconds(1);
// A bot that its host keeps from running off its turns is let run for kBriefRun after every kBriefRunAfter, so that it
// answers what it is asked within kKeepaliveTimeout.
inline constexpr Micros kBriefRunAfter = std::chrono::seconds(3);
inline constexpr Micros kBriefRun = std::chrono::milliseconds(30);

// How often a bot may say hello, since after each hello it is told about all of its games again.
inline constexpr double kHelloBurst = 16;
inline constexpr double kHellosPerSecond = 1;
// Names and versions in a hello.
inline constexpr std::size_t kNameBytes = 100;
inline constexpr int kHelloRulesets = 64;
// Games at once that a bot may offer to take.
inline constexpr std::uint32_t kGamesPerBot = 256;

// Messages that a bot may send ahead of those it got. A bot that plays answers what it is asked, so each message that
// asks it something or tells it something of a game gives one back; besides, some come back with time. Answers to
// nonsense (game_error, pong) give none back, so that an endless flood ends its stream, however eagerly the flooder
// reads.
//
// Example: a bot that plays 256 games sends one action for each decision and stays at the full budget for ever. A bot
// that sends 20,000 pings a second is through with its 1024 after about 50 ms.
inline constexpr double kMessageBurst = 1024;
inline constexpr double kMessagesPerSecond = 64;
// The same for a bot within the host's process, which is a person: few, so that no flood of them keeps the games'
// thread from its work.
inline constexpr double kLocalMessageBurst = 32;
inline constexpr double kLocalMessagesPerSecond = 4;

// What one call of reflection may ask, and how much of the answers may wait for it, and for all such calls together,
// when the next is asked.
inline constexpr int kReflectionQuestions = 100;
inline constexpr std::size_t kReflectionBytesWaiting = 64 << 10;
inline constexpr std::size_t kReflectionBytesWaitingInAll = 4 << 20;

// Threads for calls beside Play, each for as long as its call lasts.
inline constexpr std::size_t kWorkers = 256;
// And as many more for those that are urgent (BlockingMethod::is_urgent).
inline constexpr std::size_t kUrgentWorkers = 64;
// What a call that is served on a worker thread may have waiting for its client before the worker waits too.
inline constexpr std::size_t kWorkerCallWaitingBytes = 256 << 10;
// As long as a call has said no more than this in all, its client is not told that anything was read: its window holds
// the largest message besides.
inline constexpr std::size_t kWorkerCallBytesUnread = kMessageBytes / 2;
// Messages of a call that wait for its worker. Their bytes are limited by the client's window, but many small ones take
// more memory than their bytes. One more message ends the call.
inline constexpr std::size_t kWorkerCallMessagesMax = 4096;

}  // namespace flagfall::limits

#endif  // REFEREE_SERVICE_SERVICE_LIMITS_H_
