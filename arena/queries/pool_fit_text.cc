#include "arena/queries/pool_fit_text.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/rating/elo.h"
#include "referee/base/counted.h"

namespace flagfall::arena::queries {

std::string PoolFitText(const v1::PoolFit& fit) {
  // Not "-0.0".
  const double red_advantage = std::abs(fit.red_advantage_elo()) < 0.05 ? 0.0 : fit.red_advantage_elo();
  std::string text = absl::StrFormat("Red is worth %+.1f +/- %.1f Elo; of games between equals %.1f %% are drawn.\n",
                                     red_advantage, fit.red_advantage_elo_error(), 100 * fit.draw_rate());
  if (fit.unplayed_left_out() > 0) {
    absl::StrAppend(&text, Counted(fit.unplayed_left_out(), "game"),
                    " that nobody played (forfeit_no_show) left out of both.\n");
  }
  if (fit.unplayed_rated() > 0) {
    absl::StrAppend(&text, Counted(fit.unplayed_rated(), "game"),
                    " that nobody played (forfeit_no_show) in both: of tournaments with --rate-forfeits, or of those "
                    "from before such\ngames were left out, whose ratings stay.\n");
  }
  if (!fit.warning().empty()) absl::StrAppend(&text, fit.warning(), "\n");
  return text;
}

std::string LeaderboardLegend() {
  return absl::StrCat(
      "MLE: the likeliest rating given all rated games at once, and half of its 95 % interval. Places are by it, and "
      "by the\n"
      "lower end of the interval where it is the same. ?: fewer than ",
      rating::kProvisionalGames,
      " rated games.\n"
      "Elo: the running rating, from 1500 on, game by game; change: over the newest tournament. It is a history, and "
      "slow.\n");
}

}  // namespace flagfall::arena::queries
