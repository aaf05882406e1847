#ifndef SAMPLE_BOTS_ENVIRONMENT_RECORDED_GAME_H_
#define SAMPLE_BOTS_ENVIRONMENT_RECORDED_GAME_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/game.h"
#include "referee/rules/ruleset.h"

namespace flagfall::environment {

// A game of any ruleset by the contract of referee/rules/game.h, with what was done in it: so it can be written as a
// record, and say all that a player was told. A value: a copy plays on independently.
class RecordedGame {
 public:
  // `seed`: 32 bytes. Errors as NewGame's (catalogue.h).
  static absl::StatusOr<RecordedGame> New(const v1::Ruleset& ruleset, absl::string_view seed);
  // The game of a record as it stood in the end, of one from an arena or of ToRecord's. INVALID_ARGUMENT for text that
  // is no record in JSON; otherwise errors as NewGame's.
  static absl::StatusOr<RecordedGame> FromRecord(const std::string& json);

  RecordedGame(const RecordedGame& other);
  RecordedGame& operator=(const RecordedGame& other);
  RecordedGame(RecordedGame&&) = default;
  RecordedGame& operator=(RecordedGame&&) = default;

  const v1::Ruleset& ruleset() const { return ruleset_; }
  const RulesetDefinition& definition() const { return *definition_; }
  const Game& game() const { return *game_; }
  std::size_t actions() const { return deeds_.size(); }

  // 32 bytes. FAILED_PRECONDITION for a determinized game.
  absl::StatusOr<std::string> Seed() const;

  // How the game has ended by its rules, or by Adjudicate; absent while it is on.
  std::optional<v1::Outcome> Outcome() const;

  // Game::Act, and notes the action.
  absl::Status Apply(v1::Side side, const v1::Action& action);
  // Ends a game that is on by a decision of its host.
  void Adjudicate(const v1::Outcome& outcome) { adjudicated_ = outcome; }

  // Game::Determinize. What others than `observer` were told is not known of it any more, nor, where it was
  // determinized for another before, what this one was told.
  RecordedGame Determinize(v1::Observer observer, std::uint64_t seed) const;

  // The events that the observer was told of the actions from number `first` on, counted from 0. FAILED_PRECONDITION
  // where they are not known.
  absl::StatusOr<std::vector<v1::Event>> Events(v1::Observer observer, std::size_t first) const;

  // All events that the observer was told, a line of JSON for each, after a line with the ruleset and its options.
  // Errors as Events.
  absl::StatusOr<std::string> InformationState(v1::Observer observer) const;

  // The record in JSON, as `flagfall verify --file` takes it where the game is over: a record of a game that was played
  // elsewhere, without clocks. FAILED_PRECONDITION for a determinized game, whose set-ups nobody has made.
  absl::StatusOr<std::string> ToRecord() const;

 private:
  struct Deed {
    v1::Side side = v1::SIDE_UNSPECIFIED;
    v1::Action action;
    ObserverEvents events;
  };

  RecordedGame() = default;

  v1::Ruleset ruleset_;
  const RulesetDefinition* definition_ = nullptr;
  // Empty where the game was determinized.
  std::string seed_;
  std::unique_ptr<Game> game_;
  std::optional<v1::Outcome> adjudicated_;
  // Shared among copies.
  std::vector<std::shared_ptr<const Deed>> deeds_;
  // For whom the game was determinized, OBSERVER_UNSPECIFIED where it was for several; its deeds hold what this
  // observer was told and nothing else that is true.
  std::optional<v1::Observer> known_to_;
};

// The message as JSON on one line, with the field names of the .proto.
std::string JsonOf(const google::protobuf::Message& message);

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_RECORDED_GAME_H_
