#include "arena/server/admissions.h"

#include <utility>
#include <vector>

#include "arena/store/users.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {

absl::Status Admissions::Serve(Referee* referee, Database& reader, Micros now) {
  {
    MutexLock lock(mutex_);
    referee_ = referee;
  }
  return Update(reader, now);
}

absl::Status Admissions::Update(Database& reader, Micros now) {
  MutexLock lock(mutex_);
  if (referee_ == nullptr) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<BotToken> tokens, GoodBotTokens(reader, now));
  std::map<std::string, std::string> admitted;
  // A bot has one token; of several the newest counts.
  for (const BotToken& token : tokens) admitted[token.bot] = token.sha256;
  for (const auto& [bot, sha256] : admitted_) {
    if (admitted.count(bot) == 0) referee_->Dismiss(bot, "its token was revoked or has expired, or the bot is retired");
  }
  for (const auto& [bot, sha256] : admitted) {
    const auto known = admitted_.find(bot);
    if (known == admitted_.end() || known->second != sha256) referee_->AdmitBySha256(bot, sha256, kNoShowAfter);
  }
  admitted_ = std::move(admitted);
  return absl::OkStatus();
}

}  // namespace flagfall::arena
