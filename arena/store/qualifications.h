#ifndef ARENA_STORE_QUALIFICATIONS_H_
#define ARENA_STORE_QUALIFICATIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// Who wants to enter a tournament whose spec names a bot that they must beat, and how each did.
struct Qualification {
  // The entry.
  std::string bot;
  // The tournament in which it plays for it, or has done so; absent of the bot to beat.
  std::optional<std::int64_t> qualifier;
  // Twice its points; absent until it has played.
  std::optional<std::int64_t> half_points;
};

// What they have to do: beat the entry `opponent` in so many games of a ruleset (RulesetText).
struct QualifyingMatch {
  std::string opponent;
  std::int64_t games = 0;
  std::string ruleset;
};

// Stores who wants to enter a tournament, in this order; `qualifier` is where those without points play, absent where
// all have them. NOT_FOUND for a bot that the home does not know.
absl::Status AddQualifications(Database& database, std::int64_t tournament, const QualifyingMatch& match,
                               const std::vector<Qualification>& qualifications, std::optional<std::int64_t> qualifier);

// Returns them in their order; none for a tournament that has stored none.
absl::StatusOr<std::vector<Qualification>> QualificationsOf(Database& database, std::int64_t tournament);

// Stores the points of a bot that plays in this qualifier. NOT_FOUND when it does not.
absl::Status StoreQualifyingPoints(Database& database, std::int64_t qualifier, absl::string_view bot,
                                   std::int64_t half_points);

// The newest match in which the entry, or one with the same files, has made so many points. Absent when there is none,
// and for remote bots, whose files nobody knows.
absl::StatusOr<std::optional<Qualification>> FindPassed(Database& database, absl::string_view bot,
                                                        const QualifyingMatch& match, std::int64_t half_points_min);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_QUALIFICATIONS_H_
