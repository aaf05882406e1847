#include <memory>
#include <utility>

#include "referee/base/status_macros.h"
#include "referee/match/match.h"
#include "referee/rules/catalogue.h"

namespace flagfall {

// Apart from the rest of Match, which knows no particular game.
absl::StatusOr<std::unique_ptr<Match>> Match::Create(MatchSpec spec, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(spec.ruleset, CompleteRuleset(spec.ruleset));
  return Create(std::move(spec), NewGame, now);
}

}  // namespace flagfall
