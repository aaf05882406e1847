#include "arena/web/sessions.h"

#include <algorithm>

#include "referee/base/sha256.h"

namespace flagfall::arena::web {

std::string Sessions::Begin(std::string token, Micros now) {
  std::string id = new_id_();
  MutexLock lock(mutex_);
  std::erase_if(sessions_, [now](const auto& entry) { return now - entry.second.used > kKept; });
  if (sessions_.size() >= kMax) {
    sessions_.erase(std::min_element(sessions_.begin(), sessions_.end(), [](const auto& one, const auto& other) {
      return one.second.used < other.second.used;
    }));
  }
  sessions_[Sha256Of(id)] = {.token = std::move(token), .used = now};
  return id;
}

std::optional<std::string> Sessions::TokenOf(absl::string_view id, Micros now) {
  MutexLock lock(mutex_);
  const auto found = sessions_.find(Sha256Of(id));
  if (found == sessions_.end() || now - found->second.used > kKept) return std::nullopt;
  found->second.used = now;
  return found->second.token;
}

void Sessions::End(absl::string_view id) {
  MutexLock lock(mutex_);
  sessions_.erase(Sha256Of(id));
}

}  // namespace flagfall::arena::web
