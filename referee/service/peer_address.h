#ifndef REFEREE_SERVICE_PEER_ADDRESS_H_
#define REFEREE_SERVICE_PEER_ADDRESS_H_

#include <sys/socket.h>

#include <string>

namespace flagfall {

// Who dials in, as far as an address of IPv4 or IPv6 tells: one of IPv4, or a network of IPv6. For counting, not for
// people.
std::string PeerOf(const sockaddr_storage& name);

}  // namespace flagfall

#endif  // REFEREE_SERVICE_PEER_ADDRESS_H_
