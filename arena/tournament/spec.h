#ifndef ARENA_TOURNAMENT_SPEC_H_
#define ARENA_TOURNAMENT_SPEC_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// Limits of a tournament. Those of one format alone stand beside the format.
inline constexpr int kBotsMax = 256;
inline constexpr std::uint32_t kScheduleGamesMax = 10'000'000;
inline constexpr std::uint32_t kConcurrencyMax = 1024;
inline constexpr std::uint32_t kPriorityMax = 1000;
inline constexpr std::uint32_t kFaultsMaxMax = 1000;
inline constexpr std::size_t kTournamentNameBytesMax = 200;
// Games of a pairing, in formats that schedule all games of a round together.
inline constexpr std::uint32_t kMatchGamesMax = 1000;
// Options set for one bot, and the bytes of a value.
inline constexpr int kBotSettingsMax = 64;
inline constexpr std::size_t kBotSettingBytesMax = 1000;

// The defaults of v1::TournamentSpec and of its policy.
inline constexpr std::uint32_t kDefaultGames = 2;
inline constexpr char kDefaultTimeControl[] = "10+0.1";
inline constexpr std::uint32_t kDefaultFaultsMax = 3;
inline constexpr std::uint32_t kDefaultMaxPlies = 4000;
inline constexpr std::uint32_t kDefaultMaxPliesWithoutCapture = 400;
inline constexpr std::int64_t kDefaultDisconnectGraceMicros = 10'000'000;
inline constexpr std::int64_t kDefaultHostDelayMaxMicros = 250'000;
inline constexpr std::int64_t kDefaultLagGainMicros = 100'000;

// What completing a spec takes from its host.
struct SpecSurroundings {
  // Cores of this machine, at least 1.
  std::uint32_t cores = 1;
  // Draws a seed for a spec without one.
  std::function<std::uint64_t()> draw_seed;
  // Who starts it as a challenge; empty for other tournaments.
  std::string challenger = {};
};

// Reads a spec from JSON, in which `//` may begin comments. The spec is not complete yet. `source` tells people where
// the text came from. INVALID_ARGUMENT names the field and what would be right there.
absl::StatusOr<v1::TournamentSpec> ParseTournamentSpec(absl::string_view json, absl::string_view source);

// INVALID_ARGUMENT when a field is set that no caller sets.
absl::Status CheckServersFields(const v1::TournamentSpec& spec);

// Makes the second of two bots of the same name the second player of that bot, as a match takes it (second_player.h).
// Does nothing to others.
void NameSecondPlayer(v1::TournamentSpec& spec);

// Whether a bot plays against itself: in a match, with its second player, or where it is tuned.
bool IsAgainstItself(const v1::TournamentSpec& spec);

// The spec with every default filled in, including those of the ruleset's options, and with a seed. INVALID_ARGUMENT
// names the field that is wrong and what would be right, or the clause when it is an option of the ruleset (one that
// changes nothing is refused here, R4.10, and nowhere else); NOT_FOUND names a ruleset that does not exist. Whether the
// home knows the bots is not checked here. A spec that says when it is to begin is refused; scheduled_spec.h is for it.
absl::StatusOr<v1::TournamentSpec> CompleteSpec(const v1::TournamentSpec& spec, const SpecSurroundings& surroundings);

// The name of the pool in which the games of a complete spec are rated: the ruleset's id, and behind it the options
// that differ from their defaults, ordered by name, as in `classic[two_squares=2]`, since other options make another
// game. Challenges have pools of their own, `classic[open]` and `classic[open,two_squares=2]`: who chooses opponents
// and the number of games could choose what is good for a rating.
std::string PoolOf(const v1::TournamentSpec& complete);

// How much of what games are played with a tournament of this complete spec gets beside others: its priority.
// Challenges come below all tournaments, and have a tenth of one with the priority 1, so that even one without end lets
// them be played.
double WeightOf(const v1::TournamentSpec& complete);

// Whether its bots may think while it is not their turn. Specs that were stored before there was the choice do not make
// it.
bool AllowsPondering(const v1::TournamentSpec& complete);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_SPEC_H_
