#ifndef TESTS_ABUSE_ATTACK_H_
#define TESTS_ABUSE_ATTACK_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/abuse/raw_connection.h"

namespace flagfall::abuse {

// A way to harm a server from a connection without a token.
struct Attack {
  // What has to become of the attacker's connections.
  enum class Demand {
    // The server may serve them.
    kNone,
    // Some end, or the server leaves some of the bytes waiting.
    kEndOrWait,
    // Some end.
    kEnd,
  };

  const char* name;
  // Of the best known server that fell to it; empty when there is none.
  const char* cve;
  // Attacks a single connection until it has ended or the time is over. Runs on many threads at once.
  void (*run)(RawConnection& connection);
  Demand demand = Demand::kEndOrWait;
  // Whether the server speaks TLS.
  bool at_tls_port = false;
  // Whether each connection comes from an address of its own.
  bool from_many_addresses = false;
};

// How GoogleTest names it.
inline void PrintTo(const Attack& attack, std::ostream* out) { *out << attack.name; }

// One list for each file of attacks.
std::vector<Attack> FrameAttacks();
std::vector<Attack> StreamAttacks();
std::vector<Attack> HpackAttacks();
std::vector<Attack> GrpcAttacks();
std::vector<Attack> TlsAttacks();
std::vector<Attack> ConnectionAttacks();

std::vector<Attack> AllAttacks();
// The attack of that name, which must be among them.
Attack AttackNamed(absl::string_view name, const std::vector<Attack>& attacks);

}  // namespace flagfall::abuse

#endif  // TESTS_ABUSE_ATTACK_H_
