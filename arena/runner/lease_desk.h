#ifndef ARENA_RUNNER_LEASE_DESK_H_
#define ARENA_RUNNER_LEASE_DESK_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "arena/coordinator/command.h"
#include "arena/coordinator/event.h"
#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "referee/match/match_spec.h"

namespace flagfall::arena::runner {

// Gives games of runs to other machines. All methods may be called from any thread, and none blocks.
class LeaseDesk {
 public:
  // A game that goes to another machine, and all of its record that is known before it begins. The set-ups of the
  // second game of a duplicate pair are left out where the first is in the same lease.
  struct Game {
    coordinator::LeasedGame leased;
    MatchSpec match;
  };

  // A run that has games to give, until its Share is destroyed. What is referred to outlives the Share.
  struct Run {
    const store::Tournament& tournament;
    // In the order of the spec; those in a strict sandbox are marked.
    const std::vector<store::Bot>& bots;
    std::vector<bool> strict;
    // The most memory that each gets of what its manifest asks for, in bytes; 0 of one that asks for none.
    std::vector<std::uint64_t> memory_bytes;
    // Hands the run LeaseAsked and MachinesSeen, and for its leases GameOver, GameReturned and BotFailedElsewhere.
    std::function<void(coordinator::Event)> tell;
  };

  // The part of one run. When it is destroyed, its leases are over, and `tell` is not called any more.
  class Share {
   public:
    virtual ~Share() = default;

    // Carries out GrantLease, with the matches of its games in their order.
    virtual void Grant(const coordinator::GrantLease& lease, std::vector<Game> games) = 0;
    // Carries out EndGame for a game of a lease.
    virtual void End(const coordinator::EndGame& game) = 0;
    // The result that the game's GameOver brought is stored, or refused, which the run has noted: the worker has done
    // its part.
    virtual void Stored(std::uint32_t number) = 0;
    // The result that the GameOver brought is not wanted.
    virtual void NotWanted(const coordinator::GameStart& game) = 0;
    // No game of the run is to begin any more.
    virtual void Pause() = 0;
  };

  virtual ~LeaseDesk() = default;
  virtual std::unique_ptr<Share> Join(Run run) = 0;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_LEASE_DESK_H_
