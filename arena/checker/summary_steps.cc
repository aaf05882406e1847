// Steps that look back at the whole check: faults, output and memory.

#include <fstream>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/checker/step.h"
#include "referee/base/counted.h"
#include "referee/service/service_limits.h"

namespace flagfall::arena::checker {
namespace {

constexpr std::uint64_t kMemoryBytesMax = std::uint64_t{1} << 30;

// Fails if any of these faults was noted in the check.
StepResult Never(CheckContext& context, const std::vector<Fault>& faults) {
  if (context.session.games_started() == 0) return Skipped("no game was played");
  const std::vector<std::string> noted = context.session.faults().Of(faults);
  if (noted.empty()) return Passed(absl::StrCat("in ", Counted(context.session.games_started(), "game")));
  return Failed(absl::StrCat(Counted(noted.size(), "time: ", "times, first "), noted.front()));
}

std::string OutputOf(const CheckContext& context) {
  std::ifstream file(context.session.bot().spec().log_path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

StepResult KeepsOutputShort(CheckContext& context) {
  if (context.session.games_started() == 0) return Skipped("no game was played");
  const std::string output = OutputOf(context);
  for (const absl::string_view line : absl::StrSplit(output, '\n')) {
    if (absl::StartsWith(line, "[flagfall: ") && absl::EndsWith(line, " bytes of output dropped]")) {
      return Failed(absl::StrCat("more than 64 KiB a game: ", line));
    }
  }
  return Passed(Counted(output.size(), "byte"));
}

// The SDKs resign a game whose player has crashed, which the referee cannot tell from another resignation, and say so
// on a line that ends with the error. In Python the error is the first line without an indent behind a traceback.
StepResult NeverCrashes(CheckContext& context) {
  if (context.session.games_started() == 0) return Skipped("no game was played");
  const std::string output = OutputOf(context);
  std::string first;
  int crashes = 0;
  bool is_in_traceback = false;
  for (const absl::string_view line : absl::StrSplit(output, '\n')) {
    const bool has_crashed = absl::StrContains(line, ": the player has crashed");
    if (has_crashed && ++crashes == 1) first = std::string(line);
    if (is_in_traceback && !absl::StartsWith(line, " ")) absl::StrAppend(&first, ": ", line);
    is_in_traceback =
        crashes == 1 && (absl::StartsWith(line, "Traceback ") || (is_in_traceback && absl::StartsWith(line, " ")));
  }
  return crashes == 0 ? Passed() : Failed(absl::StrCat(Counted(crashes, "time: ", "times, first "), first));
}

StepResult KeepsMemorySmall(CheckContext& context) {
  const std::uint64_t peak = context.session.peak_memory();
  if (peak == 0) return Skipped("its processes cannot be looked at here");
  const std::uint64_t asked = context.manifest.limits().memory_bytes_max();
  const std::string what = absl::StrCat(peak >> 20, " MiB at most");
  return peak > (asked > 0 ? asked : kMemoryBytesMax) ? Failed(what) : Passed(what);
}

}  // namespace

StepGroup SummarySteps() {
  const auto never = [](std::vector<Fault> faults) {
    return [faults = std::move(faults)](CheckContext& context) { return Never(context, faults); };
  };
  return {
      .needs_bot = false,
      .is_summary = true,
      .steps = {
          {.title = "answers the decision that is open",
           .mend =
               "act.decision repeats decision_required.decision, and act.game_id its game_id; answer once, and only "
               "when asked",
           .run = never({Fault::kWrongDecision, Fault::kUnknownGame})},
          {.title = "never does anything illegal",
           .mend = "referee/rules/README.md explains the clause; with hello.wants_legal_actions the referee lists the "
                   "legal actions. In a tournament the first illegal action loses the game",
           .run = never({Fault::kIllegalAction})},
          {.title = absl::StrCat("sends messages that can be read, of ", limits::kMessageBytes >> 10, " KiB at most"),
           .mend = "write each message as protobuf's own serialisation of PlayRequest, and keep comments short",
           .run = never({Fault::kUndecodable, Fault::kTooLong})},
          {.title = "sends no more than it is asked for",
           .mend = absl::StrCat("one act for each decision; the stream ends when a bot sends more than ",
                                limits::kMessageBurst, " messages that nothing asked for, and ",
                                limits::kMessagesPerSecond, " a second"),
           .run = never({Fault::kTooMany})},
          {.title = "keeps to one stream and one hello",
           .mend =
               "open one stream for all games, say hello once on each; a second stream with the same token ends the "
               "first",
           .run = never({Fault::kSecondHello})},
          {.title = "keeps comments within 1 KiB",
           .is_required = false,
           .mend = "shorten act.comment; the rest of a longer one is cut",
           .run = never({Fault::kLongComment})},
          {.title = "hands in beliefs that can be scored",
           .is_required = false,
           .mend =
               "act.beliefs has at most 40 pieces, each once, by its origin, which is below 100; and for each at most "
               "twelve weights, of which none is negative and not all are 0",
           .run = never({Fault::kUselessBeliefs})},
          {.title = "prints no more than 64 KiB a game",
           .is_required = false,
           .mend = "print less: output beyond that is dropped, and printing costs the bot its own time",
           .run = KeepsOutputShort},
          {.title = "keeps its memory within bounds",
           .is_required = false,
           .mend = "use less memory than limits.memory_bytes_max of bot.json says, or than 1 GiB when it says nothing",
           .run = KeepsMemorySmall},
          {.title = "has no player that crashes",
           .is_required = false,
           .mend = "mend the error that it has printed: each time the game is lost",
           .run = NeverCrashes},
      }};
}

}  // namespace flagfall::arena::checker
