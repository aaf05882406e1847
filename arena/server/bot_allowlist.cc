#include "arena/server/bot_allowlist.h"

#include <utility>
#include <vector>

#include "arena/store/users.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {

absl::StatusOr<BotAllowlist::TokensByBot> BotAllowlist::InLedger(store::Database& reader, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::BotToken> tokens, store::GoodBotTokens(reader, now));
  TokensByBot allowed;
  for (const store::BotToken& token : tokens) allowed[token.bot] = token.sha256;
  return allowed;
}

absl::StatusOr<std::vector<AdmittedToken>> BotAllowlist::Begin(store::Database& reader, Micros now) {
  MutexLock lock(mutex_);
  FLAGFALL_ASSIGN_OR_RETURN(allowed_, InLedger(reader, now));
  std::vector<AdmittedToken> admitted;
  for (const auto& [bot, sha256] : allowed_) admitted.push_back({bot, sha256, kNoShowAfter});
  return admitted;
}

absl::Status BotAllowlist::Serve(Referee* referee, store::Database& reader, Micros now) {
  {
    MutexLock lock(mutex_);
    referee_ = referee;
  }
  return Update(reader, now);
}

absl::Status BotAllowlist::Update(store::Database& reader, Micros now) {
  MutexLock lock(mutex_);
  if (referee_ == nullptr) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(TokensByBot allowed, InLedger(reader, now));
  for (const auto& [bot, sha256] : allowed_) {
    if (allowed.count(bot) == 0) referee_->Dismiss(bot, "its token was revoked or has expired, or the bot is retired");
  }
  for (const auto& [bot, sha256] : allowed) {
    const auto known = allowed_.find(bot);
    if (known == allowed_.end() || known->second != sha256) referee_->AdmitBySha256(bot, sha256, kNoShowAfter);
  }
  allowed_ = std::move(allowed);
  return absl::OkStatus();
}

}  // namespace flagfall::arena::server
