#ifndef ARENA_STORE_SUBMISSIONS_H_
#define ARENA_STORE_SUBMISSIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// Whether the submission is over. Its states follow each other in their order; it can fail in each state except the
// last two, in which it is over.
inline bool IsOver(const v1::Submission& submission) {
  return submission.state() == v1::Submission::STATE_READY || submission.state() == v1::Submission::STATE_FAILED;
}

// OK when `owner` (empty for the host) may begin a submission. NOT_FOUND when there is no such user;
// FAILED_PRECONDITION when another submission of this user is under way, or the user was removed.
absl::Status CheckMaySubmit(Database& database, absl::string_view owner);

// Begins a submission. Errors as CheckMaySubmit.
absl::StatusOr<v1::Submission> BeginSubmission(Database& database, absl::string_view owner, Micros now);

// Moves the submission to a later state before STATE_READY. FAILED_PRECONDITION when it is over.
absl::Status AdvanceSubmission(Database& database, std::int64_t id, v1::Submission::State state, Micros now);

// Stores the name in the submission's manifest and the hash of its files. If the present version of that name has the
// same content, the submission becomes ready with that version's entry. Otherwise it enters STATE_BUILDING and gets the
// entry one above the newest version. Returns the submission as it is then. PERMISSION_DENIED when the name belongs to
// another owner; FAILED_PRECONDITION when another submission of that name is under way, or a host holds the name. An
// error changes nothing.
absl::StatusOr<v1::Submission> NameSubmission(Database& database, std::int64_t id, absl::string_view bot_name,
                                              absl::string_view content_sha256, Micros now);

// Adds the submission's entry as a ready bot and retires the version before it, in one transaction.
absl::Status FinishSubmission(Database& database, std::int64_t id, v1::BotManifest manifest, const std::string& folder,
                              Micros now);

// Marks the submission as failed. `reason` must not be empty. FAILED_PRECONDITION when it is over.
absl::Status FailSubmission(Database& database, std::int64_t id, absl::string_view reason, Micros now);

// NOT_FOUND when there is none.
absl::StatusOr<v1::Submission> FindSubmission(Database& database, std::int64_t id);

// Which submissions to list. A field that is absent does not restrict the list.
struct SubmissionFilter {
  std::optional<std::string> owner = std::nullopt;
  // The name in the manifest.
  std::optional<std::string> bot_name = std::nullopt;
  bool only_under_way = false;
};

// Returns submissions, the newest first, at most `count`; with `before` only those with smaller ids.
absl::StatusOr<std::vector<v1::Submission>> ListSubmissions(Database& database, const SubmissionFilter& filter,
                                                            std::optional<std::int64_t> before, int count);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_SUBMISSIONS_H_
