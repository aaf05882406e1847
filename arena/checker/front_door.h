#ifndef ARENA_CHECKER_FRONT_DOOR_H_
#define ARENA_CHECKER_FRONT_DOOR_H_

#include <memory>
#include <string>

#include "absl/status/status.h"

namespace flagfall::arena::checker {

class Inbox;

// Where the bot dials in: a server of BotService on a Unix socket that lets the checker send whatever it likes,
// whenever it likes. It can be closed and opened again, as a referee that is started anew. The bot comes in by a gate,
// within the limits that it has at a referee: the checker may share its process with one.
class FrontDoor {
 public:
  // `path`: of the socket. `is_guarded`: the host does not trust the bot. `inbox` must outlive this object.
  FrontDoor(std::string path, bool is_guarded, Inbox& inbox);
  // As Close.
  ~FrontDoor();

  FrontDoor(const FrontDoor&) = delete;
  FrontDoor& operator=(const FrontDoor&) = delete;

  // UNAVAILABLE when nobody can listen there.
  absl::Status Open();
  // Breaks all streams and stops listening.
  void Close();

 private:
  struct Server;

  const std::string path_;
  const bool is_guarded_;
  Inbox& inbox_;
  std::unique_ptr<Server> server_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_FRONT_DOOR_H_
