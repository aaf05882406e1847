#ifndef REFEREE_NET_PEER_QUOTAS_H_
#define REFEREE_NET_PEER_QUOTAS_H_

#include <cstddef>
#include <map>
#include <string>

#include "referee/base/micros.h"
#include "referee/net/budget.h"
#include "referee/net/net_limits.h"
#include "referee/net/pace.h"

namespace flagfall {

// How many connections, how often.
struct Quota {
  std::size_t at_once;
  double burst;
  double per_second;
};

// How much in a second in the long run, and how much of it ahead.
struct Rate {
  double ahead;
  double per_second;
};

// What all connections of one peer may have together.
struct PeerRates {
  // What is read of them. More waits in the sender.
  Rate bytes{limits::kBytesAhead, limits::kBytesPerSecond};
  // What they cost the thread, where that has a pace.
  Rate cpu_micros{limits::kCpuMicrosAhead, limits::kCpuMicrosPerSecond};
  Rate calls{limits::kCallBurstOfPeer, limits::kCallsPerSecondOfPeer};
};

// Who dials in how often, and does how much on all its connections: a peer is a bot at its own socket, or an address.
// Those that have not been seen for a while are forgotten.
class PeerQuotas {
 public:
  explicit PeerQuotas(const Quota& quota, const PeerRates& rates = {}) : quota_(quota), rates_(rates) {}

  // One connection more. False when the peer has, or has made, as many as it may.
  bool Enter(const std::string& peer, Micros now) {
    if (peers_.size() >= forget_at_) Forget(now);
    Peer& entered = peers_.try_emplace(peer, quota_, rates_, now).first->second;
    if (entered.connections >= quota_.at_once || !entered.dials.Spend(now)) return false;
    ++entered.connections;
    return true;
  }
  // One less.
  void Leave(const std::string& peer) { --peers_.at(peer).connections; }

  // What all connections of a peer have together.
  struct Shared {
    Shared(const PeerRates& rates, Micros now)
        : pace(rates.bytes.ahead, rates.bytes.per_second),
          cpu(rates.cpu_micros.ahead, rates.cpu_micros.per_second),
          calls(rates.calls.ahead, rates.calls.per_second, now) {}

    Pace pace;
    // Of the thread's time, in microseconds.
    Pace cpu;
    Budget calls;
  };
  // Of one that has a connection, for as long as it has.
  Shared& SharedOf(const std::string& peer) { return peers_.at(peer).shared; }

  std::size_t size() const { return peers_.size(); }

 private:
  struct Peer {
    Peer(const Quota& quota, const PeerRates& rates, Micros now)
        : dials(quota.burst, quota.per_second, now), shared(rates, now) {}

    std::size_t connections = 0;
    Budget dials;
    Shared shared;
  };

  // Whoever would be met as a stranger is one.
  void Forget(Micros now) {
    std::erase_if(peers_, [&](const auto& entry) {
      const Peer& peer = entry.second;
      return peer.connections == 0 && peer.dials.IsFull(now) && peer.shared.calls.IsFull(now);
    });
    forget_at_ = 2 * peers_.size() + kFewPeers;
  }

  static constexpr std::size_t kFewPeers = 64;

  const Quota quota_;
  const PeerRates rates_;
  std::map<std::string, Peer> peers_;
  std::size_t forget_at_ = kFewPeers;
};

}  // namespace flagfall

#endif  // REFEREE_NET_PEER_QUOTAS_H_
