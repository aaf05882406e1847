#ifndef TESTS_SIMULATION_WORLD_H_
#define TESTS_SIMULATION_WORLD_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <random>
#include <string>

#include "referee/match/match.h"
#include "tests/simulation/model.h"
#include "tests/simulation/scenario.h"
#include "tests/simulation/sim_bot.h"
#include "tests/simulation/transcript.h"

namespace flagfall::simulation {

// One match with its two bots, its host and its clock, all simulated from one seed. The host receives messages in
// order, each with a delay of its own, sends messages one by one as far as the bots take them, and looks at the clock
// at each deadline or a little later. After every step the match is compared with the model.
class World {
 public:
  explicit World(std::uint64_t seed);

  // Plays to the end. Returns an empty text if everything was right; otherwise what was wrong.
  std::string Play();

  const v1::GameRecord& Record() const { return match_->Record(); }
  const GameFactory& factory() const { return scenario_.factory; }
  bool is_of_catalogue() const { return scenario_.is_of_catalogue; }

  // What happened in the game that its record does not tell.
  struct Seen {
    int answers_refused_as_unread = 0;
    int decisions_that_waited_for_bot = 0;
    int decisions_opened_while_away = 0;
  };
  const Seen& seen() const { return seen_; }

 private:
  // The stream between a bot and the host.
  struct Link {
    explicit Link(v1::Side side) : transcript(side) {}
    bool is_up = false;
    // Whether the bot takes messages.
    bool is_read = true;
    // The number of streams so far, so that messages on a broken stream are lost.
    int epoch = 0;
    std::deque<SeatMessage> outbox;
    // So many of them, the first, wait for the bot alone.
    std::size_t waiting_for_bot = 0;
    // The decision that is open for the bot, 0 for none; when it was opened; and the least time that all its answers so
    // far must have taken off its clock.
    std::uint32_t decision = 0;
    Micros opened_at{};
    Micros owed{};
    // For how long the host has stood still since then.
    Micros stood_still{};
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
  // Every other host stands still a few times, for as long as a player may have for the whole game.
  void PlanStandstills();
  // Makes the host receive something that arrives now: after its delay, and not before anything that arrived earlier.
  void Arrive(std::function<void(Micros host_delay)> what);
  void PickUp(v1::Side side, const v1::PlayRequest& request, Micros host_delay);
  void PickUpAct(v1::Side side, const v1::Act& act, Micros host_delay);
  void Settle();
  void SetAlarm();

  // The host's side, as far as it is about sending (world_sending.cc).
  void NoteOpenDecisions();
  void StartClocksOfAbsent();
  void CheckClocks(const SeatMessage& message);
  // The answer that was just taken must have cost its player the time since its decision was opened, as far as that was
  // not the host's nor given back for the network.
  void CheckCharge(v1::Side side, Micros host_delay);
  void Send(SeatMessage message);
  // The host's part in sending the next message is done.
  void HandOver(v1::Side side, int epoch);
  // The bot takes what waits for it, and what comes from now on.
  void OpenWindow(v1::Side side, int epoch);
  void DecisionSent(v1::Side side, std::uint32_t decision, bool has_left);

  // The bots' side.
  void Connect(v1::Side side);
  void Disconnect(v1::Side side, bool for_good);
  void SlowReader(v1::Side side);
  void Hear(v1::Side side, const v1::PlayResponse& message);
  void MaybeAnswerUnread(v1::Side side, std::uint32_t decision);
  void PlanBreak(v1::Side side, const std::optional<Break>& what);
  void DoBreak(v1::Side side, const Break& what);

  void CheckEnd();

  std::mt19937_64 random_;
  const Scenario scenario_;
  Micros now_;
  const Micros began_;
  std::uint64_t order_ = 0;
  std::priority_queue<Step> steps_;
  // The time at which the host will have received everything that has arrived so far.
  Micros host_free_at_{};
  std::optional<Micros> alarm_;
  std::unique_ptr<Match> match_;
  std::unique_ptr<Model> model_;
  Link red_{v1::SIDE_RED};
  Link blue_{v1::SIDE_BLUE};
  Seen seen_;
  std::string failure_;
};

}  // namespace flagfall::simulation

#endif  // TESTS_SIMULATION_WORLD_H_
