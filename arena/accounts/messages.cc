#include "arena/accounts/messages.h"

#include <google/protobuf/util/time_util.h>

#include "absl/strings/escaping.h"

namespace flagfall::arena {
namespace {

google::protobuf::Timestamp TimeOf(Micros since_1970) {
  return google::protobuf::util::TimeUtil::MicrosecondsToTimestamp(since_1970.count());
}

}  // namespace

v1::Submission MessageOf(const Submission& submission) {
  v1::Submission message;
  message.set_id(static_cast<std::uint64_t>(submission.id));
  message.set_owner(submission.owner);
  message.set_state(submission.state);
  message.set_reason(submission.reason);
  message.set_bot_name(submission.bot_name);
  message.set_entry(submission.entry);
  message.set_content_sha256(absl::BytesToHexString(submission.content_sha256));
  for (const SubmissionStep& step : submission.steps) {
    v1::SubmissionStep& added = *message.add_steps();
    added.set_state(step.state);
    *added.mutable_time() = TimeOf(step.time);
  }
  return message;
}

v1::User MessageOf(const User& user) {
  v1::User message;
  message.set_name(user.name);
  message.set_role(user.role);
  *message.mutable_add_time() = TimeOf(user.added_time);
  if (user.removed_time.has_value()) *message.mutable_remove_time() = TimeOf(*user.removed_time);
  return message;
}

v1::Token MessageOf(const Token& token) {
  v1::Token message;
  message.set_id(static_cast<std::uint64_t>(token.id));
  message.set_user(token.user);
  message.set_bot(token.bot);
  message.set_label(token.label);
  *message.mutable_create_time() = TimeOf(token.created_time);
  if (token.expires_time.has_value()) *message.mutable_expire_time() = TimeOf(*token.expires_time);
  if (token.revoked_time.has_value()) *message.mutable_revoke_time() = TimeOf(*token.revoked_time);
  return message;
}

}  // namespace flagfall::arena
