#ifndef REFEREE_RULES_GAME_H_
#define REFEREE_RULES_GAME_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/random.h"

namespace flagfall {

// A decision that is open.
struct OpenDecision {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  v1::DecisionKind kind = v1::DECISION_KIND_UNSPECIFIED;

  friend bool operator==(const OpenDecision&, const OpenDecision&) = default;
};

// The observers that are told what happens while the game is on.
inline constexpr std::array<v1::Observer, 3> kEventObservers = {v1::OBSERVER_RED, v1::OBSERVER_BLUE,
                                                                v1::OBSERVER_SPECTATOR};

// What one action changed in the views of kEventObservers.
struct ObserverEvents {
  std::vector<v1::Event> red;
  std::vector<v1::Event> blue;
  std::vector<v1::Event> spectator;

  // The events for one of kEventObservers.
  std::vector<v1::Event>& For(v1::Observer observer) {
    return observer == v1::OBSERVER_RED ? red : observer == v1::OBSERVER_BLUE ? blue : spectator;
  }
  const std::vector<v1::Event>& For(v1::Observer observer) const {
    return observer == v1::OBSERVER_RED ? red : observer == v1::OBSERVER_BLUE ? blue : spectator;
  }
};

// What each of kEventObservers knows of `world`, by the KnowledgeOf(world, observer) of the world's type.
template <typename World>
auto KnowledgeOfEach(const World& world) {
  return std::array{KnowledgeOf(world, kEventObservers[0]), KnowledgeOf(world, kEventObservers[1]),
                    KnowledgeOf(world, kEventObservers[2])};
}

// How far a game has come, for the limits that hosts set (R5.4, R10.6). The ruleset defines what counts as a ply: in
// `cards` it is a turn, in `gogo` a tick.
struct Progress {
  std::uint32_t plies = 0;
  std::uint32_t plies_since_capture = 0;
};

// The contract that every game fulfils, and all that match, service and tools know of it.
//
// A game is a value: a clone plays on independently. It is pure: no I/O, no threads, no clock, and chance only from the
// seed it was made with. Nothing that comes in through Act can crash it.
class Game {
 public:
  virtual ~Game() = default;

  virtual std::unique_ptr<Game> Clone() const = 0;

  // The decisions now open, Red's first: one when sides alternate, two when both decide at once, none when the game is
  // over. When two are open, the one that is made first is kept secret from everybody else until the other is made too.
  virtual absl::InlinedVector<OpenDecision, 2> Pending() const = 0;

  // The legal actions of `side`'s open decision, in a fixed order; absent when there is no such decision or when its
  // actions are too many to list (a set-up). They follow from what that side may know.
  virtual std::optional<std::vector<v1::Action>> Legal(v1::Side side) const = 0;

  // Applies the action to `side`'s open decision and returns what it changed. When the action is illegal the error
  // names the clause broken (ClauseOf in clause_error.h), and the game stays as it was.
  virtual absl::StatusOr<ObserverEvents> Act(v1::Side side, const v1::Action& action) = 0;

  // A legal action of `side`'s open decision, drawn at random; the side must have one. Every legal action can be drawn.
  virtual v1::Action Sample(v1::Side side, Random& random) const = 0;

  // A game that the observer cannot tell from this one: everything hidden from it (R9.1) is drawn anew at random, and
  // everything that it knows (its view, the pending decisions, its own legal actions, the outcome) is as it was. This
  // is a determinization, for bots that search and for tests that look for leaks. For OBSERVER_ALL, and when the game
  // is over, it is a plain copy.
  virtual std::unique_ptr<Game> Determinize(v1::Observer observer, Random& random) const = 0;

  // What `observer` may know now (R9.1). The events of Act are the differences of successive views.
  virtual v1::View ViewFor(v1::Observer observer) const = 0;

  // Absent while the game is on.
  virtual std::optional<v1::Outcome> Outcome() const = 0;

  virtual flagfall::Progress Progress() const = 0;
};

}  // namespace flagfall

#endif  // REFEREE_RULES_GAME_H_
