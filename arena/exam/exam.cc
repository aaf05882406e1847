#include "arena/exam/exam.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/private_files.h"
#include "arena/exam/exam_desk.h"
#include "arena/runner/run_folder.h"
#include "referee/base/counted.h"
#include "referee/base/mutex.h"
#include "referee/base/status_macros.h"
#include "referee/service/referee.h"

namespace flagfall::arena::exam {
namespace {

// The desks of an exam, each with its thread, and what they have heard so far. The first error of one stops all.
class ExamRun {
 public:
  ExamRun(absl::Span<const RecordedGame> games, const ExamOptions& options, Referee& referee,
          const runner::RunFolder& folder, std::size_t desks)
      : games_(games), options_(options), answers_(games.size()) {
    for (std::size_t i = 0; i < games.size(); ++i) {
      for (const Side side : options.sides) answers_[i][IndexOf(side)].resize(games[i].own[IndexOf(side)].size());
    }
    const auto on_fault = [this](const std::string& detail) { return AddFault(detail); };
    for (std::size_t i = 0; i < desks; ++i) {
      desks_.push_back(std::make_unique<ExamDesk>(options, referee, folder, on_fault, static_cast<int>(i)));
    }
  }

  // To be called once.
  absl::StatusOr<ExamResult> Run() {
    const std::stop_callback on_stop(options_.stop, [this] { StopAll(); });
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < desks_.size(); ++i) threads.emplace_back([this, i] { RunDesk(i); });
    }
    MutexLock lock(mutex_);
    if (!error_.ok()) return error_;
    return ExamResult{.answers = std::move(answers_), .not_asked = not_asked_, .faults = faults_};
  }

 private:
  void RunDesk(std::size_t number) {
    for (std::uint32_t repeat = 0; repeat < options_.repeats; ++repeat) {
      for (const Side side : options_.sides) {
        Sitting sitting{.repeat = repeat, .side = side};
        // Always the same games at the same desk, so that bots with a seed do the same again.
        for (std::size_t i = number; i < games_.size(); i += desks_.size()) {
          if (!games_[i].own[IndexOf(side)].empty()) sitting.games.push_back(&games_[i]);
        }
        if (HasStopped()) return;
        const absl::Status status = desks_[number]->Sit(
            sitting, [&](const RecordedGame& game, auto answers) { Add(game, side, std::move(answers)); });
        if (!status.ok()) return Fail(status);
      }
    }
  }

  void Add(const RecordedGame& game, Side side, std::vector<analysis::ExamAnswer> answers) {
    MutexLock lock(mutex_);
    auto& of_side = answers_[static_cast<std::size_t>(&game - games_.data())][IndexOf(side)];
    not_asked_ += static_cast<std::uint32_t>(of_side.size() - answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i) of_side[i].push_back(std::move(answers[i]));
    if (options_.on_side) options_.on_side();
  }

  absl::Status AddFault(const std::string& detail) {
    MutexLock lock(mutex_);
    if (++faults_ < options_.faults_max) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("bot ", options_.bot.manifest.name(), " failed in ", Counted(faults_, "process", "processes"),
                     " and is asked no more. The last: ", detail, ". What it printed is in ", options_.log_folder));
  }

  bool HasStopped() {
    if (options_.stop.stop_requested()) Fail(absl::CancelledError("the exam was stopped; nothing of it is kept"));
    MutexLock lock(mutex_);
    return !error_.ok();
  }

  void Fail(const absl::Status& status) {
    {
      MutexLock lock(mutex_);
      error_.Update(status);
    }
    StopAll();
  }

  void StopAll() {
    for (const auto& desk : desks_) desk->Stop();
  }

  const absl::Span<const RecordedGame> games_;
  const ExamOptions& options_;
  Mutex mutex_;
  std::vector<analysis::GameAnswers> answers_ ABSL_GUARDED_BY(mutex_);
  std::uint32_t not_asked_ ABSL_GUARDED_BY(mutex_) = 0;
  std::uint32_t faults_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Status error_ ABSL_GUARDED_BY(mutex_);
  // Last, since desks tell the above of faults.
  std::vector<std::unique_ptr<ExamDesk>> desks_;
};

// Makes an empty folder: an exam before may have left its logs there.
absl::Status MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  if (!error) return MakePrivateFolders(folder);
  return absl::InternalError(absl::StrCat("cannot remove the logs in ", folder, ": ", error.message()));
}

}  // namespace

std::uint64_t SidesToAsk(absl::Span<const RecordedGame> games, const ExamOptions& options) {
  std::uint64_t asked = 0;
  for (const RecordedGame& game : games) {
    for (const Side side : options.sides) asked += game.own[IndexOf(side)].empty() ? 0 : options.repeats;
  }
  return asked;
}

bool IsSeeded(const ExamOptions& options) {
  const auto& listed = options.bot.manifest.options();
  return options.settings.values().count(kSeedOption) == 0 &&
         std::any_of(listed.begin(), listed.end(), [](const v1::BotOption& option) {
           return option.name() == kSeedOption && option.type() == v1::BotOption::TYPE_INTEGER;
         });
}

absl::StatusOr<ExamResult> RunExam(absl::Span<const RecordedGame> games, const ExamOptions& options) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<runner::RunFolder> folder, runner::RunFolder::Make());
  RefereeOptions referee_options;
  referee_options.no_show_after = options.no_show_after;
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Referee> referee, Referee::Start(referee_options, {}));
  const auto desks = std::min<std::size_t>(options.concurrency, games.size());
  for (std::size_t i = 0; i < desks; ++i) {
    FLAGFALL_RETURN_IF_ERROR(MakeFolder(absl::StrCat(options.log_folder, "/", i + 1)));
  }
  return ExamRun(games, options, *referee, *folder, desks).Run();
}

}  // namespace flagfall::arena::exam
