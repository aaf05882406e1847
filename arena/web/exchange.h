#ifndef ARENA_WEB_EXCHANGE_H_
#define ARENA_WEB_EXCHANGE_H_

#include <functional>
#include <memory>
#include <string>

#include "arena/web/answer.h"

namespace flagfall::arena {

// What is sent for a request.
struct Reply {
  // The whole answer; empty for a stream of events.
  std::string bytes = {};
  // Whether the connection is good for another request.
  bool goes_on = false;
  // See WebAnswer.
  bool is_later = false;
  // Set for a stream of events; see WebAnswer.
  std::function<void(std::shared_ptr<Outlet>)> watch = nullptr;
};

// HTTP on bytes: reads the head of a request, has it answered, and writes the answer. By cpp-httplib, which is given
// the bytes in place of a connection. To be used by one thread at a time.
class Exchange {
 public:
  using Respond = std::function<WebAnswer(const WebRequest& request)>;

  explicit Exchange(Respond respond);
  ~Exchange();

  // `head` ends with the empty line.
  Reply Serve(const std::string& head);

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_EXCHANGE_H_
