#include "tests/sample-bots/relay.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "referee/base/check.h"

namespace flagfall::bot {
namespace {

constexpr int kPollMilliseconds = 1;

sockaddr_un AddressOf(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  FLAGFALL_CHECK(path.size() < sizeof(address.sun_path));
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

// Passes on what has come and counts it; false when that side is gone.
bool PassOn(int from, int to, std::size_t& passed) {
  char buffer[16384];
  const ssize_t size = read(from, buffer, sizeof(buffer));
  if (size <= 0) return false;
  passed += static_cast<std::size_t>(size);
  for (ssize_t sent = 0; sent < size;) {
    const ssize_t written = send(to, buffer + sent, static_cast<std::size_t>(size - sent), MSG_NOSIGNAL);
    if (written <= 0) return false;
    sent += written;
  }
  return true;
}

// Connected sockets, each with the one its bytes go to.
using Wires = std::map<int, int>;

void Connect(int listener, const std::string& target, Wires& wires) {
  const int near = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  const int far = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = AddressOf(target);
  if (connect(far, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    close(near);
    close(far);
    return;
  }
  wires[near] = far;
  wires[far] = near;
}

void Break(int end, Wires& wires) {
  const int other = wires[end];
  wires.erase(end);
  wires.erase(other);
  close(end);
  close(other);
}

}  // namespace

Relay::Relay(const std::string& listen_path, const std::string& target, std::vector<std::size_t> cut_after)
    : target_(target), cut_after_(std::move(cut_after)) {
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = AddressOf(listen_path);
  FLAGFALL_CHECK(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  FLAGFALL_CHECK(listen(listener, 8) == 0);
  thread_ = std::thread([this, listener] { Work(listener); });
}

Relay::~Relay() {
  stops_.store(true);
  thread_.join();
}

void Relay::Work(int listener) {
  Wires wires;
  std::size_t passed = 0;
  while (!stops_.load()) {
    std::vector<pollfd> ends = {{.fd = listener, .events = POLLIN, .revents = 0}};
    for (const auto& [end, other] : wires) ends.push_back({.fd = end, .events = POLLIN, .revents = 0});
    poll(ends.data(), ends.size(), kPollMilliseconds);
    for (const pollfd& end : ends) {
      if (end.revents == 0) continue;
      if (end.fd == listener) {
        Connect(listener, target_, wires);
      } else if (wires.count(end.fd) > 0 && !PassOn(end.fd, wires[end.fd], passed)) {
        Break(end.fd, wires);
      }
    }
    const auto made = static_cast<std::size_t>(cuts_.load());
    if (made < cut_after_.size() && passed >= cut_after_[made]) {
      while (!wires.empty()) Break(wires.begin()->first, wires);
      cuts_.fetch_add(1);
    }
  }
  while (!wires.empty()) Break(wires.begin()->first, wires);
  close(listener);
}

}  // namespace flagfall::bot
