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

namespace flagfall::arena {

// Whether the submission has come to its end. Its states come in their order; it may fail in each but the last two,
// which are its ends.
inline bool IsOver(const v1::Submission& submission) {
  return submission.state() == v1::Submission::STATE_READY || submission.state() == v1::Submission::STATE_FAILED;
}

// Whether a submission of `owner`'s (empty: the host's own) may begin. NOT_FOUND when there is no such user;
// FAILED_PRECONDITION when another submission of that user is under way, or the user was removed.
absl::Status CheckMaySubmit(Database& database, absl::string_view owner);

// Begins a submission of `owner`'s and returns its id. Errors as CheckMaySubmit's.
absl::StatusOr<std::int64_t> BeginSubmission(Database& database, absl::string_view owner, Micros now);

// To a later state before STATE_READY. FAILED_PRECONDITION when the submission is over.
absl::Status AdvanceSubmission(Database& database, std::int64_t id, v1::Submission::State state, Micros now);

// Its manifest holds `bot_name`, its files have that hash. When the name's present version has the same content the
// submission is ready with that entry; else it is STATE_BUILDING, and has its entry: one more than the newest version.
// PERMISSION_DENIED when the name is another owner's; FAILED_PRECONDITION when another submission of that name is under
// way or a host holds the name. An error changes nothing. Returns the submission as it then is.
absl::StatusOr<v1::Submission> NameSubmission(Database& database, std::int64_t id, absl::string_view bot_name,
                                              absl::string_view content_sha256, Micros now);

// Makes the submission's entry a bot of the home, ready, and retires the version before it, all at once.
absl::Status FinishSubmission(Database& database, std::int64_t id, v1::BotManifest manifest, const std::string& folder,
                              Micros now);

// `reason` must not be empty. FAILED_PRECONDITION when the submission is over.
absl::Status FailSubmission(Database& database, std::int64_t id, absl::string_view reason, Micros now);

// NOT_FOUND when there is none.
absl::StatusOr<v1::Submission> FindSubmission(Database& database, std::int64_t id);

// Which submissions to list; what is absent does not restrict.
struct SubmissionFilter {
  std::optional<std::string> owner = std::nullopt;
  // The name in the manifest.
  std::optional<std::string> bot_name = std::nullopt;
  bool only_under_way = false;
};

// The newest first: those with ids below `before` (absent: all), at most `count`.
absl::StatusOr<std::vector<v1::Submission>> ListSubmissions(Database& database, const SubmissionFilter& filter,
                                                            std::optional<std::int64_t> before, int count);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_SUBMISSIONS_H_
