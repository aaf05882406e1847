#ifndef TESTS_ABUSE_CAMPAIGN_H_
#define TESTS_ABUSE_CAMPAIGN_H_

#include <chrono>
#include <cstdint>
#include <string>

#include "tests/abuse/attack.h"

namespace flagfall::abuse {

// How an attack is made.
struct Campaign {
  // The server's, "127.0.0.1:PORT".
  std::string address;
  // So many at once; one that has ended is followed by another.
  int connections = 4;
  // They are spread over so many addresses from 127.0.0.2 on. Whoever is honest comes from 127.0.0.1.
  int addresses = 4;
  std::chrono::milliseconds time{1000};
};

// What became of the connections.
struct CampaignResult {
  int opened = 0;
  // By the server, or never accepted.
  int ended = 0;
  int kept_waiting = 0;
  unsigned long long bytes_sent = 0;
  unsigned long long bytes_received = 0;
  // Frames that were read: RST_STREAM, GOAWAY, HEADERS.
  int resets = 0;
  int goaways = 0;
  int answers = 0;
};

// Makes the attack, and returns when it is over: when the time is up, and where the attack demands that connections
// are ended, when the first has been, for which it waits another ten seconds.
CampaignResult Make(const Attack& attack, const Campaign& campaign);

// Whether the attack's demand is met.
bool IsMet(Attack::Demand demand, const CampaignResult& result);

}  // namespace flagfall::abuse

#endif  // TESTS_ABUSE_CAMPAIGN_H_
