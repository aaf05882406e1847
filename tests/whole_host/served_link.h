#ifndef TESTS_WHOLE_HOST_SERVED_LINK_H_
#define TESTS_WHOLE_HOST_SERVED_LINK_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/net/budget.h"
#include "referee/net/connection_guard.h"
#include "referee/net/connection_source.h"
#include "referee/rpc/connection.h"
#include "tests/whole_host/network.h"
#include "tests/whole_host/virtual_loop.h"

namespace flagfall::whole_host {

// The server's end of a link: what ServedConnection does with a socket, without one. Belongs to a RefereeHost.
class ServedLink : public Mortal {
 public:
  // `on_output`: it is to be flushed at the end of this turn.
  ServedLink(VirtualLoop& loop, std::shared_ptr<Link> link, ConnectionSource source, rpc::CallRouter& router,
             std::function<void()> on_output);
  ~ServedLink();

  const ConnectionSource& source() const { return source_; }
  void Flush();
  // It is to be destroyed.
  bool has_ended() const { return has_ended_; }
  std::size_t unsent_bytes() const { return unsent_.size(); }
  bool was_flood() const { return was_flood_; }

 private:
  void Receive(const std::string& bytes);
  void OnTime(Micros now);

  VirtualLoop& loop_;
  const std::shared_ptr<Link> link_;
  const ConnectionSource source_;
  const std::function<void()> on_output_;
  Budget calls_of_peer_;
  ConnectionGuard guard_;
  std::unique_ptr<rpc::Connection> connection_;
  Timer timer_;
  // Output that the link has no room for.
  std::string unsent_;
  std::uint64_t left_ = 0;
  std::optional<Micros> close_at_;
  bool has_ended_ = false;
  bool was_flood_ = false;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_SERVED_LINK_H_
