#ifndef TESTS_COORDINATOR_SIM_LEDGER_H_
#define TESTS_COORDINATOR_SIM_LEDGER_H_

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "arena/coordinator/event.h"
#include "arena/tournament/game_seed.h"
#include "arena/tournament/scheduled_game.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall::arena::coordinator::simulation {

// A game's result, as it is handed to the ledger.
struct SimResult {
  tournament::ScheduledGame game;
  std::string seed;
  v1::Outcome outcome;
};

// Whether no ply was made in the game.
bool IsUnplayed(const SimResult& result);

// A bot's fault, as it is handed to the ledger.
struct SimFault {
  int bot = 0;
  std::string reason;
};

// A ledger of one tournament that keeps in memory what the true one keeps on the disk, and a queue of what waits to be
// written. What waits is lost when the run is killed.
class SimLedger {
 public:
  struct BotRow {
    std::uint32_t faults = 0;
    std::string suspended_reason;
  };

  SimLedger(int bots, std::uint32_t faults_max) : faults_max_(faults_max), bots_(bots) {}

  void Put(SimResult result) { waiting_.emplace_back(std::move(result)); }
  void Put(SimFault fault) { waiting_.emplace_back(std::move(fault)); }
  std::size_t waiting() const { return waiting_.size(); }
  void DropWaiting() { waiting_.clear(); }

  // Writes the first `count` entries that wait, of which it refuses the results that `is_refused` says. Returns what
  // became of the results.
  template <typename IsRefused>
  std::vector<StoredResult> Write(std::size_t count, IsRefused is_refused) {
    std::vector<StoredResult> stored;
    for (; count > 0; --count) {
      if (const SimFault* const fault = std::get_if<SimFault>(&waiting_.front())) {
        Count(*fault);
      } else {
        const auto& result = std::get<SimResult>(waiting_.front());
        stored.push_back(is_refused() ? Refused(result) : Stored(result));
      }
      waiting_.pop_front();
    }
    return stored;
  }

  // By number: the games that count.
  const std::map<std::uint32_t, SimResult>& games() const { return games_; }
  const tournament::VoidAttempts& voids() const { return voids_; }
  // A result was refused at some time.
  bool has_refused() const { return has_refused_; }
  std::vector<BotRow>& bots() { return bots_; }

 private:
  void Count(const SimFault& fault);
  StoredResult Stored(const SimResult& result);
  StoredResult Refused(const SimResult& result);

  const std::uint32_t faults_max_;
  std::map<std::uint32_t, SimResult> games_;
  tournament::VoidAttempts voids_;
  bool has_refused_ = false;
  std::vector<BotRow> bots_;
  std::deque<std::variant<SimResult, SimFault>> waiting_;
};

}  // namespace flagfall::arena::coordinator::simulation

#endif  // TESTS_COORDINATOR_SIM_LEDGER_H_
