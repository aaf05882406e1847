#ifndef TESTS_WHOLE_HOST_SERVER_H_
#define TESTS_WHOLE_HOST_SERVER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "arena/cluster/lease_board.h"
#include "arena/runner/game_slots.h"
#include "arena/store/database.h"
#include "tests/whole_host/run.h"
#include "tests/whole_host/submissions.h"

namespace flagfall::whole_host {

// One life of `flagfall serve`: its ledger, its referee, its runs side by side, its leases and its submissions. What
// TournamentQueue does on threads is done here by the virtual clock.
class Server : public Mortal {
 public:
  static constexpr std::uint32_t kSlotsMin = 2;

  // Opens the ledger and takes up what an earlier life has left. An error is the ledger's.
  static absl::StatusOr<std::unique_ptr<Server>> Start(World& world);
  ~Server();

  // --- What people ask for; errors are those of the store. ---

  absl::StatusOr<std::int64_t> CreateTournament(const v1::TournamentSpec& spec);
  absl::Status Pause(std::int64_t tournament_id);
  absl::Status Cancel(std::int64_t tournament_id);
  // FAILED_PRECONDITION while its last games are played.
  absl::Status Resume(std::int64_t tournament_id);

  // Ends all runs; is_over() when they have ended.
  void Stop();
  bool is_over() const { return is_stopping_ && runs_.empty(); }
  // Its ledger has failed, and it can only end.
  bool has_failed() const { return has_failed_; }

  arena::store::Database& ledger() { return *ledger_; }
  RefereeHost& referee() { return *referee_; }
  arena::cluster::LeaseBoard& board() { return *board_; }
  Submissions& submissions() { return *submissions_; }
  Run* RunOf(std::int64_t tournament_id);
  std::map<std::int64_t, std::unique_ptr<Run>>& runs() { return runs_; }
  // How many games could begin now with no run at work. For the end.
  std::uint32_t CountFreeSlots();

 private:
  explicit Server(World& world) : world_(world) {}

  absl::Status Open();
  // Begins what is to be played and is not.
  void PlayNext();
  void PlayNextLater(Micros after);
  void OnOver(std::int64_t tournament_id, const absl::StatusOr<arena::coordinator::RunEnd>& end);
  void LookAtLeases();

  World& world_;
  std::unique_ptr<arena::store::Database> ledger_;
  std::unique_ptr<RefereeHost> referee_;
  std::unique_ptr<arena::runner::GameSlots> slots_;
  std::unique_ptr<arena::cluster::LeaseBoard> board_;
  std::unique_ptr<Submissions> submissions_;
  std::map<std::int64_t, std::unique_ptr<Run>> runs_;
  std::set<std::int64_t> cancelled_;
  bool is_stopping_ = false;
  bool has_failed_ = false;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_SERVER_H_
