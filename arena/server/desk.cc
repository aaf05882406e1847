// The desk's tournaments, submissions, users and tokens; its bots are in desk_bots.cc.
#include "arena/server/desk.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/execution/random_bytes.h"
#include "arena/execution/tournament_runner.h"
#include "arena/hosting/messages.h"
#include "arena/hosting/tokens.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "arena/tournament/spec.h"

namespace flagfall::arena {
namespace {

constexpr std::uint32_t kPageDefault = 50;
constexpr std::uint32_t kPageMax = 1000;

Micros WallClock() { return std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch()); }

absl::StatusOr<std::int64_t> Enter(Database& database, const v1::TournamentSpec& spec) {
  MutexLock lock(database.access());
  FLAGFALL_RETURN_IF_ERROR(CheckEntrants(database, spec));
  return CreateTournament(database, spec, PoolOf(spec), WallClock());
}

// Whose objects are listed: those of the user who was named, or all that the caller may see.
absl::StatusOr<std::optional<std::string>> OnlyOf(const Principal& caller, absl::string_view method,
                                                  const std::string& named) {
  if (named.empty() && caller.role == Role::kHost) return std::nullopt;
  if (named.empty()) return caller.user;
  FLAGFALL_RETURN_IF_ERROR(Permit(caller, method, named));
  return named;
}

}  // namespace

absl::StatusOr<Principal> Desk::Authorize(absl::string_view token) const {
  if (token.empty()) return Principal();
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  return flagfall::arena::Authorize(*reader, token, WallClock());
}

absl::StatusOr<v1::GetLeaderboardResponse> Desk::Do(const Principal& caller,
                                                    const v1::GetLeaderboardRequest& request) const {
  const auto make = [&]() -> absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> {
    FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
    FLAGFALL_ASSIGN_OR_RETURN(v1::GetLeaderboardResponse answer, Answer(*reader, request));
    return std::make_shared<const v1::GetLeaderboardResponse>(std::move(answer));
  };
  // Of anchors there are more than could be kept; and a host is told the newest.
  if (request.anchors_size() != 0 || caller.role == Role::kHost) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto answer, make());
    return *answer;
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, watch_.Now());
  FLAGFALL_ASSIGN_OR_RETURN(const auto answer,
                            leaderboards_.Get(request.SerializeAsString(), Freshness::kLedger, ledger, make));
  return *answer;
}

absl::StatusOr<v1::Tournament> Desk::Do(const Principal& /*caller*/, const v1::CreateTournamentRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(
      const v1::TournamentSpec spec,
      CompleteSpec(request.spec(), {.cores = std::max(1U, std::thread::hardware_concurrency()), .draw_seed = NewSeed}));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, Enter(database_, spec));
  tournaments_.Wake();
  return TournamentOf(id);
}

absl::StatusOr<v1::Tournament> Desk::Do(const Principal& /*caller*/, const v1::CancelTournamentRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(tournaments_.Cancel(request.id()));
  return TournamentOf(request.id());
}

absl::StatusOr<v1::Tournament> Desk::Do(const Principal& /*caller*/, const v1::ResumeTournamentRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(tournaments_.Resume(request.id()));
  return TournamentOf(request.id());
}

// For who may make, cancel and resume tournaments: hosts.
absl::StatusOr<v1::Tournament> Desk::TournamentOf(std::int64_t id) const {
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(id));
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  return Answer(*reader, request, Asker::kHost);
}

absl::StatusOr<v1::ListSubmissionsResponse> Desk::Do(const Principal& caller,
                                                     const v1::ListSubmissionsRequest& request) const {
  const std::uint32_t page_size = request.page_size() == 0 ? kPageDefault : request.page_size();
  if (page_size > kPageMax) {
    return absl::InvalidArgumentError(absl::StrCat("page_size is ", page_size, "; it may be at most ", kPageMax));
  }
  std::optional<std::int64_t> before;
  if (std::int64_t id = 0; absl::SimpleAtoi(request.page_token(), &id)) {
    before = id;
  } else if (!request.page_token().empty()) {
    return absl::InvalidArgumentError("page_token is not one that this service has given out");
  }
  SubmissionFilter filter;
  FLAGFALL_ASSIGN_OR_RETURN(filter.owner, OnlyOf(caller, "ListSubmissions", request.owner()));
  if (!request.bot().empty()) filter.bot_name = request.bot();
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  // One more than the page holds, which says whether there is another page.
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Submission> page,
                            ListSubmissions(*reader, filter, before, static_cast<int>(page_size) + 1));
  v1::ListSubmissionsResponse response;
  if (page.size() > page_size) {
    page.pop_back();
    response.set_next_page_token(absl::StrCat(page.back().id));
  }
  for (const Submission& submission : page) *response.add_submissions() = MessageOf(submission);
  return response;
}

absl::StatusOr<v1::Submission> Desk::Do(const Principal& caller, const v1::GetSubmissionRequest& request) const {
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(const Submission submission,
                            FindSubmission(*reader, static_cast<std::int64_t>(request.id())));
  FLAGFALL_RETURN_IF_ERROR(Permit(caller, "GetSubmission", submission.owner));
  return MessageOf(submission);
}

absl::StatusOr<std::string> Desk::OwnerOf(const Principal& caller, absl::string_view method, const std::string& named) {
  const std::string owner = named.empty() ? caller.user : named;
  FLAGFALL_RETURN_IF_ERROR(Permit(caller, method, owner));
  return owner;
}

absl::StatusOr<std::string> Desk::AdmitUpload(const Principal& caller, const v1::SubmitBotHeader& header) const {
  FLAGFALL_ASSIGN_OR_RETURN(std::string owner, OwnerOf(caller, "SubmitBot", header.owner()));
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  FLAGFALL_RETURN_IF_ERROR(CheckMaySubmit(*reader, owner));
  return owner;
}

absl::StatusOr<v1::Submission> Desk::Submit(const Principal& caller, const std::string& owner, ScratchFile archive) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, submissions_.Submit(owner, std::move(archive)));
  v1::GetSubmissionRequest request;
  request.set_id(static_cast<std::uint64_t>(id));
  return Do(caller, request);
}

absl::StatusOr<v1::User> Desk::Do(const Principal& /*caller*/, const v1::CreateUserRequest& request) {
  if (request.role() != v1::User::ROLE_OWNER && request.role() != v1::User::ROLE_HOST) {
    return absl::InvalidArgumentError("role is not given; it may be owner or host");
  }
  MutexLock lock(database_.access());
  FLAGFALL_RETURN_IF_ERROR(AddUser(database_, request.name(), request.role(), WallClock()));
  FLAGFALL_ASSIGN_OR_RETURN(const User user, FindUser(database_, request.name()));
  return MessageOf(user);
}

absl::StatusOr<v1::User> Desk::Do(const Principal& /*caller*/, const v1::RemoveUserRequest& request) {
  User user;
  {
    MutexLock lock(database_.access());
    FLAGFALL_RETURN_IF_ERROR(RemoveUser(database_, request.name(), WallClock()));
    FLAGFALL_ASSIGN_OR_RETURN(user, FindUser(database_, request.name()));
  }
  FLAGFALL_RETURN_IF_ERROR(UpdateAdmissions());
  return MessageOf(user);
}

absl::StatusOr<v1::ListUsersResponse> Desk::Do(const Principal& /*caller*/,
                                               const v1::ListUsersRequest& /*request*/) const {
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<User> users, ListUsers(*reader));
  v1::ListUsersResponse response;
  for (const User& user : users) *response.add_users() = MessageOf(user);
  return response;
}

absl::StatusOr<v1::NewToken> Desk::Do(const Principal& caller, const v1::CreateTokenRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string user, OwnerOf(caller, "CreateToken", request.user()));
  Token token{.user = user, .label = request.label()};
  if (!request.lifetime().empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const Micros lifetime, ParseLifetime(request.lifetime()));
    token.expires_time = WallClock() + lifetime;
  }
  MutexLock lock(database_.access());
  return CreateToken(database_, token, WallClock());
}

absl::StatusOr<v1::ListTokensResponse> Desk::Do(const Principal& caller, const v1::ListTokensRequest& request) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::string> owner, OnlyOf(caller, "ListTokens", request.user()));
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Token> tokens, ListTokens(*reader, owner));
  v1::ListTokensResponse response;
  for (const Token& token : tokens) *response.add_tokens() = MessageOf(token);
  return response;
}

absl::StatusOr<v1::Token> Desk::Do(const Principal& caller, const v1::RevokeTokenRequest& request) {
  const auto id = static_cast<std::int64_t>(request.id());
  Token token;
  {
    MutexLock lock(database_.access());
    FLAGFALL_ASSIGN_OR_RETURN(token, FindToken(database_, id));
    std::string owner = token.user;
    if (!token.bot.empty()) {
      FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database_, token.bot));
      owner = bot.owner;
    }
    FLAGFALL_RETURN_IF_ERROR(Permit(caller, "RevokeToken", owner));
    FLAGFALL_RETURN_IF_ERROR(RevokeToken(database_, id, WallClock()));
    FLAGFALL_ASSIGN_OR_RETURN(token, FindToken(database_, id));
  }
  FLAGFALL_RETURN_IF_ERROR(UpdateAdmissions());
  return MessageOf(token);
}

absl::Status Desk::UpdateAdmissions() const {
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  return admissions_.Update(*reader, WallClock());
}

}  // namespace flagfall::arena
