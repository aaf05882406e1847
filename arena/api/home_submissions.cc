// HomeApi's calls about submissions.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/api/home_api.h"
#include "arena/api/paging.h"
#include "arena/store/submissions.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::api {

absl::StatusOr<v1::Submission> HomeApi::SubmitBot(const std::string& archive, const std::string& owner,
                                                  const OnSubmission& on_state) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string permitted, accounts::OwnerFor(caller_, "SubmitBot", owner));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_RETURN_IF_ERROR(accounts::AbandonSubmissions(*ledger, submissions_.folders, submissions_.now()));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission begun, store::BeginSubmission(*ledger, permitted, submissions_.now()));
  on_state(begun);
  FLAGFALL_ASSIGN_OR_RETURN(v1::Submission ended,
                            accounts::RunSubmission(store::LedgerAccess(*ledger), begun, archive, submissions_));
  on_state(ended);
  return ended;
}

absl::StatusOr<v1::ListSubmissionsResponse> HomeApi::ListSubmissions(const v1::ListSubmissionsRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const int page_size, PageSize(request.page_size()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> before, Before(request.page_token()));
  store::SubmissionFilter filter;
  FLAGFALL_ASSIGN_OR_RETURN(filter.owner, accounts::OwnerToList(caller_, "ListSubmissions", request.owner()));
  if (!request.bot().empty()) filter.bot_name = request.bot();
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  // One more than the page holds, which says whether there is another page.
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<v1::Submission> page,
                            store::ListSubmissions(*ledger, filter, before, page_size + 1));
  v1::ListSubmissionsResponse response;
  if (page.size() > static_cast<std::size_t>(page_size)) {
    page.pop_back();
    response.set_next_page_token(absl::StrCat(page.back().id()));
  }
  response.mutable_submissions()->Assign(page.begin(), page.end());
  return response;
}

absl::StatusOr<v1::Submission> HomeApi::GetSubmission(const v1::GetSubmissionRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(v1::Submission submission,
                            store::FindSubmission(*ledger, static_cast<std::int64_t>(request.id())));
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "GetSubmission", submission.owner()));
  return submission;
}

}  // namespace flagfall::arena::api
