#ifndef ARENA_TOURNAMENT_FORMAT_DEFINITION_H_
#define ARENA_TOURNAMENT_FORMAT_DEFINITION_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/tournament/format.h"
#include "arena/tournament/played_game.h"
#include "arena/tournament/standings.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// How the web report shows the rounds of a tournament.
enum class RoundsView {
  // Not at all: the games of a round mean nothing beside the table.
  kNone,
  // One at a time, with the matches and byes of each.
  kEachRound,
  // All together, as the bracket of a knockout.
  kBracket,
};

// Everything that the arena knows of a format: one row of the table in formats.cc. Each format defines its row beside
// its class. Functions that are left out do what their comment says.
struct FormatDefinition {
  using Spec = v1::TournamentSpec;

  // The format's number in messages.
  Spec::Format format = Spec::FORMAT_UNSPECIFIED;
  // Its name for people, as in "round-robin".
  absl::string_view name;
  // Names of the fields that belong to this format alone. A spec of another format must leave them out.
  std::vector<absl::string_view> own_fields = {};

  // The rounds of a spec that does not say how many; 0 stands for no end. 1 if left out.
  std::uint32_t (*default_rounds)(const Spec& spec) = [](const Spec&) { return std::uint32_t{1}; };
  // Fills in the fields of `own_fields` that the spec leaves out. Nothing if left out.
  void (*fill_own_fields)(Spec& spec) = [](Spec&) {};

  // The functions below get specs in which all fields of the format are filled in.

  // OK if rounds, games, bots and own fields make a tournament of this format; otherwise INVALID_ARGUMENT, made by
  // WrongField. The number of bots is known to be allowed. OK if left out.
  absl::Status (*check)(const Spec& spec) = [](const Spec&) { return absl::OkStatus(); };
  // The pairings of one round, from which the size of the whole tournament is bounded.
  std::uint64_t (*pairings_per_round)(const Spec& spec) = nullptr;
  std::unique_ptr<Format> (*make)(const Spec& spec) = nullptr;

  // What decides the order of the table.
  Ranking ranking = {Criterion::kPoints, Criterion::kSonnebornBerger, Criterion::kWins};
  // Adds the columns that the table has beside tallies and points. `games` are those stored so far, ordered by number.
  // Sonneborn-Berger if left out.
  void (*add_columns)(const Spec& spec, absl::Span<const PlayedGame> games, StandingsBuilder& standings) =
      [](const Spec&, absl::Span<const PlayedGame>, StandingsBuilder& standings) { standings.AddSonnebornBerger(); };
  RoundsView rounds_view = RoundsView::kNone;

  // The format's fields in the example of a spec, as lines of JSON with comments, and the example's bots.
  absl::string_view example;
  absl::string_view example_bots = R"("random", "sergeant", "scout", "marshal")";
  // Whether its games may be rated; the example has them rated then.
  bool may_be_rated = true;
};

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_FORMAT_DEFINITION_H_
