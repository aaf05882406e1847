// Submissions, users and tokens; bots are in answers_bots.cc.
#include "arena/accounts/answers.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "arena/accounts/messages.h"
#include "arena/accounts/tokens.h"
#include "arena/queries/paging.h"
#include "arena/store/bots.h"
#include "arena/store/submissions.h"
#include "arena/store/users.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

// Whose objects are listed: those of the user who was named, or all that the caller may see.
absl::StatusOr<std::optional<std::string>> OnlyOf(const Principal& caller, absl::string_view method,
                                                  const std::string& named) {
  if (named.empty() && caller.role == Role::kHost) return std::nullopt;
  FLAGFALL_ASSIGN_OR_RETURN(std::string owner, OwnerFor(caller, method, named));
  return owner;
}

absl::StatusOr<v1::User> UserNamed(Database& database, const std::string& name) {
  FLAGFALL_ASSIGN_OR_RETURN(const User user, FindUser(database, name));
  return MessageOf(user);
}

}  // namespace

absl::StatusOr<v1::ListSubmissionsResponse> Answer(const HostedCall& call, const v1::ListSubmissionsRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const int page_size, PageSize(request.page_size()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> before, Before(request.page_token()));
  SubmissionFilter filter;
  FLAGFALL_ASSIGN_OR_RETURN(filter.owner, OnlyOf(call.caller, "ListSubmissions", request.owner()));
  if (!request.bot().empty()) filter.bot_name = request.bot();
  // One more than the page holds, which says whether there is another page.
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Submission> page,
                            ListSubmissions(call.database, filter, before, page_size + 1));
  v1::ListSubmissionsResponse response;
  if (page.size() > static_cast<std::size_t>(page_size)) {
    page.pop_back();
    response.set_next_page_token(absl::StrCat(page.back().id));
  }
  for (const Submission& submission : page) *response.add_submissions() = MessageOf(submission);
  return response;
}

absl::StatusOr<v1::Submission> Answer(const HostedCall& call, const v1::GetSubmissionRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const Submission submission,
                            FindSubmission(call.database, static_cast<std::int64_t>(request.id())));
  FLAGFALL_RETURN_IF_ERROR(Permit(call.caller, "GetSubmission", submission.owner));
  return MessageOf(submission);
}

absl::StatusOr<v1::ListUsersResponse> Answer(const HostedCall& call, const v1::ListUsersRequest& /*request*/) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<User> users, ListUsers(call.database));
  v1::ListUsersResponse response;
  for (const User& user : users) *response.add_users() = MessageOf(user);
  return response;
}

absl::StatusOr<v1::ListTokensResponse> Answer(const HostedCall& call, const v1::ListTokensRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::string> owner, OnlyOf(call.caller, "ListTokens", request.user()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Token> tokens, ListTokens(call.database, owner));
  v1::ListTokensResponse response;
  for (const Token& token : tokens) *response.add_tokens() = MessageOf(token);
  return response;
}

absl::StatusOr<v1::User> Apply(const HostedCall& call, const v1::CreateUserRequest& request) {
  if (request.role() != v1::User::ROLE_OWNER && request.role() != v1::User::ROLE_HOST) {
    return absl::InvalidArgumentError("role is not given; it may be owner or host");
  }
  FLAGFALL_RETURN_IF_ERROR(AddUser(call.database, request.name(), request.role(), call.now));
  return UserNamed(call.database, request.name());
}

absl::StatusOr<v1::User> Apply(const HostedCall& call, const v1::RemoveUserRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(RemoveUser(call.database, request.name(), call.now));
  return UserNamed(call.database, request.name());
}

absl::StatusOr<v1::NewToken> Apply(const HostedCall& call, const v1::CreateTokenRequest& request) {
  Token token{.label = request.label()};
  FLAGFALL_ASSIGN_OR_RETURN(token.user, OwnerFor(call.caller, "CreateToken", request.user()));
  if (!request.lifetime().empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const Micros lifetime, ParseLifetime(request.lifetime()));
    token.expires_time = call.now + lifetime;
  }
  return CreateToken(call.database, token, call.now);
}

absl::StatusOr<v1::Token> Apply(const HostedCall& call, const v1::RevokeTokenRequest& request) {
  const auto id = static_cast<std::int64_t>(request.id());
  FLAGFALL_ASSIGN_OR_RETURN(Token token, FindToken(call.database, id));
  std::string owner = token.user;
  if (!token.bot.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(call.database, token.bot));
    owner = bot.owner;
  }
  FLAGFALL_RETURN_IF_ERROR(Permit(call.caller, "RevokeToken", owner));
  FLAGFALL_RETURN_IF_ERROR(RevokeToken(call.database, id, call.now));
  FLAGFALL_ASSIGN_OR_RETURN(token, FindToken(call.database, id));
  return MessageOf(token);
}

}  // namespace flagfall::arena
