#ifndef ARENA_CHECKER_FRONT_DOOR_H_
#define ARENA_CHECKER_FRONT_DOOR_H_

#include <memory>
#include <string>

#include "absl/status/status.h"

namespace flagfall::arena::checker {

class Inbox;

// Where the bot dials in: a server of BotService on a Unix socket that lets the checker send whatever it likes,
// whenever it likes. It can be closed and opened again, as a referee that is started anew.
class FrontDoor {
 public:
  // `address`: "unix:/path". `inbox` must outlive this object.
  FrontDoor(std::string address, Inbox& inbox);
  // As Close.
  ~FrontDoor();

  FrontDoor(const FrontDoor&) = delete;
  FrontDoor& operator=(const FrontDoor&) = delete;

  const std::string& address() const { return address_; }

  // UNAVAILABLE when nobody can listen there.
  absl::Status Open();
  // Breaks all streams and stops listening.
  void Close();

 private:
  struct Server;

  const std::string address_;
  Inbox& inbox_;
  std::unique_ptr<Server> server_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_FRONT_DOOR_H_
