#ifndef SAMPLE_BOTS_ENVIRONMENT_SET_UP_SOURCE_H_
#define SAMPLE_BOTS_ENVIRONMENT_SET_UP_SOURCE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::environment {

// The splitmix64 generator (Steele, Lea and Flood 2014): 64 bits a call, for Below and Shuffle of random.h. A stream
// begins anywhere at no cost, so that each game has its own, whichever thread it is played on.
class Stream {
 public:
  // The stream that belongs to three numbers.
  Stream(std::uint64_t seed, std::uint64_t game, std::uint64_t purpose) : state_(seed) {
    state_ = operator()() ^ game;
    state_ = operator()() ^ purpose;
    state_ = operator()();
  }

  std::uint64_t operator()() {
    std::uint64_t bits = state_ += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

 private:
  std::uint64_t state_;
};

using SetUp = std::vector<board::Placement>;

// How the set-ups of a VectorEnv's games are chosen.
enum class SetUpKind : std::uint8_t {
  // All ways to place the army on its zone are equally likely.
  kDrawn,
  // Each side's is a set-up of the list, as Red's; Blue's is turned by 180 degrees.
  kFromBook,
  // Both come from the list, which has Red's and Blue's in turn.
  kPairs,
};

// Gives each game its set-ups. Each is a function of the stream alone, so that games can be set up on any thread.
class SetUpSource {
 public:
  explicit SetUpSource(const board::BoardRules& rules);

  // Takes set-ups in place of drawn ones. INVALID_ARGUMENT names the set-up that the rules refuse, with the clause, or
  // in which Red has no ply; or says that there are none, or an odd number of them for kPairs.
  absl::Status Take(SetUpKind kind, std::vector<SetUp> set_ups);

  // The position in which a game begins.
  board::BoardState Begin(Stream& stream) const;

 private:
  SetUp Draw(Side side, Stream& stream) const;

  board::BoardRules rules_;
  // By side, in the order of their numbers.
  std::array<std::vector<board::Square>, 2> zones_;
  SetUpKind kind_ = SetUpKind::kDrawn;
  std::vector<SetUp> set_ups_;
};

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_SET_UP_SOURCE_H_
