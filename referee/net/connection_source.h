#ifndef REFEREE_NET_CONNECTION_SOURCE_H_
#define REFEREE_NET_CONNECTION_SOURCE_H_

#include <string>

namespace flagfall {

// Where a connection comes from.
struct ConnectionSource {
  // The bot at whose own socket it came in; empty where everybody may dial in.
  std::string bot;
  // For counting: an IPv4 address, an IPv6 network, a bot's own socket; at a Unix socket for all, each connection has
  // an address of its own.
  std::string address = {};
  // Over a network, or what might be one.
  bool is_tcp = false;
};

}  // namespace flagfall

#endif  // REFEREE_NET_CONNECTION_SOURCE_H_
