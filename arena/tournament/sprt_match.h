#ifndef ARENA_TOURNAMENT_SPRT_MATCH_H_
#define ARENA_TOURNAMENT_SPRT_MATCH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/rating/sprt.h"
#include "arena/tournament/format.h"
#include "arena/tournament/format_definition.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// A match of two players, in pairs of games with sides swapped, that ends when a sequential test has decided whether
// player 0 is better than player 1 by elo0 or by elo1, or after `pairs_max` pairs. A round is a pair. Lots are drawn
// for the player who has Red first; from then on the players take turns with it.
//
// A pair with a game that nobody played is no sample of the test, unless `counts_unplayed`: it would accept a
// hypothesis because a bot did not start. After kUnplayedPairsMax such pairs in a row the match ends without a verdict,
// as one of the bots will not come any more.
class SprtMatch final : public Format {
 public:
  static constexpr std::uint32_t kUnplayedPairsMax = 10;

  // The options must have been checked; `pairs_max` ≥ 1.
  SprtMatch(const rating::SprtOptions& options, std::uint32_t pairs_max, std::uint64_t seed,
            bool counts_unplayed = false);
  // The match of a complete spec.
  explicit SprtMatch(const v1::TournamentSpec& spec);

  std::vector<Pairing> NextPairings() override;
  void AddResult(const PlayedGame& game) override;
  std::uint32_t BatchesAhead() const override { return kUnlimited; }
  bool IsDecided() const override { return test_.verdict() != rating::SprtVerdict::kContinue || IsGivenUp(); }
  bool CanBeDecided() const override { return true; }
  std::string WhyGivenUp() const override;
  std::optional<std::uint32_t> GamesMax() const override { return 2 * pairs_max_; }

  // The test after all whole pairs among the results so far.
  const rating::Sprt& test() const { return test_; }
  // How many whole pairs among the results so far were left out.
  std::uint32_t unplayed_pairs() const { return unplayed_pairs_; }
  // Whether the match has ended without a verdict, since a bot does not come.
  bool IsGivenUp() const { return unplayed_in_a_row_ >= kUnplayedPairsMax; }

 private:
  const std::uint32_t pairs_max_;
  const bool is_first_red_;
  const bool counts_unplayed_;
  std::uint32_t pairs_asked_ = 0;
  rating::Sprt test_;
  // The first game of a pair of which only one result is in.
  std::optional<PlayedGame> half_pair_;
  std::uint32_t unplayed_pairs_ = 0;
  // The newest of them without a played one behind.
  std::uint32_t unplayed_in_a_row_ = 0;
};

FormatDefinition SprtDefinition();

// The options of a test as a spec states them, with defaults for the rest.
rating::SprtOptions SprtOptionsOf(const v1::Sprt& sprt);

// The match of a complete spec after the games, which are ordered by number and are used up to the first that is
// missing. Absent for other formats.
std::optional<SprtMatch> SprtAfter(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_SPRT_MATCH_H_
