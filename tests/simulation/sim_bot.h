#ifndef TESTS_SIMULATION_SIM_BOT_H_
#define TESTS_SIMULATION_SIM_BOT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/micros.h"
#include "referee/match/match.h"

namespace flagfall::simulation {

// How a bot behaves. Chances are per mille and per decision, if not said otherwise.
struct Traits {
  // The usual time for an answer is anything up to this.
  Micros think_max{};
  // Answers within two microseconds of its deadline, before or after.
  int on_the_brink = 0;
  int falls_silent = 0;
  int illegal = 0;
  int repeats = 0;
  int speaks_of_other_decisions = 0;
  int speaks_of_other_games = 0;
  int offers = 0;
  // Per offer heard.
  int accepts = 0;
  int resigns = 0;
  int leaves = 0;
  // When it leaves: for so long at most; perhaps for ever.
  Micros away_max{};
  int returns_never = 0;
  int dies = 0;
  int opens_second_stream = 0;
  int stops_reading = 0;
  SeatPreferences preferences;
};

// A few traits of a whole zoo; most bots have most of them not at all.
Traits RandomTraits(const v1::TimeControl& control, std::mt19937_64& random);

// Something that a bot says, so long after it heard what it answers.
struct Reply {
  Micros after{};
  v1::PlayRequest request;
};

// Something that a bot does to its connection.
struct Break {
  enum class Kind { kLeaves, kDies, kOpensSecondStream, kStopsReading };
  Kind kind = Kind::kLeaves;
  Micros after{};
  // Absent when it stays away.
  std::optional<Micros> away;
};

// A bot of those traits, which answers any message that a match may send.
class SimBot {
 public:
  // `draw`: makes a legal action for the decision that is open to it; any action when there is none.
  SimBot(Traits traits, std::function<v1::Action()> draw, std::mt19937_64& random);

  std::vector<Reply> Hear(const v1::PlayResponse& message);
  // Asked after each message heard.
  std::optional<Break> MaybeBreak();

  const Traits& traits() const { return traits_; }

 private:
  bool Chance(int per_mille) { return static_cast<int>(random_() % 1000) < per_mille; }
  // 0 to max - 1 microseconds.
  Micros UpTo(Micros max);
  void Decide(const v1::DecisionRequired& decision, std::vector<Reply>& replies);
  v1::Action Legal(const v1::DecisionRequired& decision);
  v1::Action Nonsense();
  Micros ThinkingTime(Micros clock);
  void SayAct(std::uint32_t decision, const v1::Action& action, Micros after, std::vector<Reply>& replies);

  const Traits traits_;
  const std::function<v1::Action()> draw_;
  std::mt19937_64& random_;
  bool is_silent_ = false;
  std::string game_id_;
  v1::Side side_ = v1::SIDE_UNSPECIFIED;
  v1::TimeControl time_control_;
  v1::Action last_legal_;
  std::uint32_t last_decision_ = 0;
};

}  // namespace flagfall::simulation

#endif  // TESTS_SIMULATION_SIM_BOT_H_
