#include "arena/accounts/roles.h"

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::accounts {
namespace {

constexpr Access kNo = Access::kRefused;
constexpr Access kOwn = Access::kOwn;
constexpr Access kAll = Access::kAll;

constexpr MethodAccess kMethods[] = {
    // method               anonymous, bot, owner, host, worker
    {"SubmitBot", {kNo, kNo, kOwn, kAll, kNo}},
    {"ListBots", {kAll, kAll, kAll, kAll, kAll}},
    {"GetBot", {kAll, kAll, kAll, kAll, kAll}},
    {"GetBotLog", {kNo, kNo, kOwn, kAll, kNo}},
    {"ListSubmissions", {kNo, kNo, kOwn, kAll, kNo}},
    {"GetSubmission", {kNo, kNo, kOwn, kAll, kNo}},
    {"WatchSubmission", {kNo, kNo, kOwn, kAll, kNo}},
    {"SuspendBot", {kNo, kNo, kOwn, kAll, kNo}},
    {"ResumeBot", {kNo, kNo, kOwn, kAll, kNo}},
    {"RetireBot", {kNo, kNo, kOwn, kAll, kNo}},
    {"SetBotChallenges", {kNo, kNo, kOwn, kAll, kNo}},
    {"SetBotTag", {kNo, kNo, kOwn, kAll, kNo}},
    {"CreateRemoteBot", {kNo, kNo, kOwn, kAll, kNo}},
    {"CreateTournament", {kNo, kNo, kNo, kAll, kNo}},
    {"CreateChallenge", {kNo, kNo, kOwn, kAll, kNo}},
    {"CancelTournament", {kNo, kNo, kOwn, kAll, kNo}},
    {"GetTournament", {kAll, kAll, kAll, kAll, kAll}},
    {"ListTournaments", {kAll, kAll, kAll, kAll, kAll}},
    {"WatchTournament", {kAll, kAll, kAll, kAll, kAll}},
    {"ListGames", {kAll, kAll, kAll, kAll, kAll}},
    {"GetGameRecord", {kAll, kAll, kAll, kAll, kAll}},
    {"GetGameReceipt", {kAll, kAll, kAll, kAll, kAll}},
    {"ExportGames", {kAll, kAll, kAll, kAll, kAll}},
    {"GetGameView", {kAll, kAll, kAll, kAll, kAll}},
    {"GetLeaderboard", {kAll, kAll, kAll, kAll, kAll}},
    {"CreateUser", {kNo, kNo, kNo, kAll, kNo}},
    {"ListUsers", {kNo, kNo, kNo, kAll, kNo}},
    {"CreateToken", {kNo, kNo, kOwn, kAll, kNo}},
    {"ListTokens", {kNo, kNo, kOwn, kAll, kNo}},
    {"RevokeToken", {kNo, kNo, kOwn, kAll, kNo}},
    {"CreateBotToken", {kNo, kNo, kOwn, kAll, kNo}},
    {"ResumeTournament", {kNo, kNo, kNo, kAll, kNo}},
    {"RemoveUser", {kNo, kNo, kNo, kAll, kNo}},
    {"GetRuleset", {kAll, kAll, kAll, kAll, kAll}},
    {"PauseTournament", {kNo, kNo, kNo, kAll, kNo}},
    {"ListWorkers", {kNo, kNo, kNo, kAll, kNo}},
    {"TrustWorker", {kNo, kNo, kNo, kAll, kNo}},
    {"GetServerStatus", {kNo, kNo, kNo, kAll, kNo}},
    {"CreateSignInLink", {kNo, kNo, kOwn, kAll, kNo}},
    {"CreateInvitation", {kNo, kNo, kNo, kAll, kNo}},
    {"ListInvitations", {kNo, kNo, kNo, kAll, kNo}},
    {"RevokeInvitation", {kNo, kNo, kNo, kAll, kNo}},
    {"Register", {kAll, kAll, kAll, kAll, kAll}},
    {"CreateWebhook", {kNo, kNo, kOwn, kAll, kNo}},
    {"ListWebhooks", {kNo, kNo, kOwn, kAll, kNo}},
    {"RemoveWebhook", {kNo, kNo, kOwn, kAll, kNo}},
    {"TestWebhook", {kNo, kNo, kOwn, kAll, kNo}},
    {"ListWebhookDeliveries", {kNo, kNo, kOwn, kAll, kNo}},
    {"RedeliverWebhook", {kNo, kNo, kOwn, kAll, kNo}},
    {"ListSeries", {kAll, kAll, kAll, kAll, kAll}},
    {"StopSeries", {kNo, kNo, kNo, kAll, kNo}},
    {"LeaseGames", {kNo, kNo, kNo, kNo, kAll}},
    {"KeepLease", {kNo, kNo, kNo, kNo, kAll}},
    {"HandInGame", {kNo, kNo, kNo, kNo, kAll}},
    {"FetchBot", {kNo, kNo, kNo, kNo, kAll}},
};

}  // namespace

absl::string_view RoleName(Role role) {
  switch (role) {
    case Role::kAnonymous:
      return "anonymous";
    case Role::kBot:
      return "bot";
    case Role::kOwner:
      return "owner";
    case Role::kHost:
      return "host";
    case Role::kWorker:
      return "worker";
  }
  FLAGFALL_CHECK(false);
}

absl::Span<const MethodAccess> MethodTable() { return kMethods; }

Access AccessOf(absl::string_view method, Role role) {
  for (const MethodAccess& row : kMethods) {
    if (row.method == method) return row.access[static_cast<std::size_t>(role)];
  }
  return Access::kRefused;
}

absl::Status Permit(const Principal& caller, absl::string_view method, const std::optional<std::string>& owner) {
  const Access access = AccessOf(method, caller.role);
  if (access == Access::kAll) return absl::OkStatus();
  if (access == Access::kOwn && owner.value_or(caller.user) == caller.user) return absl::OkStatus();
  if (access == Access::kOwn) {
    return absl::PermissionDeniedError(
        absl::StrCat(method, ": this is not ", caller.user, "'s; an owner may do that with what is their own only"));
  }
  if (caller.role == Role::kAnonymous) {
    return absl::UnauthenticatedError(
        absl::StrCat(method,
                     " needs a token; the host gives one out with `flagfall token create USER`, and --token or "
                     "FLAGFALL_USER_TOKEN hands it in"));
  }
  const std::string& name = caller.role == Role::kBot ? caller.bot : caller.user;
  const bool is_for_workers =
      AccessOf(method, Role::kWorker) != Access::kRefused && AccessOf(method, Role::kHost) == Access::kRefused;
  return absl::PermissionDeniedError(absl::StrCat(
      method, " is not for the role ", RoleName(caller.role), ", which is ", name, "'s; ",
      is_for_workers ? "it takes the token of a user with the role worker (`flagfall user add NAME --role worker`)"
                     : "ask a host to do it"));
}

absl::StatusOr<std::string> OwnerFor(const Principal& caller, absl::string_view method, const std::string& named) {
  const std::string& owner = named.empty() ? caller.user : named;
  FLAGFALL_RETURN_IF_ERROR(Permit(caller, method, owner));
  return owner;
}

absl::StatusOr<std::optional<std::string>> OwnerToList(const Principal& caller, absl::string_view method,
                                                       const std::string& named) {
  if (named.empty() && caller.role == Role::kHost) return std::nullopt;
  FLAGFALL_ASSIGN_OR_RETURN(std::string owner, OwnerFor(caller, method, named));
  return owner;
}

}  // namespace flagfall::arena::accounts
