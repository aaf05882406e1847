// HomeApi's calls about machines: those that play the home's games, and the server's.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/api/home_api.h"
#include "arena/store/judged_workers.h"
#include "arena/store/workers.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::api {
namespace {

// The worker that a request means, where it may leave out whose it is.
absl::StatusOr<store::WorkerName> WorkerNamed(store::Database& ledger, const std::string& user,
                                              const std::string& name) {
  if (name.empty()) return absl::InvalidArgumentError("name is not given; it is what the worker calls itself");
  if (!user.empty()) return store::WorkerName{.user = user, .name = name};
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> users, store::UsersOfWorker(ledger, name));
  if (users.size() == 1) return store::WorkerName{.user = users.front(), .name = name};
  if (users.empty()) {
    return absl::NotFoundError(
        absl::StrCat("there is no worker ", name, "; `flagfall cluster workers list` lists those that there are"));
  }
  return absl::InvalidArgumentError(absl::StrCat("user is not given, and ", absl::StrJoin(users, ", "),
                                                 " each have a worker ", name, "; name one of them"));
}

}  // namespace

absl::StatusOr<v1::ListWorkersResponse> HomeApi::ListWorkers(const v1::ListWorkersRequest& /*request*/) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "ListWorkers", /*owner=*/std::nullopt));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::WorkerStatus> workers, store::ListWorkers(*ledger));
  v1::ListWorkersResponse response;
  response.mutable_workers()->Assign(workers.begin(), workers.end());
  return response;
}

absl::StatusOr<v1::WorkerStatus> HomeApi::TrustWorker(const v1::TrustWorkerRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "TrustWorker", /*owner=*/std::nullopt));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_ASSIGN_OR_RETURN(const store::WorkerName worker, WorkerNamed(*ledger, request.user(), request.name()));
  FLAGFALL_RETURN_IF_ERROR(store::TrustWorker(*ledger, worker, submissions_.now()));
  return store::FindWorker(*ledger, worker);
}

absl::StatusOr<v1::GetServerStatusResponse> HomeApi::GetServerStatus(const v1::GetServerStatusRequest& /*request*/) {
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller_, "GetServerStatus", /*owner=*/std::nullopt));
  if (server_.status != nullptr) return server_.status();
  return absl::FailedPreconditionError(
      "only a server that runs has figures; name it with --server (see `flagfall serve --help`)");
}

}  // namespace flagfall::arena::api
