#include "arena/tournament/format_spec.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/tournament/formats.h"
#include "arena/tournament/spec.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::tournament {
namespace {

using Spec = v1::TournamentSpec;

bool IsGiven(const Spec& spec, absl::string_view field) {
  const auto* descriptor = Spec::descriptor()->FindFieldByName(std::string(field));
  FLAGFALL_CHECK(descriptor != nullptr);
  return spec.GetReflection()->HasField(spec, descriptor);
}

// OK if the spec has no field that only another format has.
absl::Status CheckForeignFields(const Spec& spec) {
  for (const FormatDefinition& other : Formats()) {
    if (other.format == spec.format()) continue;
    for (const absl::string_view field : other.own_fields) {
      if (!IsGiven(spec, field)) continue;
      return WrongField(field, absl::StrCat("belongs to ", Spec::Format_Name(other.format), "; this is ",
                                            Spec::Format_Name(spec.format())));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSize(const Spec& spec) {
  // A tournament without end stops at kScheduleGamesMax by itself.
  if (spec.rounds() == 0) return absl::OkStatus();
  const std::uint64_t pairings = std::max<std::uint64_t>(1, FormatOf(spec).pairings_per_round(spec));
  // In two steps, so that the product cannot overflow.
  const std::uint64_t room = kScheduleGamesMax / pairings;
  if (spec.rounds() <= room && spec.games() <= room / spec.rounds()) return absl::OkStatus();
  return WrongField("rounds, games", absl::StrCat(Counted(spec.rounds(), "round"), " of ",
                                                  Counted(spec.games(), "game"), " for ", Counted(pairings, "pairing"),
                                                  "; a tournament has at most ", kScheduleGamesMax, " games"));
}

// The format of a tournament whose bots are not known yet.
class NoGames final : public Format {
 public:
  std::vector<Pairing> NextPairings() override { return {}; }
  void AddResult(const PlayedGame& /*game*/) override { FLAGFALL_CHECK(false); }
  std::uint32_t BatchesAhead() const override { return 0; }
  std::optional<std::uint32_t> GamesMax() const override { return std::nullopt; }
};

}  // namespace

void FillFormatDefaults(v1::TournamentSpec& spec) {
  const FormatDefinition* format = FindFormat(spec.format());
  // CheckFormat refuses the spec.
  if (format == nullptr) return;
  spec.set_format(format->format);
  if (spec.rounds() == 0) spec.set_rounds(format->default_rounds(spec));
  if (spec.games() == 0) spec.set_games(kDefaultGames);
  format->fill_own_fields(spec);
}

absl::Status CheckFormat(const v1::TournamentSpec& spec) {
  const FormatDefinition* format = FindFormat(spec.format());
  if (format == nullptr) {
    return WrongField("format", absl::StrCat("there is no format ", static_cast<int>(spec.format())));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckForeignFields(spec));
  FLAGFALL_RETURN_IF_ERROR(format->check(spec));
  if (spec.duplicate() && spec.games() % 2 != 0) {
    return WrongField("games", absl::StrCat(spec.games(), " given; duplicate games come in pairs: an even number"));
  }
  return CheckSize(spec);
}

std::unique_ptr<Format> MakeFormat(const v1::TournamentSpec& spec) {
  if (spec.bots().empty()) return std::make_unique<NoGames>();
  return FormatOf(spec).make(spec);
}

std::optional<std::uint32_t> GamesMax(const v1::TournamentSpec& spec) { return MakeFormat(spec)->GamesMax(); }

Ranking RankingOf(const v1::TournamentSpec& spec) {
  const FormatDefinition* format = FindFormat(spec.format());
  return format == nullptr ? FormatDefinition().ranking : format->ranking;
}

Standings StandingsFor(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games) {
  StandingsBuilder standings(std::vector<std::string>(spec.bots().begin(), spec.bots().end()), games);
  if (!spec.bots().empty()) FormatOf(spec).add_columns(spec, games, standings);
  return standings.Build(RankingOf(spec));
}

}  // namespace flagfall::arena::tournament
