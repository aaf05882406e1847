#ifndef TESTS_SIMULATION_WORLD_H_
#define TESTS_SIMULATION_WORLD_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <random>
#include <string>
#include <vector>

#include "referee/match/match.h"
#include "tests/simulation/model.h"
#include "tests/simulation/scenario.h"
#include "tests/simulation/sim_bot.h"
#include "tests/simulation/transcript.h"

namespace flagfall::simulation {

// One match with its two bots, its host and its clock, all simulated from one seed. The host receives messages in
// order, each with a delay of its own, hands messages over one by one, and looks at the clock at each deadline or a
// little later. After every step the match is compared with the model.
class World {
 public:
  explicit World(std::uint64_t seed);

  // Plays to the end. Returns an empty text if everything was right; otherwise what was wrong.
  std::string Play();

  const v1::GameRecord& Record() const { return match_->Record(); }
  const GameFactory& factory() const { return scenario_.factory; }
  bool is_of_catalogue() const { return scenario_.is_of_catalogue; }

 private:
  // The stream between a bot and the host.
  struct Link {
    explicit Link(v1::Side side) : transcript(side) {}
    bool is_up = false;
    bool is_read = true;
    // The number of streams so far, so that messages on a broken stream are lost.
    int epoch = 0;
    std::vector<SeatMessage> outbox;
    std::unique_ptr<SimBot> bot;
    Transcript transcript;
  };
  struct Step {
    Micros at;
    std::uint64_t order;
    std::function<void()> what;
    friend bool operator<(const Step& a, const Step& b) { return a.at != b.at ? a.at > b.at : a.order > b.order; }
  };

  Link& At(v1::Side side) { return side == v1::SIDE_RED ? red_ : blue_; }
  bool Chance(int per_mille) { return static_cast<int>(random_() % 1000) < per_mille; }
  void Later(Micros after, std::function<void()> what);
  void Fail(const std::string& what);
  Micros DrawHostDelay();

  // The host's side.
  void PlanArrivals();
  void PlanAbort();
  // Makes the host receive something that arrives now: after its delay, and not before anything that arrived earlier.
  void Arrive(std::function<void(Micros host_delay)> what);
  void PickUp(v1::Side side, const v1::PlayRequest& request, Micros host_delay);
  void Settle();
  void SetAlarm();
  void CheckClocks(const SeatMessage& message);
  void HandOver(v1::Side side, int epoch);

  // The bots' side.
  void Connect(v1::Side side);
  void Disconnect(v1::Side side, bool for_good);
  void SlowReader(v1::Side side);
  void Hear(v1::Side side, const v1::PlayResponse& message);
  void DoBreak(v1::Side side, const Break& what);

  void CheckEnd();

  std::mt19937_64 random_;
  const Scenario scenario_;
  Micros now_;
  std::uint64_t order_ = 0;
  std::priority_queue<Step> steps_;
  // The time at which the host will have received everything that has arrived so far.
  Micros host_free_at_{};
  std::optional<Micros> alarm_;
  std::unique_ptr<Match> match_;
  std::unique_ptr<Model> model_;
  Link red_{v1::SIDE_RED};
  Link blue_{v1::SIDE_BLUE};
  std::string failure_;
};

}  // namespace flagfall::simulation

#endif  // TESTS_SIMULATION_WORLD_H_
