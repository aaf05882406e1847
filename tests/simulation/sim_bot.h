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

// The behaviour of a bot. Chances are per mille and per decision unless a comment says otherwise.
struct Traits {
  // The largest usual time for an answer.
  Micros think_max{};
  // Answers within two microseconds before or after its deadline.
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
  // The longest time for which it leaves, and whether it may leave for ever.
  Micros away_max{};
  int returns_never = 0;
  int dies = 0;
  int opens_second_stream = 0;
  int stops_reading = 0;
  // After a ply of its own, takes no message for a while, or leaves for a while.
  int closes_window = 0;
  int leaves_after_ply = 0;
  Micros closed_max{};
  // Answers a decision before it has the message: it knows all it needs from somewhere else.
  int answers_unread = 0;
  SeatPreferences preferences;
};

// Draws a bot's behaviour. Most bots have only a few of these traits.
Traits RandomTraits(const v1::TimeControl& control, std::mt19937_64& random);

// A message of a bot, and how long after the message that it answers.
struct Reply {
  Micros after{};
  v1::PlayRequest request;
};

// A bot leaves or takes no messages, and perhaps comes to itself.
struct Break {
  enum class Kind { kLeaves, kDies, kOpensSecondStream, kStopsReading, kClosesWindow };
  Kind kind = Kind::kLeaves;
  Micros after{};
  // How long it stays away, or takes nothing; absent for ever.
  std::optional<Micros> away;
};

// A bot with these traits, which answers every message that a match may send.
class SimBot {
 public:
  // `draw` returns a legal action for the bot's open decision, or any action if none is open.
  SimBot(Traits traits, std::function<v1::Action()> draw, std::mt19937_64& random);

  std::vector<Reply> Hear(const v1::PlayResponse& message);
  // To be called after each message to the bot.
  std::optional<Break> MaybeBreak();
  // To be called after each answer that was taken.
  std::optional<Break> MaybeBreakAfterPly();
  // For a decision that has just been opened: the bot answers it after that time, whether it has the message or not.
  std::optional<Micros> MaybeAnswerUnread();

  const Traits& traits() const { return traits_; }

 private:
  bool Chance(int per_mille) { return static_cast<int>(random_() % 1000) < per_mille; }
  // A random time from 0 to max - 1 microseconds.
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
