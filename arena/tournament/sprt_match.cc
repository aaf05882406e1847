#include "arena/tournament/sprt_match.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/unplayed.h"
#include "arena/tournament/lots.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/check.h"

namespace flagfall::arena::tournament {
namespace {

constexpr std::uint32_t kDefaultPairs = 50'000;

void FillSprt(v1::TournamentSpec& spec) {
  const rating::SprtOptions options = SprtOptionsOf(spec.sprt());
  v1::Sprt& sprt = *spec.mutable_sprt();
  sprt.set_elo0(options.elo0);
  sprt.set_elo1(options.elo1);
  sprt.set_alpha(options.alpha);
  sprt.set_beta(options.beta);
  if (sprt.model() == v1::Sprt::MODEL_UNSPECIFIED) sprt.set_model(v1::Sprt::MODEL_NORMALIZED);
}

absl::Status CheckSprt(const v1::TournamentSpec& spec) {
  if (spec.bots_size() != 2) {
    return WrongField("bots", absl::StrCat(spec.bots_size(), " given; FORMAT_SPRT is a match of 2"));
  }
  if (spec.games() != 2) {
    return WrongField("games", absl::StrCat(spec.games(), " given; FORMAT_SPRT counts pairs of games: 2"));
  }
  if (!v1::Sprt::Model_IsValid(spec.sprt().model())) {
    return WrongField("sprt.model", absl::StrCat("there is no model ", static_cast<int>(spec.sprt().model())));
  }
  const absl::Status status = rating::CheckSprtOptions(SprtOptionsOf(spec.sprt()));
  return status.ok() ? status : WrongField("sprt", status.message());
}

}  // namespace

SprtMatch::SprtMatch(const rating::SprtOptions& options, std::uint32_t pairs_max, std::uint64_t seed,
                     bool counts_unplayed)
    : pairs_max_(pairs_max),
      is_first_red_(DrawLot(seed, "side")),
      counts_unplayed_(counts_unplayed),
      test_(options, rating::Sample::kPair) {
  FLAGFALL_CHECK(pairs_max >= 1);
}

SprtMatch::SprtMatch(const v1::TournamentSpec& spec)
    : SprtMatch(SprtOptionsOf(spec.sprt()), spec.rounds(), spec.seed(), RatesForfeits(spec)) {}

std::vector<Pairing> SprtMatch::NextPairings() {
  if (pairs_asked_ == pairs_max_) return {};
  ++pairs_asked_;
  const int red = (pairs_asked_ % 2 == 1) == is_first_red_ ? 0 : 1;
  return {{.round = pairs_asked_, .red = red, .blue = 1 - red},
          {.round = pairs_asked_, .red = 1 - red, .blue = red, .first_before = 1}};
}

void SprtMatch::AddResult(const PlayedGame& game) {
  if (!half_pair_.has_value()) {
    half_pair_ = game;
    return;
  }
  if (!counts_unplayed_ && (half_pair_->is_unplayed || game.is_unplayed)) {
    ++unplayed_pairs_;
    ++unplayed_in_a_row_;
  } else {
    test_.Add(half_pair_->HalfPointsOf(0) + game.HalfPointsOf(0));
    unplayed_in_a_row_ = 0;
  }
  half_pair_.reset();
}

std::string SprtMatch::WhyGivenUp() const {
  if (!IsGivenUp()) return "";
  return absl::StrCat("the match ends without a verdict, after ", kUnplayedPairsMax,
                      " pairs in a row with a game that nobody played");
}

FormatDefinition SprtDefinition() {
  using Spec = v1::TournamentSpec;
  return {
      .format = Spec::FORMAT_SPRT,
      .name = "sprt",
      .own_fields = {"sprt"},
      .default_rounds = [](const Spec&) { return kDefaultPairs; },
      .fill_own_fields = FillSprt,
      .check = CheckSprt,
      .pairings_per_round = [](const Spec&) { return std::uint64_t{1}; },
      .make = [](const Spec& spec) -> std::unique_ptr<Format> { return std::make_unique<SprtMatch>(spec); },
      .example =
          R"(  // The first bot meets the second until a test has decided whether it is better by elo1 or only by elo0.
  "format": "FORMAT_SPRT",
  "sprt": {"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05, "model": "MODEL_NORMALIZED"},
  // At most so many pairs of games.
  "rounds": 50000,
)",
      .example_bots = R"("random", "sergeant")"};
}

rating::SprtOptions SprtOptionsOf(const v1::Sprt& sprt) {
  rating::SprtOptions options;
  if (sprt.has_elo0()) options.elo0 = sprt.elo0();
  if (sprt.has_elo1()) options.elo1 = sprt.elo1();
  if (sprt.has_alpha()) options.alpha = sprt.alpha();
  if (sprt.has_beta()) options.beta = sprt.beta();
  options.model =
      sprt.model() == v1::Sprt::MODEL_LOGISTIC ? rating::EloModel::kLogistic : rating::EloModel::kNormalized;
  return options;
}

std::optional<SprtMatch> SprtAfter(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games) {
  if (!spec.has_sprt()) return std::nullopt;
  std::optional<SprtMatch> match(std::in_place, spec);
  for (std::size_t i = 0; i < games.size() && games[i].number == i + 1; ++i) match->AddResult(games[i]);
  return match;
}

}  // namespace flagfall::arena::tournament
