#ifndef ARENA_WEB_SESSIONS_H_
#define ARENA_WEB_SESSIONS_H_

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::web {

// Who is signed in on the site. A session stands for the token with which it began, and can do what that can, as long
// as that can: each call shows the token anew. They are kept in memory alone, so that a server that is started again
// has none. May be used by many threads.
class Sessions {
 public:
  // So many are kept; with one more, the one that was used longest ago ends.
  static constexpr std::size_t kMax = 4096;
  // One that was not used for so long has ended.
  static constexpr Micros kKept = std::chrono::hours(12);

  // `new_id` draws the secret by which a browser names its session: 256 bits of the system's random source.
  explicit Sessions(std::function<std::string()> new_id) : new_id_(std::move(new_id)) {}

  // Begins a session and returns its secret.
  std::string Begin(std::string token, Micros now) ABSL_LOCKS_EXCLUDED(mutex_);
  // The token of the session with that secret, which is used now; absent when there is none.
  std::optional<std::string> TokenOf(absl::string_view id, Micros now) ABSL_LOCKS_EXCLUDED(mutex_);
  void End(absl::string_view id) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Session {
    std::string token;
    Micros used{};
  };

  const std::function<std::string()> new_id_;

  Mutex mutex_;
  // By the SHA-256 of their secrets, so that how long a look takes tells nothing of any.
  std::map<std::string, Session> sessions_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_SESSIONS_H_
