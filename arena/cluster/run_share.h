#ifndef ARENA_CLUSTER_RUN_SHARE_H_
#define ARENA_CLUSTER_RUN_SHARE_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/cluster/lease_board.h"
#include "arena/cluster/lease_troubles.h"
#include "arena/cluster/present_workers.h"
#include "arena/tournament/spec.h"

namespace flagfall::arena::cluster {

// A run of a LeaseBoard's. What is not LeaseDesk::Share's is for the board, under its lock.
class RunShare final : public runner::LeaseDesk::Share {
 public:
  // `joined` is now, by the board's clock.
  RunShare(LeaseBoard& board, runner::LeaseDesk::Run run, Micros joined)
      : board_(board), run_(std::move(run)), joined_(joined) {}
  ~RunShare() override { board_.Leave(*this); }

  RunShare(const RunShare&) = delete;
  RunShare& operator=(const RunShare&) = delete;

  void Grant(const coordinator::GrantLease& lease, std::vector<runner::LeaseDesk::Game> games) override {
    board_.Grant(*this, lease, std::move(games));
  }
  void End(const coordinator::EndGame& game) override { board_.End(*this, game); }
  void Stored(std::uint32_t number) override { board_.SetStateOf(*this, number, LeasedMatch::State::kStored); }
  void NotWanted(const coordinator::GameStart& game) override {
    board_.SetStateOf(*this, game.number, LeasedMatch::State::kNotWanted);
  }
  void Pause() override { is_paused_ = true; }

  const runner::LeaseDesk::Run& run() const { return run_; }
  std::int64_t tournament_id() const { return run_.tournament.id; }
  double weight() const { return tournament::WeightOf(run_.tournament.spec); }
  bool is_paused() const { return is_paused_; }

  // What the worker cannot play, and why. Where `now` is given, what is to be tried again by now is left out.
  Refusal RefusalTo(const WorkerProcess& process, const v1::Worker& worker, std::optional<Micros> now) const;
  // The same in words for the worker; empty when it gets games of all bots.
  std::string WordsOf(const Refusal& refusal) const;
  LeaseTroubles& troubles() { return troubles_; }
  // Absent when the run has no such bot.
  std::optional<int> IndexOf(absl::string_view bot) const;
  // Tells the run what these workers can play, where it has not been told so lately.
  void TellOf(const std::map<WorkerProcess, const v1::Worker*>& workers, Micros now);
  Micros joined() const { return joined_; }

  // Where time controls are scaled: has the lease's games scaled for the worker, who can play here (RefusalTo),
  // whatever machine they were meant for before.
  void ScaleGames(const v1::Worker& worker, Lease& lease) const;
  // How many pairs a lease should have that keeps the worker busy for the time aimed at.
  std::uint32_t PairsFor(const v1::LeaseGamesRequest& request, Micros play_aimed_at) const;
  // Notes how long a game took.
  void NoteDuration(const v1::GameRecord& record);

  // Has the record begin by the server's clock, so that the game is over at `now`.
  static void SetEnd(v1::GameRecord& record, Micros now);

  // `is_lost`: with its worker.
  void Return(const coordinator::GameStart& game, bool is_lost = false) {
    run_.tell(coordinator::GameReturned{game, is_lost});
  }
  void TellFailure(const v1::BotFailure& failure, const std::string& machine);
  // The record's start becomes that of the server's clock, by which the game is over at `now`.
  void TellOver(const coordinator::GameStart& game, v1::GameRecord record, const store::WorkerName& worker, Micros now);

 private:
  // What a machine lacks for this bot, in words; empty when it lacks nothing.
  std::string LackFor(std::size_t bot, const v1::Worker& worker) const;
  coordinator::MachinesSeen SeenOf(const std::map<WorkerProcess, const v1::Worker*>& workers) const;

  LeaseBoard& board_;
  const runner::LeaseDesk::Run run_;
  const Micros joined_;
  std::atomic<bool> is_paused_ = false;
  LeaseTroubles troubles_;
  // What the run was told last of the workers that there are, and when.
  coordinator::MachinesSeen told_ = {.cannot_play = {{}}, .why = ""};
  Micros told_at_{};
  // Of games that were handed in.
  std::int64_t games_ = 0;
  Micros played_{};
};

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_RUN_SHARE_H_
