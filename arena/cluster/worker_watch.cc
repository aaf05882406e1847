#include "arena/cluster/worker_watch.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/cluster/machine_speed.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cluster {
namespace {

// How many times as long as a look has computed it rests at least, since a large tournament takes long to read. On a
// busy machine a look takes longer, but costs no more.
constexpr int kRestForLook = 50;

// Adds what happened to a worker later.
void Add(const store::WorkerNote& later, store::WorkerNote& sum) {
  sum.worker = later.worker;
  sum.seen = std::max(sum.seen, later.seen);
  if (later.plies_per_second.has_value()) sum.plies_per_second = later.plies_per_second;
  sum.returned_games += later.returned_games;
  sum.bot_faults += later.bot_faults;
  if (sum.suspected_reason.empty()) sum.suspected_reason = later.suspected_reason;
}

}  // namespace

WorkerWatch::WorkerWatch(store::Database& database, Options options)
    : database_(database), options_(std::move(options)), readers_(database.path()) {
  // Nobody who was suspected before the server was started may get a game of it.
  if (const absl::StatusOr<store::Readers::Reader> reader = readers_.Take(); reader.ok()) {
    TellSuspected(**reader).IgnoreError();
  }
  thread_ = std::thread([this] { Run(); });
}

WorkerWatch::~WorkerWatch() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
  }
  ending_.NotifyAll();
  thread_.join();
  PutDownNotes().IgnoreError();
}

void WorkerWatch::Note(const store::WorkerNote& note) {
  MutexLock lock(mutex_);
  Add(note, notes_.of_workers[note.worker]);
}

void WorkerWatch::NoteSecondGame(store::SecondGame game) {
  MutexLock lock(mutex_);
  notes_.second_games.push_back(std::move(game));
}

void WorkerWatch::Run() {
  while (Rest()) {
    const Micros began = ThreadTime();
    const absl::Status status = Look();
    look_time_ = ThreadTime() - began;
    const std::string trouble(status.message());
    if (trouble == trouble_) continue;
    trouble_ = trouble;
    if (!status.ok()) options_.log(absl::StrCat("workers' results are not compared: ", trouble));
  }
}

bool WorkerWatch::Rest() {
  MutexLock lock(mutex_);
  const auto until = std::chrono::steady_clock::now() + std::max(options_.looks_every, kRestForLook * look_time_);
  while (!is_ending_) {
    if (!ending_.WaitUntil(mutex_, until)) break;
  }
  return !is_ending_;
}

absl::Status WorkerWatch::Look() {
  FLAGFALL_RETURN_IF_ERROR(PutDownNotes());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
  FLAGFALL_RETURN_IF_ERROR(Judge(*reader));
  return TellSuspected(*reader);
}

absl::Status WorkerWatch::PutDownNotes() {
  Notes notes;
  {
    MutexLock lock(mutex_);
    notes.of_workers.swap(notes_.of_workers);
    notes.second_games.swap(notes_.second_games);
  }
  const absl::Status written = Write(notes);
  if (written.ok()) return written;
  // A worker that was found out must not get games again because the ledger could not be written just then.
  MutexLock lock(mutex_);
  for (auto& [worker, note] : notes.of_workers) {
    const auto later = notes_.of_workers.find(worker);
    if (later != notes_.of_workers.end()) Add(later->second, note);
    notes_.of_workers[worker] = std::move(note);
  }
  notes_.second_games.insert(notes_.second_games.begin(), std::make_move_iterator(notes.second_games.begin()),
                             std::make_move_iterator(notes.second_games.end()));
  return written;
}

absl::Status WorkerWatch::Write(Notes& notes) {
  if (notes.of_workers.empty() && notes.second_games.empty()) return absl::OkStatus();
  MutexLock lock(database_.access());
  while (!notes.second_games.empty()) {
    FLAGFALL_RETURN_IF_ERROR(store::StoreSecondGame(database_, notes.second_games.back()));
    notes.second_games.pop_back();
  }
  std::vector<store::WorkerNote> to_write;
  for (const auto& [worker, note] : notes.of_workers) to_write.push_back(note);
  return store::NoteWorkers(database_, to_write);
}

absl::Status WorkerWatch::TellSuspected(store::Database& reader) {
  absl::StatusOr<std::map<store::WorkerName, std::string>> suspected = store::SuspectedWorkers(reader);
  FLAGFALL_RETURN_IF_ERROR(suspected.status());
  if (*suspected == suspected_) return absl::OkStatus();
  suspected_ = *suspected;
  options_.set_suspected(*std::move(suspected));
  return absl::OkStatus();
}

absl::Status WorkerWatch::Judge(store::Database& reader) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::JudgedWorker> workers, store::WorkersToJudge(reader));
  std::vector<std::int64_t> compared_workers;
  for (const store::JudgedWorker& worker : workers) {
    if (LookAt(worker.games) > 0) compared_workers.push_back(worker.key);
  }
  if (workers.empty()) return absl::OkStatus();
  OutlierTest test{.alpha = options_.alpha};
  FLAGFALL_ASSIGN_OR_RETURN(test.workers, store::CountWorkers(reader));
  // Once for all of them: it reads whole tournaments.
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::JudgedGames> games, store::GamesToJudge(reader, compared_workers));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::ComparedGames> compared,
                            store::GamesCompared(reader, compared_workers));
  const PlayedGames played(games, compared);
  for (const store::JudgedWorker& worker : workers) {
    const std::vector<Outlier> outliers = FindOutliers(played, worker.key, test);
    FLAGFALL_RETURN_IF_ERROR(NoteLook(reader, worker, outliers));
    for (const Outlier& outlier : outliers) test.left_out.insert(outlier.worker);
  }
  return absl::OkStatus();
}

absl::Status WorkerWatch::NoteLook(store::Database& reader, const store::JudgedWorker& worker,
                                   const std::vector<Outlier>& outliers) {
  for (const Outlier& outlier : outliers) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::WorkerName name, store::NameOfWorker(reader, outlier.worker));
    options_.log(absl::StrCat("no games are leased to worker ", name.name, " of ", name.user,
                              " any more until a host says so (`flagfall cluster workers trust ", name.name,
                              "`): ", outlier.reason));
  }
  MutexLock lock(database_.access());
  FLAGFALL_RETURN_IF_ERROR(store::NoteLook(database_, worker.key, GamesOfLook(LookAt(worker.games) + 1)));
  for (const Outlier& outlier : outliers) {
    FLAGFALL_RETURN_IF_ERROR(store::SuspectWorker(database_, outlier.worker, outlier.reason));
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::cluster
