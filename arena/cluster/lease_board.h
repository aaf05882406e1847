#ifndef ARENA_CLUSTER_LEASE_BOARD_H_
#define ARENA_CLUSTER_LEASE_BOARD_H_

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/cluster/lease.h"
#include "arena/cluster/present_workers.h"
#include "arena/cluster/second_pairs.h"
#include "arena/runner/lease_desk.h"
#include "arena/store/second_games.h"
#include "flagfall/v1/worker_service.pb.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::cluster {

struct LeaseBoardOptions {
  // Of workers that may play here: their program's.
  std::string version;
  // How often a lease is to be kept. One that was not kept for three times as long is over.
  Micros heartbeat = std::chrono::seconds(10);
  // How much play a lease is to be, of all that its worker plays at once.
  Micros play_aimed_at = std::chrono::minutes(2);
  // A clock that never goes back.
  std::function<Micros()> now = SteadyNow;
  // Is told what happens to workers beside their results, from any thread, and must not block.
  std::function<void(const store::WorkerNote&)> note = [](const store::WorkerNote&) {};
  // Which share of the pairs that a worker has played a second one plays too, from 0 to 1; and what it follows from.
  double second_share = 0;
  std::string second_secret = {};
  // Takes what the second one hands in, from any thread, and must not block.
  std::function<void(store::SecondGame)> take_second = [](const store::SecondGame&) {};
  // Takes lines for the host's log, from any thread.
  std::function<void(const std::string&)> log;
};

class RunShare;

// The games of a server's runs that workers have under leases. Runs give games by the LeaseDesk, workers' calls take
// them, and neither knows the other. May be used by many threads; a call of a worker may wait for a run and for the
// disk.
class LeaseBoard final : public runner::LeaseDesk {
 public:
  explicit LeaseBoard(LeaseBoardOptions options);

  std::unique_ptr<Share> Join(Run run) override;

  // The calls of WorkerService, `user` being whose token the caller has shown. Errors of all: UNAVAILABLE when the
  // server ends; NOT_FOUND when the lease is over or another user's.

  // INVALID_ARGUMENT when the worker's words about itself are none; FAILED_PRECONDITION for one of another version or
  // protocol, and for a user whose worker has handed in what no game was.
  absl::StatusOr<v1::LeaseGamesResponse> LeaseGames(const std::string& user, const v1::LeaseGamesRequest& request);
  absl::StatusOr<v1::KeepLeaseResponse> KeepLease(const std::string& user, const v1::KeepLeaseRequest& request);
  // Checks that the record is one of the game, and returns whether it is stored. INVALID_ARGUMENT when it is none; then
  // the lease is over, and the user gets no further one.
  absl::StatusOr<bool> HandIn(const std::string& user, const v1::HandInGameHeader& header, v1::GameRecord record);
  // The same without waiting for the disk: absent while nobody knows yet what becomes of the result. Then the same call
  // is to be made again.
  absl::StatusOr<std::optional<bool>> TakeIn(const std::string& user, const v1::HandInGameHeader& header,
                                             v1::GameRecord record);
  // OK when the lease is the user's and lasts, so that it is of use to read what is being handed in.
  absl::Status CheckLease(const std::string& user, std::uint64_t lease);
  // A bot of the lease that is launched by the host.
  absl::StatusOr<store::Bot> FindBot(const std::string& user, std::uint64_t lease, absl::string_view bot);

  // Ends a lease whose games cannot be played, for a reason that is for the host.
  void GiveBack(const std::string& user, std::uint64_t lease, absl::string_view why);
  // Likewise where the server cannot read the files of this bot: none of its games are leased for a while, so that
  // others are not held up. The host is told each reason once.
  void PassOver(const std::string& user, std::uint64_t lease, absl::string_view bot, absl::string_view why);

  // To these workers no games are leased, for reasons that are for the host; to all others they are. Ends the leases of
  // those that get none now. A worker that was suspected and is no longer has been trusted by a host: so is its user
  // again, where it was this worker that had handed in what no game was.
  void SetSuspected(std::map<store::WorkerName, std::string> reasons);

  // No game is leased while there is a reason, which workers that ask are told; empty for none. Leases go on.
  void SetHeld(std::string why);

  // Ends the leases of which nothing was heard for too long. To be called again and again.
  void DropSilentLeases();
  // Tells runs what the workers that there are can play, so that a host hears of games that none can, and notes when
  // something was heard of each. To be called again and again.
  void TellOfWorkers();
  // Calls fail from now on, and those that wait end.
  void Close();

 private:
  friend class RunShare;
  // A question to a run that a call waits for.
  struct Asked {
    std::int64_t tournament_id = 0;
    bool is_answered = false;
    CondVar answered = {};
    // Absent when the run has no games.
    std::optional<Lease> lease = std::nullopt;
  };
  // Which worker it was, and what was wrong with its record.
  struct Distrusted {
    store::WorkerName worker;
    std::string why;
  };

  // ---- What runs say.

  void Leave(RunShare& share) ABSL_LOCKS_EXCLUDED(mutex_);
  void Grant(RunShare& share, const coordinator::GrantLease& grant, std::vector<Game> games)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void End(RunShare& share, const coordinator::EndGame& command) ABSL_LOCKS_EXCLUDED(mutex_);
  // Of a game that was handed in.
  void SetStateOf(RunShare& share, std::uint32_t number, LeasedMatch::State state) ABSL_LOCKS_EXCLUDED(mutex_);

  absl::Status CheckWorker(const std::string& user, const v1::Worker& worker) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Notes how fast the worker says that its machine is, where it has said otherwise before, also while it gets no
  // games.
  void NoteSpeed(const store::WorkerName& name, const v1::Worker& worker) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // When a worker that gets no games now is to ask again: the later, the more of them wait.
  std::uint32_t AskAgainMs(const store::WorkerName& worker) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Asks one run after the other, those first that have the least for their weight, until one has games. `response`
  // gets the reason for which one was passed over.
  std::optional<Lease> AskRuns(const WorkerProcess& process, const v1::LeaseGamesRequest& request,
                               v1::LeaseGamesResponse& response) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Absent also when the run has ended meanwhile.
  std::optional<Lease> AskRun(RunShare& share, const v1::LeaseGamesRequest& request, std::set<int> without)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Games that a first worker has played and this one is to play too.
  std::optional<Lease> SecondLease(const WorkerProcess& process, const v1::LeaseGamesRequest& request)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The game goes back to its run; `is_lost`: since its worker is lost.
  void Return(RunShare& share, const Lease& lease, const Game& game, bool is_lost = false)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Takes the result of a game that counts already.
  void TakeSecond(Lease& lease, LeasedMatch& match, v1::GameRecord record) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The lease, of which something is heard now.
  absl::StatusOr<Lease*> Find(const std::string& user, std::uint64_t id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Hands the game's result to its run. Absent until that says what became of it.
  absl::StatusOr<std::optional<bool>> Store(const std::string& user, const v1::HandInGameHeader& header,
                                            v1::GameRecord record) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What the run has said of the result that was handed in.
  absl::StatusOr<std::optional<bool>> FateOf(const v1::HandInGameHeader& header) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Has all calls that wait for games that were handed in look again.
  void WakeHandIns();
  // Gives all games of the lease back that have no result.
  void Drop(std::uint64_t id, absl::string_view why, bool is_lost = false) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Distrust(const store::WorkerName& worker, std::uint64_t id, const absl::Status& why)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // How many games of the tournament are played at once under leases.
  std::size_t GamesOutOf(std::int64_t tournament_id) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const LeaseBoardOptions options_;

  Mutex mutex_;
  // What calls wait for that have handed in a game, by its number modulo their count: shared by some games, so that few
  // calls wake without a need where a thousand workers hand in at once.
  std::array<CondVar, 64> stored_;
  bool is_closed_ ABSL_GUARDED_BY(mutex_) = false;
  // By tournament. Their destructors take them out, so that they may be used under the lock.
  std::map<std::int64_t, RunShare*> shares_ ABSL_GUARDED_BY(mutex_);
  std::map<std::uint64_t, Asked> asked_ ABSL_GUARDED_BY(mutex_);
  std::map<std::uint64_t, Lease> leases_ ABSL_GUARDED_BY(mutex_);
  // The leases of the games whose results wait to be stored, by tournament and number. A lease may be over by now.
  std::map<std::pair<std::int64_t, std::uint32_t>, std::uint64_t> handed_in_ ABSL_GUARDED_BY(mutex_);
  // By user, whose workers get no games any more since one of them has handed in what no game was.
  std::map<std::string, Distrusted> distrusted_ ABSL_GUARDED_BY(mutex_);
  std::map<store::WorkerName, std::string> suspected_ ABSL_GUARDED_BY(mutex_);
  std::string held_ ABSL_GUARDED_BY(mutex_);
  // Those that got no games when they asked last, and when that was.
  std::map<store::WorkerName, Micros> idle_ ABSL_GUARDED_BY(mutex_);
  // When those were last taken out that have gone.
  Micros idle_looked_at_ ABSL_GUARDED_BY(mutex_){};
  // As they were noted, in plies a second.
  std::map<store::WorkerName, std::uint32_t> speeds_ ABSL_GUARDED_BY(mutex_);
  PresentWorkers present_ ABSL_GUARDED_BY(mutex_);
  SecondPairs seconds_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_LEASE_BOARD_H_
