#include "arena/accounts/roles.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/worker_service.pb.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::accounts {
namespace {

using absl::StatusCode;

// What a method is, in the words in which the service is described: for everybody; for an owner's own things, and the
// host; for the host; for workers.
enum class For { kEverybody, kOwners, kHost, kWorkers };

const std::map<std::string, For>& Methods() {
  static const std::map<std::string, For> methods = {
      {"SubmitBot", For::kOwners},          {"ListBots", For::kEverybody},
      {"GetBot", For::kEverybody},          {"GetBotLog", For::kOwners},
      {"ListSubmissions", For::kOwners},    {"GetSubmission", For::kOwners},
      {"WatchSubmission", For::kOwners},    {"SuspendBot", For::kOwners},
      {"ResumeBot", For::kOwners},          {"RetireBot", For::kOwners},
      {"CreateRemoteBot", For::kOwners},    {"CreateTournament", For::kHost},
      {"CancelTournament", For::kOwners},   {"CreateChallenge", For::kOwners},
      {"SetBotChallenges", For::kOwners},   {"GetTournament", For::kEverybody},
      {"ListTournaments", For::kEverybody}, {"WatchTournament", For::kEverybody},
      {"ListGames", For::kEverybody},       {"GetGameRecord", For::kEverybody},
      {"GetGameView", For::kEverybody},     {"GetLeaderboard", For::kEverybody},
      {"CreateUser", For::kHost},           {"ListUsers", For::kHost},
      {"CreateToken", For::kOwners},        {"ListTokens", For::kOwners},
      {"RevokeToken", For::kOwners},        {"CreateBotToken", For::kOwners},
      {"ResumeTournament", For::kHost},     {"RemoveUser", For::kHost},
      {"PauseTournament", For::kHost},      {"ExportGames", For::kEverybody},
      {"GetRuleset", For::kEverybody},      {"LeaseGames", For::kWorkers},
      {"KeepLease", For::kWorkers},         {"HandInGame", For::kWorkers},
      {"FetchBot", For::kWorkers},          {"ListWorkers", For::kHost},
      {"TrustWorker", For::kHost},          {"GetServerStatus", For::kHost},
      {"SetBotTag", For::kOwners},          {"ListSeries", For::kEverybody},
      {"StopSeries", For::kHost},           {"CreateSignInLink", For::kOwners},
      {"CreateInvitation", For::kHost},     {"ListInvitations", For::kHost},
      {"RevokeInvitation", For::kHost},     {"Register", For::kEverybody},
      {"CreateWebhook", For::kOwners},      {"ListWebhooks", For::kOwners},
      {"RemoveWebhook", For::kOwners},      {"TestWebhook", For::kOwners},
      {"RedeliverWebhook", For::kOwners},   {"ListWebhookDeliveries", For::kOwners},
      {"GetGameReceipt", For::kEverybody},
  };
  return methods;
}

// Of a call about the caller's own thing, amy's, ben's, and the host's own.
struct Expected {
  StatusCode own;
  StatusCode amys;
  StatusCode bens;
  StatusCode hosts;
};

Expected ExpectedOf(For whom, Role role) {
  constexpr StatusCode kOk = StatusCode::kOk;
  constexpr StatusCode kNo = StatusCode::kPermissionDenied;
  if (whom == For::kEverybody || role == (whom == For::kWorkers ? Role::kWorker : Role::kHost)) {
    return {kOk, kOk, kOk, kOk};
  }
  if (role == Role::kAnonymous) {
    return {StatusCode::kUnauthenticated, StatusCode::kUnauthenticated, StatusCode::kUnauthenticated,
            StatusCode::kUnauthenticated};
  }
  if (whom == For::kOwners && role == Role::kOwner) return {kOk, kOk, kNo, kNo};
  return {kNo, kNo, kNo, kNo};
}

TEST(Roles, TheTableHoldsTheMethodsOfTheServiceAndNoOthers) {
  std::set<std::string> served;
  for (const auto* const service : {v1::ListBotsRequest::descriptor()->file()->FindServiceByName("ArenaService"),
                                    v1::Lease::descriptor()->file()->FindServiceByName("WorkerService")}) {
    for (int i = 0; i < service->method_count(); ++i) served.insert(service->method(i)->name());
  }
  std::set<std::string> listed;
  for (const MethodAccess& row : MethodTable()) listed.insert(std::string(row.method));
  EXPECT_EQ(listed, served);
}

TEST(Roles, EachCellOfTheTable) {
  const std::vector<Principal> callers = {{},
                                          {.role = Role::kBot, .bot = "rook@1"},
                                          {.role = Role::kOwner, .user = "amy"},
                                          {.role = Role::kHost, .user = "zoe"},
                                          {.role = Role::kWorker, .user = "cluster"}};
  for (const auto& [method, whom] : Methods()) {
    for (const Principal& caller : callers) {
      SCOPED_TRACE(method + " as " + std::string(RoleName(caller.role)));
      const Expected expected = ExpectedOf(whom, caller.role);
      EXPECT_EQ(Permit(caller, method, std::nullopt).code(), expected.own);
      EXPECT_EQ(Permit(caller, method, "amy").code(), expected.amys);
      EXPECT_EQ(Permit(caller, method, "ben").code(), expected.bens);
      EXPECT_EQ(Permit(caller, method, "").code(), expected.hosts);
    }
  }
}

TEST(Roles, TheTableHoldsEachMethodOnce) {
  std::set<std::string> found;
  for (const MethodAccess& row : MethodTable()) EXPECT_TRUE(found.insert(std::string(row.method)).second) << row.method;
  std::set<std::string> known;
  for (const auto& [method, whom] : Methods()) known.insert(method);
  EXPECT_EQ(found, known);
}

TEST(Roles, WhatIsNotInTheTableNobodyMayCall) {
  for (const Role role : {Role::kAnonymous, Role::kBot, Role::kOwner, Role::kHost, Role::kWorker}) {
    EXPECT_EQ(AccessOf("DropDatabase", role), Access::kRefused);
    EXPECT_FALSE(Permit({.role = role, .user = "amy"}, "DropDatabase", std::nullopt).ok());
  }
}

TEST(Roles, RefusalsSayWhatWouldBeRight) {
  EXPECT_THAT(Permit({}, "SubmitBot", std::nullopt),
              IsError(StatusCode::kUnauthenticated, "SubmitBot needs a token; the host gives one out"));
  EXPECT_THAT(Permit({.role = Role::kOwner, .user = "amy"}, "RetireBot", "ben"),
              IsError(StatusCode::kPermissionDenied, "RetireBot: this is not amy's"));
  EXPECT_THAT(Permit({.role = Role::kOwner, .user = "amy"}, "CreateUser", std::nullopt),
              IsError(StatusCode::kPermissionDenied, "CreateUser is not for the role owner, which is"));
}

}  // namespace
}  // namespace flagfall::arena::accounts
