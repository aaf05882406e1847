#ifndef ARENA_TOURNAMENT_CHALLENGE_H_
#define ARENA_TOURNAMENT_CHALLENGE_H_

#include <cstdint>
#include <functional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// What a host allows owners to start by themselves.
struct ChallengeLimits {
  enum class Mode { kOff, kUnrated, kRated };
  Mode mode = Mode::kUnrated;
  // Games of one challenge at once. One owner's challenges are played one after another.
  std::uint32_t games_at_once = 2;
  // Games that one owner may ask for within 24 hours.
  std::uint32_t games_a_day = 500;
  // Challenges of one owner that are not over.
  std::uint32_t open_max = 8;
};

// The longest time control of a challenge: at the start or for a period, and for each ply and the set-up. A game that
// has begun keeps its slot from tournaments until it is over.
struct ChallengeTimes {
  std::int64_t base_micros = 0;
  std::int64_t ply_micros = 0;
  std::int64_t set_up_micros = 0;
  // The same in words.
  absl::string_view text;
};
inline constexpr ChallengeTimes kChallengeTimesMax = {120'000'000, 1'000'000, 60'000'000,
                                                      "120+1 or st=1, and setup=60"};
// Of a single game, as a person plays it.
inline constexpr ChallengeTimes kSingleGameTimesMax = {1800'000'000, 60'000'000, 900'000'000,
                                                       "1800+60 or st=60, and setup=900"};

// The spec of a tournament that is what was asked for as a challenge; not complete yet. FAILED_PRECONDITION when there
// are no challenges, or no rated ones. INVALID_ARGUMENT names a field that a challenge may not set, or not so. Who may
// challenge whom, and how often, is not looked at.
absl::StatusOr<v1::TournamentSpec> ChallengeSpec(const v1::TournamentSpec& asked, const ChallengeLimits& limits);

// Gives the spec of a challenge a seed by which its first bot has `side` in the first game: the first such seed that
// `draw_seed` draws, about every second one of which is. Does nothing for SIDE_UNSPECIFIED. INVALID_ARGUMENT when the
// challenge begins at a time, whose seed is drawn then, or `side` is none.
absl::Status ChooseSide(v1::Side side, const std::function<std::uint64_t()>& draw_seed, v1::TournamentSpec& spec);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_CHALLENGE_H_
