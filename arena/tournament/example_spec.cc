#include "arena/tournament/example_spec.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "arena/tournament/formats.h"
#include "referee/base/check.h"

namespace flagfall::arena::tournament {
namespace {

constexpr absl::string_view kHead =
    R"(// A tournament for `flagfall tournament run --spec FILE` or `tournament create --spec FILE`. Fields that are left
// out have their defaults; text behind // is a comment.
{
  "name": "My tournament",
  // Names as `flagfall bot list` shows them.
  "bots": [%s],
  "ruleset": {"id": "classic"},
)";

constexpr absl::string_view kTail =
    R"(  // Base time and increment in seconds; also 40/60+0.1 (plies a period), st=0.5 (seconds a ply), margin= and setup=.
  "time_control": "10+0.1",
  // Games at once, and games of one bot at once. The defaults are the number of the host's cores, and no limit.
  "concurrency": 2,
  // "concurrency_per_bot": 1,
  // All chance in the tournament follows from the seed. It is drawn if it is left out.
  // "seed": 42,
  // Set-ups from a book. With "duplicate" both games of a pair have the same set-ups and the same chance.
  // "book": "standard",
  // "duplicate": true,
  // Values for the options in a bot's manifest.
  // "bot_options": {"random": {"values": {"seed": "7"}}},
  "policy": {
    // A game is a draw after so many plies in all, or so many without a capture.
    "max_plies": 4000,
    "max_plies_without_capture": 400,
    // So many illegal actions of a bot get an error; the next one loses the game.
    "illegal_retries": 0
  },
  // Whether the games change ratings, and whether those do that nobody played because a bot did not come.
  "rated": %s,
  "rate_forfeits": false
}
)";

}  // namespace

std::string ExampleSpec(v1::TournamentSpec::Format format) {
  const FormatDefinition* definition = FindFormat(format);
  FLAGFALL_CHECK(definition != nullptr);
  const absl::string_view rated = definition->may_be_rated ? "true" : "false";
  return absl::StrCat(absl::StrReplaceAll(kHead, {{"%s", definition->example_bots}}), definition->example,
                      absl::StrReplaceAll(kTail, {{"%s", rated}}));
}

}  // namespace flagfall::arena::tournament
