#include "arena/tournament/example_spec.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "arena/tournament/formats.h"
#include "referee/base/check.h"

namespace flagfall::arena {
namespace {

constexpr absl::string_view kHead =
    R"(// A tournament, as `flagfall tournament run --spec FILE` and `tournament create --spec FILE` take it. What is left
// out has its default; what stands behind // is for people.
{
  "name": "My tournament",
  // Names of bots that `flagfall bot list` shows.
  "bots": [%s],
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

}  // namespace

std::string ExampleSpec(v1::TournamentSpec::Format format) {
  const FormatDefinition* definition = FindFormat(format);
  FLAGFALL_CHECK(definition != nullptr);
  return absl::StrCat(absl::StrReplaceAll(kHead, {{"%s", definition->example_bots}}), definition->example, kTail);
}

}  // namespace flagfall::arena
