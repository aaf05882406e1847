#include <memory>
#include <utility>

#include "referee/base/status_macros.h"
#include "referee/match/match.h"
#include "referee/match/referee_again.h"
#include "referee/rules/catalogue.h"

namespace flagfall {

// The functions that know the catalogue's games stand here, apart from the rest of this folder, which knows games only
// by their contract.

absl::StatusOr<std::unique_ptr<Match>> Match::Create(MatchSpec spec, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(spec.ruleset, CompleteRuleset(spec.ruleset));
  return Create(std::move(spec), NewGame, now);
}

absl::Status RefereeAgain(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset complete, CompleteRuleset(record.ruleset()));
  if (complete.SerializeAsString() != record.ruleset().SerializeAsString()) {
    return absl::DataLossError("ruleset: a record lists every option of its ruleset once, ordered by name");
  }
  return RefereeAgain(record, NewGame);
}

absl::Status RefereeAgain(const v1::GameRecord& record, MatchSpec spec) {
  return RefereeAgain(record, std::move(spec), NewGame);
}

}  // namespace flagfall
