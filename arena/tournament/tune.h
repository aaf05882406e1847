#ifndef ARENA_TOURNAMENT_TUNE_H_
#define ARENA_TOURNAMENT_TUNE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/tournament/format.h"
#include "arena/tournament/format_definition.h"
#include "arena/tournament/spsa.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// One bot that plays against itself with options that differ, so that they are tuned (spsa.h). A round is an iteration:
// so many games with sides swapped. Several are played at once, each by two players of its own, since the options of a
// process cannot change: players 2i and 2i + 1 play the iterations 1 + i, 1 + i + n, 1 + i + 2n, ... of n at once, the
// even one on the plus side.
//
// Iteration k begins from theta after the iterations up to k - 1 - BatchesAhead(), whichever end first. So what is
// played follows from the spec and the results alone, and a run that was stopped goes on as it would have.
//
// An iteration with a game that nobody played tells nothing, unless the spec rates forfeits. After kUnplayedMax of them
// in a row of the same players the tuning ends: the bot does not come any more.
class Tune final : public Format {
 public:
  static constexpr std::uint32_t kUnplayedMax = 10;

  // `spec` is complete.
  explicit Tune(const v1::TournamentSpec& spec);

  std::vector<Pairing> NextPairings() override;
  void AddResult(const PlayedGame& game) override;
  GameSettings SettingsOf(const Pairing& pairing) const override;
  // Each pair of players may have its next iteration waiting: so a long game keeps only its own from going on.
  std::uint32_t BatchesAhead() const override { return 2 * (iterations_at_once_ - 1); }
  bool IsDecided() const override { return is_given_up_; }
  bool CanBeDecided() const override { return true; }
  std::string WhyGivenUp() const override;
  std::optional<std::uint32_t> GamesMax() const override { return iterations_ * games_; }

  const Spsa& spsa() const { return spsa_; }
  // How many iterations among those that are over told nothing.
  std::uint32_t unplayed() const { return unplayed_; }

 private:
  const std::uint32_t iterations_;
  const std::uint32_t games_;
  const std::uint32_t iterations_at_once_;
  const bool is_plus_first_red_;
  const bool counts_unplayed_;
  // Options that all players have alike.
  const OptionValues fixed_;
  Spsa spsa_;
  // Of the oldest iteration that is not over: the results so far.
  std::uint32_t results_ = 0;
  int lead_ = 0;
  bool has_unplayed_ = false;
  std::uint32_t unplayed_ = 0;
  // By pair of players: the newest of them without a played one behind.
  std::vector<std::uint32_t> unplayed_in_a_row_;
  bool is_given_up_ = false;
};

FormatDefinition TuneDefinition();

// What theta is after the games of a complete spec of FORMAT_TUNE, which are ordered by number and are used up to the
// first that is missing, and how it came there.
v1::TuningState TuningAfter(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_TUNE_H_
