#include "arena/tournament/challenge.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/tournament/round_robin.h"
#include "arena/tournament/spec.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::tournament {
namespace {

// The rest of a spec is a host's to say: names (which would make it look like a tournament of the host's), policies,
// priorities, seeds (which would tell an author the opponent's set-up).
constexpr absl::string_view kFields[] = {
    "bots",        "ruleset",   "games",     "time_control", "time_control_reference",
    "concurrency", "rated",     "pondering", "duplicate",    "book",
    "bot_options", "start_time"};
constexpr absl::string_view kStandardBook = "standard";

absl::Status CheckFields(const v1::TournamentSpec& asked) {
  std::vector<const google::protobuf::FieldDescriptor*> given;
  asked.GetReflection()->ListFields(asked, &given);
  for (const google::protobuf::FieldDescriptor* const field : given) {
    const bool is_known = absl::c_linear_search(kFields, field->name());
    const bool is_format = field->name() == "format" && asked.format() == v1::TournamentSpec::FORMAT_ROUND_ROBIN;
    const bool is_rounds = field->name() == "rounds" && asked.rounds() == 1;
    if (!is_known && !is_format && !is_rounds) return WrongField(field->name(), "is not for a challenge to set");
  }
  return absl::OkStatus();
}

absl::Status CheckAskedTime(const v1::TournamentSpec& asked) {
  if (asked.time_control().empty()) return absl::OkStatus();
  absl::StatusOr<v1::TimeControl> control = ParseTimeControl(asked.time_control());
  if (!control.ok()) return WrongField("time_control", control.status().message());
  // As it is on the slowest machine.
  const bool is_scaled = asked.time_control_reference() != 0;
  if (is_scaled) *control = ScaledTimeControl(*control, kScalePpmMax);
  const ChallengeTimes& most = asked.games() == 1 && !is_scaled ? kSingleGameTimesMax : kChallengeTimesMax;
  if (control->plies_per_period() == 0 && control->base_micros() <= most.base_micros &&
      control->increment_micros() <= most.ply_micros && control->per_ply_micros() <= most.ply_micros &&
      control->set_up_micros() <= most.set_up_micros) {
    return absl::OkStatus();
  }
  return WrongField("time_control",
                    absl::StrCat("'", asked.time_control(), "' is too long for a challenge; at most ",
                                 is_scaled ? "30+0.25 or st=0.25, and setup=15, as it is scaled" : most.text));
}

}  // namespace

absl::StatusOr<v1::TournamentSpec> ChallengeSpec(const v1::TournamentSpec& asked, const ChallengeLimits& limits) {
  if (limits.mode == ChallengeLimits::Mode::kOff) {
    return absl::FailedPreconditionError("this host allows no challenges; ask a host for a tournament");
  }
  if (asked.rated() && limits.mode != ChallengeLimits::Mode::kRated) {
    return absl::FailedPreconditionError(
        "this host does not rate challenges; leave out rated (on the command line --rated)");
  }
  FLAGFALL_RETURN_IF_ERROR(CheckFields(asked));
  if (asked.bots_size() != 2) {
    return WrongField("bots", absl::StrCat(asked.bots_size(), " given; a challenge is between two"));
  }
  if (!asked.book().empty() && asked.book() != kStandardBook) {
    return WrongField("book", "a challenge has set-ups by the bots, or those of the book 'standard'");
  }
  FLAGFALL_RETURN_IF_ERROR(CheckAskedTime(asked));
  FLAGFALL_RETURN_IF_ERROR(CheckFieldMax("concurrency", asked.concurrency(), limits.games_at_once));
  v1::TournamentSpec spec = asked;
  NameSecondPlayer(spec);
  if (spec.concurrency() == 0) spec.set_concurrency(limits.games_at_once);
  if (spec.games() == 0) spec.set_games(kDefaultGames);
  spec.set_rated(asked.rated());
  return spec;
}

absl::Status ChooseSide(v1::Side side, const std::function<std::uint64_t()>& draw_seed, v1::TournamentSpec& spec) {
  if (side == v1::SIDE_UNSPECIFIED) return absl::OkStatus();
  if (side != v1::SIDE_RED && side != v1::SIDE_BLUE) {
    return absl::InvalidArgumentError(
        absl::StrCat("field side: ", static_cast<int>(side), " is no side; SIDE_RED or SIDE_BLUE"));
  }
  if (spec.has_start_time()) {
    return absl::InvalidArgumentError(
        "field side: is not for a challenge that begins at a time; leave out side or start_time");
  }
  const auto first_red = [](std::uint64_t seed) {
    return RoundRobin(/*players=*/2, /*rounds=*/1, /*games=*/1, seed).NextPairings().front().red;
  };
  const int red = side == v1::SIDE_RED ? 0 : 1;
  spec.set_seed(draw_seed());
  while (spec.seed() == 0 || first_red(spec.seed()) != red) spec.set_seed(draw_seed());
  return absl::OkStatus();
}

}  // namespace flagfall::arena::tournament
