#ifndef TESTS_WHOLE_HOST_WORKER_H_
#define TESTS_WHOLE_HOST_WORKER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "arena/store/tournaments.h"
#include "flagfall/v1/worker_service.pb.h"
#include "referee/match/match.h"
#include "tests/whole_host/agenda.h"

namespace flagfall::whole_host {

class Server;
class World;

// A worker on another machine: asks the server's real board for leases, plays their games with real matches, keeps its
// leases and hands in what it has played until it hears what became of it. Its calls take their time, and a call or its
// answer can be lost; it does not know which. LeaseGames alone waits inside the board: it has a thread, which runs
// only while the simulation waits for it.
class Worker : public Mortal {
 public:
  Worker(World& world, int number);

  // --- Faults. ---

  // Nothing of what it says or is told arrives until then.
  void CutOffUntil(Micros until) { cut_off_until_ = until; }
  // The next record that it hands in is none of its game.
  void Lie() { lies_ = true; }
  void BeHonest() { lies_ = false; }

  static std::string UserOf(int number) { return "farm" + std::to_string(number); }

 private:
  struct Game {
    v1::LeasedGame leased;
    v1::GameRecord record;
    bool is_played = false;
    bool is_over = false;
  };

  // Has `call` done at the server, and then `answered` here, unless either is lost on its way.
  void Call(std::function<std::function<void()>(Server& server)> call);
  bool IsCutOff() const;
  void Ask();
  void TakeLease(const v1::Lease& lease);
  void KeepLease();
  void PlayNext();
  void Play(Game& game);
  MatchSpec SpecOf(const v1::LeasedGame& leased) const;
  // Until it hears what became of the result.
  void HandIn(std::uint32_t number);
  void TellResult(std::uint32_t number);
  void Hear(std::uint64_t lease, std::uint32_t number, const absl::StatusOr<bool>& is_stored);
  void Forget();
  void AskLater(Micros after);

  World& world_;
  const std::string user_;
  const std::uint64_t process_id_;
  Micros cut_off_until_{};
  bool lies_ = false;
  v1::Lease lease_;
  std::map<std::uint32_t, Game> games_;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_WORKER_H_
