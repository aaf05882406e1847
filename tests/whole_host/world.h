#ifndef TESTS_WHOLE_HOST_WORLD_H_
#define TESTS_WHOLE_HOST_WORLD_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "arena/coordinator/event.h"
#include "tests/power_cuts/disk.h"
#include "tests/power_cuts/disk_vfs.h"
#include "tests/whole_host/accounts.h"
#include "tests/whole_host/agenda.h"
#include "tests/whole_host/bot_program.h"
#include "tests/whole_host/plan.h"

namespace flagfall::whole_host {

class Server;
class Worker;

// What happened, over many worlds.
struct Tally {
  std::uint64_t worlds = 0;
  std::uint64_t events = 0;
  std::uint64_t games = 0;
  std::uint64_t acknowledged = 0;
  std::uint64_t crashes = 0;
  // Games whose results workers were told to be stored.
  std::uint64_t handed_in = 0;
  std::uint64_t submissions = 0;
  // Of each kind, those that came to pass.
  std::map<FaultKind, std::uint64_t> faults;
  std::map<v1::Reason, std::uint64_t> reasons;
};

// A remote bot is known to the server by this.
inline std::string TokenOf(const std::string& remote) { return "token of " + remote; }

// A whole host from one seed: a server with its referee, its runs and its ledger, the bots that play there, workers and
// people, on one clock, one network and one disk, all virtual, and on one thread. Whatever goes wrong stands in the
// plan. After each event what must hold is looked at; at the end all tournaments must be over.
class World {
 public:
  World(Plan plan, Tally& tally);
  ~World();

  // Returns what went wrong; empty when nothing did.
  std::string Play(bool prints_events = false);
  // Follows from all that happened.
  std::uint64_t fingerprint() const { return fingerprint_; }

  // --- For its parts. ---

  Agenda& agenda() { return agenda_; }
  Accounts& accounts() { return accounts_; }
  const Plan& plan() const { return plan_; }
  power_cuts::DiskVfs& vfs() { return vfs_; }
  Tally& tally() { return tally_; }
  // Since 1970.
  Micros WallTime() const { return std::chrono::seconds(1'700'000'000) + agenda_.now(); }
  // From 0 to `most` microseconds.
  Micros DrawDelay(std::uint64_t most) { return Micros(static_cast<std::int64_t>(random_() % (most + 1))); }
  std::mt19937_64& random() { return random_; }
  // Null while no server runs.
  Server* server() { return server_.get(); }
  // A process of a bot; of a remote one with life 0.
  std::unique_ptr<BotProgram> Launch(const std::string& name, const std::string& id, const std::string& token,
                                     std::uint64_t life);
  void NoteGameOver(const v1::GameRecord& record, const RefereeHost& host);
  // A run is asked for games, while a worker's call waits for them.
  using OnAsk = std::function<void(std::int64_t tournament_id, const arena::coordinator::LeaseAsked& ask)>;
  OnAsk& on_ask() { return on_ask_; }
  void Fail(const std::string& what);
  // Something that the fingerprint follows from.
  void Note(const std::string& what);
  // The server is to end, in good order, and to come back.
  void EndServer();

 private:
  void Furnish();
  void StartServer();
  void StartServerLater();
  // After each event.
  void Look();
  // What people do: tournaments are made, and those that stand still are resumed.
  void MakeTournament(std::size_t number);
  void LookAfterTournaments();
  bool IsAllOver();
  void CheckEnd();

  // Faults (world_faults.cc).
  void Do(const Fault& fault);
  void DoToDisk(const Fault& fault);
  void DoToBot(const Fault& fault);
  void DoToTournament(const Fault& fault);
  BotProgram* ProgramOf(const std::string& bot);
  void Happened(FaultKind kind);

  const Plan plan_;
  Tally& tally_;
  std::mt19937_64 random_;
  Agenda agenda_;
  power_cuts::Disk disk_;
  power_cuts::DiskVfs vfs_;
  Accounts accounts_;
  std::map<std::string, std::unique_ptr<BotProgram>> remotes_;
  // The ids of the tournaments of the plan, in their order; absent until somebody was told.
  std::vector<std::optional<std::int64_t>> ids_;
  std::map<std::int64_t, Micros> resume_at_;
  std::unique_ptr<Server> server_;
  bool is_server_ending_ = false;
  std::vector<std::unique_ptr<Worker>> workers_;
  OnAsk on_ask_;
  std::uint64_t fingerprint_ = 0xcbf29ce484222325u;
  bool prints_events_ = false;
  std::string failure_;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_WORLD_H_
