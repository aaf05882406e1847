#ifndef ARENA_QUERIES_LUCK_CORRECTION_H_
#define ARENA_QUERIES_LUCK_CORRECTION_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/values.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::queries {

// Finds the value function with which the result of a match with this complete spec, made at `created_time`, is told
// without luck: `version` of the home with this ledger, or with 0 the newest of the ruleset that was fitted before the
// match was made, so that it cannot have been chosen by the result. INVALID_ARGUMENT for a tournament of more than two
// bots; FAILED_PRECONDITION when nothing is dealt, when the value function is of another ruleset, and when there is
// none from before.
absl::StatusOr<v1::ValueFunction> ValueFunctionFor(const std::string& ledger_path, const v1::TournamentSpec& spec,
                                                   Micros created_time, std::uint32_t version);

// The match's result without the luck of the deal, by a value function that ValueFunctionFor has found. The caller
// reads one state of the ledger; all records of the match are read. Games to which the value function was fitted are
// left out, and so are those with the same deals and the partners of both. FAILED_PRECONDITION when the value function
// was fitted to another ledger.
absl::StatusOr<v1::LuckCorrection> LuckCorrectionOf(store::Database& database, const store::Tournament& tournament,
                                                    const v1::ValueFunction& value_function);

// The same for people, in lines that each end with a newline.
std::string LuckCorrectionText(const v1::LuckCorrection& correction);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_LUCK_CORRECTION_H_
