#ifndef ARENA_ACCOUNTS_ANSWERS_H_
#define ARENA_ACCOUNTS_ANSWERS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/accounts/roles.h"
#include "arena/accounts/submission.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena {

// What a call goes by beside its request.
struct HostedCall {
  Database& database;
  Principal caller;
  SubmissionFolders folders;
  // The ids that a manifest's `rulesets` may hold.
  std::vector<std::string> rulesets_known;
  // Since 1970.
  Micros now{};
};

// The calls of ArenaService about bots of others, users and tokens, for a server and for the command line on a home,
// whose caller is a host. Each looks whether the caller may have it done to that object (see Permit); whether that
// one's role may call it at all has been looked at before.

// Questions, for which the ledger may be open for reading only.
absl::StatusOr<v1::GetBotLogResponse> Answer(const HostedCall& call, const v1::GetBotLogRequest& request);
absl::StatusOr<v1::ListSubmissionsResponse> Answer(const HostedCall& call, const v1::ListSubmissionsRequest& request);
absl::StatusOr<v1::Submission> Answer(const HostedCall& call, const v1::GetSubmissionRequest& request);
absl::StatusOr<v1::ListUsersResponse> Answer(const HostedCall& call, const v1::ListUsersRequest& request);
absl::StatusOr<v1::ListTokensResponse> Answer(const HostedCall& call, const v1::ListTokensRequest& request);

// Changes; what they return is as it then is. Where nobody gave a reason it says who wished it.
absl::StatusOr<v1::Bot> Apply(const HostedCall& call, const v1::SuspendBotRequest& request);
absl::StatusOr<v1::Bot> Apply(const HostedCall& call, const v1::ResumeBotRequest& request);
absl::StatusOr<v1::Bot> Apply(const HostedCall& call, const v1::RetireBotRequest& request);
absl::StatusOr<v1::CreateRemoteBotResponse> Apply(const HostedCall& call, const v1::CreateRemoteBotRequest& request);
absl::StatusOr<v1::NewToken> Apply(const HostedCall& call, const v1::CreateBotTokenRequest& request);
absl::StatusOr<v1::User> Apply(const HostedCall& call, const v1::CreateUserRequest& request);
absl::StatusOr<v1::User> Apply(const HostedCall& call, const v1::RemoveUserRequest& request);
absl::StatusOr<v1::NewToken> Apply(const HostedCall& call, const v1::CreateTokenRequest& request);
absl::StatusOr<v1::Token> Apply(const HostedCall& call, const v1::RevokeTokenRequest& request);

}  // namespace flagfall::arena

#endif  // ARENA_ACCOUNTS_ANSWERS_H_
