#include "arena/cluster/worker_watch.h"

#include <algorithm>
#include <chrono>
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
  store::WorkerNote& sum = notes_[note.worker];
  sum.worker = note.worker;
  sum.seen = std::max(sum.seen, note.seen);
  if (note.plies_per_second.has_value()) sum.plies_per_second = note.plies_per_second;
  sum.returned_games += note.returned_games;
  sum.bot_faults += note.bot_faults;
  if (sum.suspected_reason.empty()) sum.suspected_reason = note.suspected_reason;
}

void WorkerWatch::NoteSecondGame(store::SecondGame game) {
  MutexLock lock(mutex_);
  second_games_.push_back(std::move(game));
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
  std::map<store::WorkerName, store::WorkerNote> notes;
  std::vector<store::SecondGame> second_games;
  {
    MutexLock lock(mutex_);
    notes.swap(notes_);
    second_games.swap(second_games_);
  }
  if (notes.empty() && second_games.empty()) return absl::OkStatus();
  std::vector<store::WorkerNote> to_write;
  for (auto& [worker, note] : notes) to_write.push_back(std::move(note));
  MutexLock lock(database_.access());
  for (const store::SecondGame& game : second_games) {
    FLAGFALL_RETURN_IF_ERROR(store::StoreSecondGame(database_, game));
  }
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
