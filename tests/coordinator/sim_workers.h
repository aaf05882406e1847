#ifndef TESTS_COORDINATOR_SIM_WORKERS_H_
#define TESTS_COORDINATOR_SIM_WORKERS_H_

#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "arena/coordinator/command.h"
#include "arena/coordinator/event.h"
#include "tests/coordinator/scenario.h"

namespace flagfall::arena::coordinator::simulation {

// Other machines that play games of a simulated run under leases. A bot that does not play is told as failed, and its
// game comes back; a machine is lost now and then, and comes back with results that nobody waits for any more.
class SimWorkers {
 public:
  // Something that can happen next: a machine asks for games, ends this game, or is lost with all of this lease.
  struct Action {
    enum class Kind { kAsk, kEndGame, kLoseWorker };
    Kind kind = Kind::kAsk;
    std::uint32_t game = 0;
    std::uint64_t lease = 0;
  };

  // What happens is appended to `queue`; `records` counts the records of all games. All referred to must outlive this.
  SimWorkers(const Scenario& scenario, const FaultRates& rates, std::mt19937_64& random, Tally& tally,
             std::deque<Event>& queue, std::uint32_t& records)
      : scenario_(scenario), rates_(rates), random_(random), tally_(tally), queue_(queue), records_(records) {}

  std::vector<Action> Actions();
  void Do(const Action& action);
  // Plays these games; notes their seeds.
  void Take(const GrantLease& lease, std::map<std::uint32_t, std::string>& seeds);
  // As EndGame has it.
  void Drop(const GameStart& game);

 private:
  struct Game {
    LeasedGame leased;
    std::uint64_t lease = 0;
  };

  bool Chance(int per_mille) { return static_cast<int>(random_() % 1000) < per_mille; }
  void Ask();
  void EndGame(std::uint32_t number);
  void LoseWorker(std::uint64_t lease);
  void Return(std::uint32_t number, bool is_lost = false);
  void Tell(const GameStart& game, v1::Result result, v1::Reason reason);

  const Scenario& scenario_;
  const FaultRates& rates_;
  std::mt19937_64& random_;
  Tally& tally_;
  std::deque<Event>& queue_;
  std::uint32_t& records_;
  // How often games were asked for, and how often in vain since there were some.
  std::uint64_t asked_ = 0;
  int asked_in_vain_ = 0;
  // By number.
  std::map<std::uint32_t, Game> games_;
};

}  // namespace flagfall::arena::coordinator::simulation

#endif  // TESTS_COORDINATOR_SIM_WORKERS_H_
