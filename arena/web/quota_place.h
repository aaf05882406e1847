#ifndef ARENA_WEB_QUOTA_PLACE_H_
#define ARENA_WEB_QUOTA_PLACE_H_

#include <optional>
#include <string>
#include <utility>

#include "referee/base/micros.h"
#include "referee/net/peer_quotas.h"

namespace flagfall::arena::web {

// One of the connections, requests or streams that a client may have at once. It is given back when this is destroyed
// or assigned to, on the thread that uses the quotas, which outlive it.
class QuotaPlace {
 public:
  // Counts for nobody.
  QuotaPlace() = default;
  QuotaPlace(QuotaPlace&& other) noexcept
      : quotas_(std::exchange(other.quotas_, nullptr)), client_(std::move(other.client_)) {}
  QuotaPlace& operator=(QuotaPlace&& other) noexcept {
    std::swap(quotas_, other.quotas_);
    std::swap(client_, other.client_);
    other.Release();
    return *this;
  }
  ~QuotaPlace() { Release(); }

  // A place for the client; one that counts for nobody where the client is absent. Absent when the client has as many
  // as it may, or takes them too fast.
  static std::optional<QuotaPlace> Take(PeerQuotas& quotas, const std::optional<std::string>& client) {
    QuotaPlace place;
    if (!client.has_value()) return place;
    if (!quotas.Enter(*client, SteadyNow())) return std::nullopt;
    place.quotas_ = &quotas;
    place.client_ = *client;
    return place;
  }

  void Release() {
    if (quotas_ != nullptr) std::exchange(quotas_, nullptr)->Leave(client_);
  }

 private:
  PeerQuotas* quotas_ = nullptr;
  std::string client_;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_QUOTA_PLACE_H_
