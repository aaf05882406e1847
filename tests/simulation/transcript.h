#ifndef TESTS_SIMULATION_TRANSCRIPT_H_
#define TESTS_SIMULATION_TRANSCRIPT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::simulation {

// The messages to one bot in a game, over all its connections, and whether they were in order (protocol 1.2 to 1.6).
class Transcript {
 public:
  explicit Transcript(v1::Side side) : side_(side) {}

  // Empty if the message may come now; otherwise what is wrong with it.
  std::string Add(const v1::PlayResponse& message);

  // Empty if the bot was told what the record says; otherwise the difference.
  std::string CheckAgainst(const v1::GameRecord& record) const;

  bool is_over() const { return is_over_; }
  std::uint32_t decisions() const { return decisions_; }

 private:
  std::string AddDecision(const v1::DecisionRequired& decision, bool resumed);
  std::string AddResumed(const v1::GameResumed& resumed);
  std::string AddOver(const v1::GameOver& over);
  void AddEvents(const google::protobuf::RepeatedPtrField<v1::Event>& events);

  const v1::Side side_;
  bool has_started_ = false;
  bool is_over_ = false;
  std::uint32_t decisions_ = 0;
  std::string seed_sha256_;
  // Serialized; absent until the game has begun.
  std::optional<std::string> first_view_;
  // All events, serialized, each preceded by its length.
  std::string events_;
};

}  // namespace flagfall::simulation

#endif  // TESTS_SIMULATION_TRANSCRIPT_H_
