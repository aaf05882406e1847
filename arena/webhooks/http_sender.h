#ifndef ARENA_WEBHOOKS_HTTP_SENDER_H_
#define ARENA_WEBHOOKS_HTTP_SENDER_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/webhooks/address_rule.h"

namespace flagfall::arena::webhooks {

// A request to send.
struct Post {
  std::string url = {};
  // "name: value".
  std::vector<std::string> headers = {};
  std::string body = {};
};

// What came of it.
struct PostResult {
  // The answer's status; 0 without one.
  std::uint32_t status = 0;
  // Why it does not count as taken, for whoever gave the URL; empty where it does: the status is 200 to 299.
  std::string trouble = {};
};

struct SenderOptions {
  AddressRule rule = {};
  // PEM of the roots that receivers' certificates are checked against; the system's when empty.
  std::string tls_roots = {};
  std::chrono::milliseconds within = std::chrono::seconds(10);
};

// Posts requests by libcurl, each on a connection of its own, which goes to no address that the rule forbids: it is
// looked at when the name has been resolved and the socket is made, so that nothing is resolved a second time. It
// follows no redirects, knows no proxy, cookies or passwords, reads 64 KiB of an answer at most and keeps nothing of
// it. May be used by many threads.
class HttpSender {
 public:
  explicit HttpSender(SenderOptions options);

  // Waits for the answer, `options.within` at most. Ends soon after `is_stopping` has become true.
  PostResult Send(const Post& post, const std::function<bool()>& is_stopping) const;

 private:
  const SenderOptions options_;
};

}  // namespace flagfall::arena::webhooks

#endif  // ARENA_WEBHOOKS_HTTP_SENDER_H_
