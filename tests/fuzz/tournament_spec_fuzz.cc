// Any text as a tournament's JSON spec: it is refused with a message, or can be completed, and completing it once more
// changes nothing. The same for one that says when it is to begin, whose entries are opened and then closed.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "arena/tournament/entrants.h"
#include "arena/tournament/scheduled_spec.h"
#include "arena/tournament/spec.h"
#include "google/protobuf/util/message_differencer.h"
#include "referee/base/check.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::arena::tournament::tournament_spec_fuzz {
namespace {

// 2026-12-01T12:00:00Z.
constexpr Micros kNow = std::chrono::seconds(1'796'126'400);
constexpr std::uint32_t kCores = 2;

void CheckRefusal(const absl::Status& status) { FLAGFALL_CHECK(status.ok() || !status.message().empty()); }

BotList KnownBots() {
  BotList bots;
  for (const char* name : {"a", "b", "c"}) {
    v1::Bot& bot = *bots.Add();
    bot.mutable_manifest()->set_name(name);
    bot.mutable_manifest()->add_rulesets("classic");
    bot.set_state(v1::Bot::STATE_READY);
    bot.add_tags("x");
    bot.set_owner("x");
  }
  return bots;
}

void TryComplete(const v1::TournamentSpec& spec, const SpecSurroundings& surroundings) {
  const auto complete = CompleteSpec(spec, surroundings);
  CheckRefusal(complete.status());
  if (!complete.ok()) return;
  const auto again = CompleteSpec(*complete, surroundings);
  FLAGFALL_CHECK(again.ok());
  // Not their bytes: maps are written in any order.
  FLAGFALL_CHECK(google::protobuf::util::MessageDifferencer::Equals(*again, *complete));
  FLAGFALL_CHECK(!PoolOf(*complete).empty() && WeightOf(*complete) > 0);
  AllowsPondering(*complete);
}

void TryScheduled(const v1::TournamentSpec& spec, const SpecSurroundings& surroundings) {
  static const auto* const known = new BotList(KnownBots());
  const auto open = OpenSpec(spec, *known, surroundings, kNow);
  CheckRefusal(open.status());
  if (!open.ok()) return;
  FLAGFALL_CHECK(open->bots().empty());
  const auto entrants = ResolveEntrants(open->entrants(), *known, open->ruleset().id());
  CheckRefusal(entrants.status());
  if (!entrants.ok()) return;
  const auto closed = CloseEntries(*open, *entrants, surroundings);
  CheckRefusal(closed.status());
  if (closed.ok()) TryComplete(closed->spec, surroundings);
  CheckRefusal(QualifierSpec(*open, 7, {"b"}, surroundings).status());
  const v1::TournamentSpec member = SeriesMember(*open, {.series = 1, .number = 2, .start = kNow}, surroundings);
  FLAGFALL_CHECK(member.bots().empty());
}

void Try(absl::string_view text) {
  const auto spec = ParseTournamentSpec(text, "the text");
  CheckRefusal(spec.status());
  if (!spec.ok()) return;
  CheckRefusal(CheckServersFields(*spec));
  const SpecSurroundings surroundings = {.cores = kCores, .draw_seed = [] { return std::uint64_t{7}; }};
  v1::TournamentSpec named = *spec;
  NameSecondPlayer(named);
  IsAgainstItself(named);
  for (const v1::TournamentSpec& asked : {*spec, named}) {
    TryComplete(asked, surroundings);
    if (IsScheduled(asked)) TryScheduled(asked, surroundings);
  }
}

}  // namespace

FLAGFALL_FUZZER(tournament_spec) {
  Try({reinterpret_cast<const char*>(bytes), size});
  return 0;
}

}  // namespace flagfall::arena::tournament::tournament_spec_fuzz
