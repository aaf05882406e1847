#ifndef ARENA_ACCOUNTS_MESSAGES_H_
#define ARENA_ACCOUNTS_MESSAGES_H_

#include "arena/store/submissions.h"
#include "arena/store/users.h"
#include "flagfall/v1/hosting.pb.h"

namespace flagfall::arena {

// What the ledger holds as the messages that describe it.

v1::Submission MessageOf(const Submission& submission);
v1::User MessageOf(const User& user);
v1::Token MessageOf(const Token& token);

}  // namespace flagfall::arena

#endif  // ARENA_ACCOUNTS_MESSAGES_H_
