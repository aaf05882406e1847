#include "arena/server/token_watch.h"

#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

namespace flagfall::arena::server {

TokenWatch::TokenWatch(std::function<absl::Status(const std::string& token)> check)
    : check_(std::move(check)), thread_([this] { Run(); }) {}

TokenWatch::~TokenWatch() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
  }
  ending_.NotifyAll();
  thread_.join();
}

absl::Status TokenWatch::Serve(BlockingCall& call, const std::string& token,
                               const std::function<absl::Status()>& serve) {
  if (token.empty()) return serve();
  std::list<Entry>::iterator entry;
  {
    MutexLock lock(mutex_);
    entry = entries_.insert(entries_.end(), {.token = token, .call = &call});
  }
  absl::Status status = serve();
  MutexLock lock(mutex_);
  if (entry->ended.has_value()) status = *entry->ended;
  entries_.erase(entry);
  return status;
}

void TokenWatch::Look() {
  std::set<std::string> tokens;
  {
    MutexLock lock(mutex_);
    for (const Entry& entry : entries_) tokens.insert(entry.token);
  }
  std::map<std::string, absl::Status> bad;
  for (const std::string& token : tokens) {
    // A ledger that cannot be asked just now says nothing about the token.
    if (const absl::Status status = check_(token); absl::IsUnauthenticated(status)) bad.emplace(token, status);
  }
  if (bad.empty()) return;
  MutexLock lock(mutex_);
  for (Entry& entry : entries_) {
    const auto found = bad.find(entry.token);
    if (found == bad.end() || entry.ended.has_value()) continue;
    entry.ended = absl::UnauthenticatedError(absl::StrCat("this call was ended: ", found->second.message()));
    entry.call->Interrupt();
  }
}

void TokenWatch::Run() {
  for (;;) {
    {
      const auto until = std::chrono::steady_clock::now() + kLooksEvery;
      MutexLock lock(mutex_);
      while (!is_ending_ && ending_.WaitUntil(mutex_, until)) {
      }
      if (is_ending_) return;
    }
    Look();
  }
}

}  // namespace flagfall::arena::server
