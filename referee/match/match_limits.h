#ifndef REFEREE_MATCH_MATCH_LIMITS_H_
#define REFEREE_MATCH_MATCH_LIMITS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "referee/base/micros.h"

// Everything in a match has a limit, and all of them stand here. A test goes one over each.
namespace flagfall {

// A longer comment is cut, at the end of a character (protocol 1.4).
inline constexpr std::size_t kCommentBytesMax = 1024;

// A larger action is illegal without being looked at. The largest legal one, a set-up of 40 pieces, has 320 bytes.
inline constexpr std::size_t kActionBytesMax = 4096;

// Beliefs of more pieces or weights are dropped, and so are all behind so many bytes in one game, where each piece
// counts as some bytes more than it has in the record, since it takes more in memory.
inline constexpr int kBeliefPiecesMax = 40;
inline constexpr int kBeliefWeightsMax = 12;
inline constexpr std::size_t kBeliefPieceBytes = 64;
inline constexpr std::size_t kBeliefBytesOfGameMax = 4 << 20;

// How many bytes of a player's actions and comments a record keeps in one game. Beyond that, comments and the unknown
// fields of actions are dropped; the known fields are small.
inline constexpr std::size_t kActionBytesOfGameMax = 1 << 20;
inline constexpr std::size_t kCommentBytesOfGameMax = 2 << 20;

// A bot that leaves more often in one game has lost it, so that it cannot swell the record by coming and going.
inline constexpr std::uint32_t kDisconnectsMax = 100;

// The most that a policy may allow; bounds the illegal actions kept in a record.
inline constexpr std::uint32_t kIllegalRetriesMax = 100;

// The most that a policy may allow. At several hundred bytes a ply, and with all of the above, it keeps a record below
// 64 MiB, which is the most that the arena stores. (A policy may also say 0 for no limit, but no tournament does.)
inline constexpr std::uint32_t kPliesMax = 100'000;

inline constexpr std::size_t kSeedBytes = 32;
inline constexpr std::size_t kGameIdBytesMax = 256;

// Time controls and policies.
inline constexpr Micros kBaseMax = std::chrono::hours(24);
inline constexpr Micros kPerPlyMax = std::chrono::hours(24);
inline constexpr Micros kIncrementMax = std::chrono::hours(1);
inline constexpr Micros kSetUpMax = std::chrono::hours(24);
inline constexpr Micros kMarginMax = std::chrono::minutes(1);
inline constexpr std::uint32_t kPliesPerPeriodMax = 10000;
inline constexpr Micros kDisconnectGraceMax = std::chrono::hours(24);
inline constexpr Micros kHostDelayMaxMax = std::chrono::hours(1);
inline constexpr Micros kLagGainMax = std::chrono::seconds(10);

// Longer round trips count as this.
inline constexpr Micros kRoundTripMax = std::chrono::minutes(1);

// No moment of a match is later than this after its beginning, which keeps sums of times far from overflow.
inline constexpr Micros kMatchLengthMax = std::chrono::hours(24 * 1000);

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_LIMITS_H_
