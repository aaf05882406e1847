#include "arena/tournament/format_spec.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/tournament/gauntlet.h"
#include "arena/tournament/knockout.h"
#include "arena/tournament/ladder.h"
#include "arena/tournament/round_robin.h"
#include "arena/tournament/spec.h"
#include "arena/tournament/spec_error.h"
#include "arena/tournament/sprt_match.h"
#include "arena/tournament/swiss.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

using Spec = v1::TournamentSpec;

Spec::Format FormatOf(const Spec& spec) {
  // Tournaments from before there were others.
  return spec.format() == Spec::FORMAT_UNSPECIFIED ? Spec::FORMAT_ROUND_ROBIN : spec.format();
}

absl::Status CheckIsOf(const Spec& spec, Spec::Format format, bool is_given, absl::string_view field) {
  if (!is_given || spec.format() == format) return absl::OkStatus();
  return WrongField(
      field, absl::StrCat("belongs to ", Spec::Format_Name(format), "; this is ", Spec::Format_Name(spec.format())));
}

// What only one format has.
absl::Status CheckForeignFields(const Spec& spec) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsOf(spec, Spec::FORMAT_SPRT, spec.has_sprt(), "sprt"));
  FLAGFALL_RETURN_IF_ERROR(CheckIsOf(spec, Spec::FORMAT_GAUNTLET, spec.seeds() != 0, "seeds"));
  FLAGFALL_RETURN_IF_ERROR(CheckIsOf(spec, Spec::FORMAT_KNOCKOUT, spec.has_tie_break_pairs(), "tie_break_pairs"));
  return CheckIsOf(spec, Spec::FORMAT_KNOCKOUT, spec.has_third_place(), "third_place");
}

absl::Status CheckMost(absl::string_view field, std::uint32_t given, std::uint32_t most) {
  if (given <= most) return absl::OkStatus();
  return WrongField(field, absl::StrCat(given, " given; at most ", most));
}

absl::Status CheckGauntlet(const Spec& spec) {
  if (spec.seeds() < static_cast<std::uint32_t>(spec.bots_size())) return absl::OkStatus();
  return WrongField("seeds", absl::StrCat(spec.seeds(), " of ", spec.bots_size(),
                                          " bots given; one at least must be left for them to meet"));
}

absl::Status CheckKnockout(const Spec& spec) {
  const std::uint32_t rounds = Knockout::RoundsOf(spec.bots_size());
  if (spec.rounds() != rounds) {
    return WrongField("rounds", absl::StrCat(spec.rounds(), " given; a knockout of ", spec.bots_size(), " bots has ",
                                             rounds, "; leave the field out"));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckMost("tie_break_pairs", spec.tie_break_pairs(), kTieBreakPairsMax));
  return CheckMost("games", spec.games(), kMatchGamesMax);
}

absl::Status CheckSwiss(const Spec& spec) {
  FLAGFALL_RETURN_IF_ERROR(CheckMost("rounds", spec.rounds(), kSwissRoundsMax));
  return CheckMost("games", spec.games(), kMatchGamesMax);
}

absl::Status CheckSprt(const Spec& spec) {
  if (spec.bots_size() != 2) {
    return WrongField("bots", absl::StrCat(spec.bots_size(), " given; FORMAT_SPRT is a match of 2"));
  }
  if (spec.games() != 2) {
    return WrongField("games", absl::StrCat(spec.games(), " given; FORMAT_SPRT counts pairs of games: 2"));
  }
  if (!v1::Sprt::Model_IsValid(spec.sprt().model())) {
    return WrongField("sprt.model", absl::StrCat("there is no model ", static_cast<int>(spec.sprt().model())));
  }
  const absl::Status status = CheckSprtOptions(SprtOptionsOf(spec.sprt()));
  return status.ok() ? status : WrongField("sprt", status.message());
}

absl::Status CheckOwnFields(const Spec& spec) {
  switch (spec.format()) {
    case Spec::FORMAT_GAUNTLET:
      return CheckGauntlet(spec);
    case Spec::FORMAT_SWISS:
      return CheckSwiss(spec);
    case Spec::FORMAT_KNOCKOUT:
      return CheckKnockout(spec);
    case Spec::FORMAT_LADDER:
      return CheckMost("games", spec.games(), kMatchGamesMax);
    case Spec::FORMAT_SPRT:
      return CheckSprt(spec);
    default:
      return absl::OkStatus();
  }
}

// How many meet in a round.
std::uint64_t PairingsOfARound(const Spec& spec) {
  const auto bots = static_cast<std::uint64_t>(spec.bots_size());
  switch (spec.format()) {
    case Spec::FORMAT_GAUNTLET:
      return spec.seeds() * (bots - spec.seeds());
    case Spec::FORMAT_SWISS:
      return bots / 2;
    case Spec::FORMAT_LADDER:
      return std::max<std::uint64_t>(1, bots / 4);
    case Spec::FORMAT_SPRT:
      return 1;
    default:
      return bots * (bots - 1) / 2;
  }
}

absl::Status CheckSize(const Spec& spec) {
  // A ladder without end stops there, and a knockout is never that large.
  if (spec.rounds() == 0 || spec.format() == Spec::FORMAT_KNOCKOUT) return absl::OkStatus();
  const std::uint64_t pairings = std::max<std::uint64_t>(1, PairingsOfARound(spec));
  // In two steps, so that the product cannot overflow.
  const std::uint64_t room = kScheduleGamesMax / pairings;
  if (spec.rounds() <= room && spec.games() <= room / spec.rounds()) return absl::OkStatus();
  return WrongField("rounds, games", absl::StrCat(Counted(spec.rounds(), "round"), " of ",
                                                  Counted(spec.games(), "game"), " for ", Counted(pairings, "pairing"),
                                                  "; a tournament has at most ", kScheduleGamesMax, " games"));
}

std::uint32_t DefaultRounds(const Spec& spec) {
  const std::uint32_t knockout_rounds = Knockout::RoundsOf(spec.bots_size());
  switch (spec.format()) {
    case Spec::FORMAT_SWISS:
      // Never more than there are opponents.
      return std::min(knockout_rounds + 1, static_cast<std::uint32_t>(spec.bots_size() - 1));
    case Spec::FORMAT_KNOCKOUT:
      return knockout_rounds;
    case Spec::FORMAT_LADDER:
      return 0;
    case Spec::FORMAT_SPRT:
      return kDefaultSprtPairs;
    default:
      return kDefaultRounds;
  }
}

// Tells a new knockout its games, ordered by number, up to the first that is missing.
void TellAll(Knockout& knockout, absl::Span<const PlayedGame> games) {
  std::size_t told = 0;
  for (std::size_t drawn = 0;;) {
    const std::size_t more = knockout.NextPairings().size();
    drawn += more;
    while (told < std::min(drawn, games.size()) && games[told].number == told + 1) knockout.Take(games[told++]);
    if (more == 0 || told < drawn) return;
  }
}

Knockout KnockoutOf(const Spec& spec) {
  return Knockout(spec.bots_size(),
                  {.games = spec.games(), .tie_break_pairs = spec.tie_break_pairs(), .third_place = spec.third_place()},
                  spec.seed());
}

}  // namespace

void FillFormatDefaults(v1::TournamentSpec& spec) {
  spec.set_format(FormatOf(spec));
  if (spec.rounds() == 0) spec.set_rounds(DefaultRounds(spec));
  if (spec.games() == 0) spec.set_games(kDefaultGames);
  if (spec.format() == Spec::FORMAT_GAUNTLET && spec.seeds() == 0) spec.set_seeds(1);
  if (spec.format() == Spec::FORMAT_KNOCKOUT) {
    if (!spec.has_tie_break_pairs()) spec.set_tie_break_pairs(kDefaultTieBreakPairs);
    if (!spec.has_third_place()) spec.set_third_place(true);
  }
  if (spec.format() == Spec::FORMAT_SPRT) {
    const SprtOptions options = SprtOptionsOf(spec.sprt());
    v1::Sprt& sprt = *spec.mutable_sprt();
    sprt.set_elo0(options.elo0);
    sprt.set_elo1(options.elo1);
    sprt.set_alpha(options.alpha);
    sprt.set_beta(options.beta);
    if (sprt.model() == v1::Sprt::MODEL_UNSPECIFIED) sprt.set_model(v1::Sprt::MODEL_NORMALIZED);
  }
}

absl::Status CheckFormat(const v1::TournamentSpec& spec) {
  if (!Spec::Format_IsValid(spec.format())) {
    return WrongField("format", absl::StrCat("there is no format ", static_cast<int>(spec.format())));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckForeignFields(spec));
  FLAGFALL_RETURN_IF_ERROR(CheckOwnFields(spec));
  if (spec.duplicate() && spec.games() % 2 != 0) {
    return WrongField("games", absl::StrCat(spec.games(), " given; duplicate games come in pairs: an even number"));
  }
  return CheckSize(spec);
}

std::unique_ptr<Format> MakeFormat(const v1::TournamentSpec& spec) {
  const int bots = spec.bots_size();
  switch (FormatOf(spec)) {
    case Spec::FORMAT_ROUND_ROBIN:
      return std::make_unique<RoundRobin>(bots, spec.rounds(), spec.games(), spec.seed());
    case Spec::FORMAT_GAUNTLET:
      return std::make_unique<Gauntlet>(bots, static_cast<int>(spec.seeds()), spec.rounds(), spec.games(), spec.seed());
    case Spec::FORMAT_SWISS:
      return std::make_unique<Swiss>(bots, spec.rounds(), spec.games(), spec.seed());
    case Spec::FORMAT_KNOCKOUT:
      return std::make_unique<Knockout>(KnockoutOf(spec));
    case Spec::FORMAT_LADDER:
      return std::make_unique<Ladder>(bots, spec.rounds(), spec.games(), spec.seed());
    case Spec::FORMAT_SPRT:
      return std::make_unique<SprtMatch>(SprtOptionsOf(spec.sprt()), spec.rounds(), spec.seed());
    default:
      FLAGFALL_CHECK(false);
  }
}

Schedule MakeSchedule(const v1::TournamentSpec& spec) { return Schedule(MakeFormat(spec)); }

std::optional<std::uint32_t> GamesMax(const v1::TournamentSpec& spec) { return MakeFormat(spec)->GamesMax(); }

Ranking RankingOf(const v1::TournamentSpec& spec) {
  switch (FormatOf(spec)) {
    case Spec::FORMAT_GAUNTLET:
      return Ranking::kScore;
    case Spec::FORMAT_SWISS:
      return Ranking::kSwiss;
    case Spec::FORMAT_KNOCKOUT:
      return Ranking::kKnockout;
    case Spec::FORMAT_LADDER:
      return Ranking::kRating;
    default:
      return Ranking::kPoints;
  }
}

Standings StandingsFor(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games) {
  const std::vector<std::string> names(spec.bots().begin(), spec.bots().end());
  switch (const Ranking ranking = RankingOf(spec)) {
    case Ranking::kPoints:
    case Ranking::kScore:
      return ComputeStandings(names, games, ranking);
    case Ranking::kSwiss:
      return SwissStandings(names, games, spec.games());
    case Ranking::kRating:
      return LadderStandings(names, games);
    case Ranking::kKnockout:
      break;
  }
  Knockout knockout = KnockoutOf(spec);
  TellAll(knockout, games);
  return KnockoutStandings(names, games, knockout.Places());
}

std::vector<std::vector<BracketMatch>> BracketAfter(const v1::TournamentSpec& spec,
                                                    absl::Span<const PlayedGame> games) {
  if (FormatOf(spec) != Spec::FORMAT_KNOCKOUT) return {};
  Knockout knockout = KnockoutOf(spec);
  TellAll(knockout, games);
  return knockout.Bracket();
}

SprtOptions SprtOptionsOf(const v1::Sprt& sprt) {
  SprtOptions options;
  if (sprt.has_elo0()) options.elo0 = sprt.elo0();
  if (sprt.has_elo1()) options.elo1 = sprt.elo1();
  if (sprt.has_alpha()) options.alpha = sprt.alpha();
  if (sprt.has_beta()) options.beta = sprt.beta();
  options.model = sprt.model() == v1::Sprt::MODEL_LOGISTIC ? EloModel::kLogistic : EloModel::kNormalized;
  return options;
}

std::optional<Sprt> SprtAfter(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games) {
  if (FormatOf(spec) != Spec::FORMAT_SPRT) return std::nullopt;
  SprtMatch match(SprtOptionsOf(spec.sprt()), spec.rounds(), spec.seed());
  for (std::size_t i = 0; i < games.size() && games[i].number == i + 1; ++i) match.Take(games[i]);
  return match.test();
}

}  // namespace flagfall::arena
