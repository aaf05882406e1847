#include "arena/tournament/example_spec.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena {
namespace {

constexpr absl::string_view kHead =
    R"(// A tournament, as `flagfall tournament run --spec FILE` and `tournament create --spec FILE` take it. What is left
// out has its default; what stands behind // is for people.
{
  "name": "My tournament",
  // Names of bots that `flagfall bot list` shows.
  "bots": ["random", "sergeant"%s],
  "ruleset": {"id": "classic"},
)";

constexpr absl::string_view kTail =
    R"(  // Base time and increment in seconds; also 40/60+0.1 (plies a period), st=0.5 (seconds a ply), margin= and setup=.
  "time_control": "10+0.1",
  // Games at once, and how many of them one bot may play. By default the cores of the host, and no limit.
  "concurrency": 2,
  // "concurrency_per_bot": 1,
  // All chance follows from it. Drawn when it is left out.
  // "seed": 42,
  // Set-ups from a book, the same for both games of a pair, which are played without memory of each other.
  // "book": "standard",
  // "duplicate": true,
  // Values for options of a bot's manifest.
  // "bot_options": {"random": {"values": {"seed": "7"}}},
  "policy": {
    // Draws by adjudication: after so many plies in all, and without a capture.
    "max_plies": 4000,
    "max_plies_without_capture": 400,
    // So many illegal actions are answered with an error; the next one loses.
    "illegal_retries": 0
  },
  // Whether the games change ratings.
  "rated": true
}
)";

absl::string_view FieldsOf(v1::TournamentSpec::Format format) {
  switch (format) {
    case v1::TournamentSpec::FORMAT_GAUNTLET:
      return R"(  // The first `seeds` bots of the list meet each of the others, so many times, in so many games each time.
  "format": "FORMAT_GAUNTLET",
  "seeds": 1,
  "rounds": 1,
  "games": 2,
)";
    case v1::TournamentSpec::FORMAT_SWISS:
      return R"(  // In each round those with about the same score meet, and never the same two again while that can be helped.
  "format": "FORMAT_SWISS",
  "rounds": 3,
  // Of a pairing; an even number swaps sides.
  "games": 2,
)";
    case v1::TournamentSpec::FORMAT_KNOCKOUT:
      return R"(  // Who loses a match is out. The list of bots is the seeding, the best first.
  "format": "FORMAT_KNOCKOUT",
  // A match is the best of so many.
  "games": 4,
  // A level match goes on by so many pairs of games at most, and then to the lot.
  "tie_break_pairs": 5,
  "third_place": true,
)";
    case v1::TournamentSpec::FORMAT_LADDER:
      return R"(  // Without end, those meet whose games tell most about who is better; for so many rounds if any are given.
  "format": "FORMAT_LADDER",
  "rounds": 100,
  "games": 2,
)";
    case v1::TournamentSpec::FORMAT_SPRT:
      return R"(  // The first bot meets the second until a test knows whether it is better by elo1, or only by elo0.
  "format": "FORMAT_SPRT",
  "sprt": {"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05, "model": "MODEL_NORMALIZED"},
  // At most so many pairs of games.
  "rounds": 50000,
)";
    default:
      return R"(  // Everybody meets everybody, so many times, in so many games each time; an even number swaps sides.
  "format": "FORMAT_ROUND_ROBIN",
  "rounds": 1,
  "games": 2,
)";
  }
}

}  // namespace

std::string ExampleSpec(v1::TournamentSpec::Format format) {
  const bool is_match = format == v1::TournamentSpec::FORMAT_SPRT;
  const std::string head = absl::StrReplaceAll(kHead, {{"%s", is_match ? "" : ", \"scout\", \"marshal\""}});
  return absl::StrCat(head, FieldsOf(format), kTail);
}

}  // namespace flagfall::arena
