#include "arena/bots/bot_output.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/private_files.h"
#include "referee/base/counted.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBeginningBytes = 4096;
// They suffice for all that a pipe can hold, of which a bot may set the size.
constexpr int kReadsMax = 16;
// Beside the logs that are kept there must be room for the one that is written, and for those of the same game when it
// is played again.
constexpr std::uint64_t kRoomForOne = 2 * kGrantBytes;
constexpr std::size_t kNamedMax = 3;

// "1-4, 1-5 and 1-6"; "1-4, 1-5, 1-6 and 7 others".
std::string GamesText(const std::set<std::string>& games) {
  std::vector<std::string> named(games.begin(), games.end());
  if (named.size() > kNamedMax) {
    const std::size_t others = named.size() - kNamedMax;
    named.resize(kNamedMax);
    named.push_back(Counted(others, "other"));
  }
  const std::string last = std::move(named.back());
  named.pop_back();
  return absl::StrCat(absl::StrJoin(named, ", "), " and ", last);
}

}  // namespace

BotOutput::~BotOutput() { ::close(pipe_); }

bool BotOutput::Read() {
  MutexLock lock(mutex_);
  return ReadOnce() != Got::kEnd;
}

void BotOutput::ReadRest() {
  MutexLock lock(mutex_);
  ReadAll();
}

void BotOutput::Finish() {
  MutexLock lock(mutex_);
  ReadAll();
  if (game_log_.has_value()) game_log_->NoteDropped();
  process_log_.NoteDropped();
}

bool BotOutput::IsSpent() {
  MutexLock lock(mutex_);
  if (game_.empty()) return !process_log_.HasBudget();
  return game_log_.has_value() && !game_log_->HasBudget();
}

std::string BotOutput::Beginning() {
  MutexLock lock(mutex_);
  return beginning_;
}

void BotOutput::Grant() {
  MutexLock lock(mutex_);
  process_log_.Grant(kGrantBytes);
}

void BotOutput::BeginGame(const std::string& game_id) {
  MutexLock lock(mutex_);
  if (!play_.has_value()) return process_log_.Grant(kGrantBytes);
  ReadAll();
  if (games_.empty()) {
    CloseGameLog();
    game_ = game_id;
    heading_.clear();
  } else {
    // The game that was alone until now has the rest of its output here as well.
    process_log_.Grant(game_.empty() ? kGrantBytes : 2 * kGrantBytes);
    if (game_log_.has_value()) {
      game_log_->Note(absl::StrCat("game ", game_id, " has begun beside this one: what the bot printed from here on ",
                                   "may be about either, and is in the log of its process"));
    }
    CloseGameLog();
  }
  games_.insert(game_id);
  if (games_.size() > 1) {
    heading_ = absl::StrCat("what follows was printed while games ", GamesText(games_),
                            " were played at the same time, and may be about any of them");
  }
}

void BotOutput::EndGame(const std::string& game_id) {
  MutexLock lock(mutex_);
  if (games_.count(game_id) == 0) return;
  ReadAll();
  games_.erase(game_id);
  if (game_ == game_id) {
    heading_ = absl::StrCat("game ", game_id, " is over; what follows was printed after it");
  } else if (games_.empty()) {
    heading_ = "what follows was printed while no game was played";
  }
}

BotOutput::Got BotOutput::ReadOnce() {
  char buffer[64 * 1024];
  const ssize_t count = ::read(pipe_, buffer, sizeof buffer);
  if (count == 0) return Got::kEnd;
  if (count < 0) return Got::kNothing;
  Write(absl::string_view(buffer, static_cast<std::size_t>(count)));
  return Got::kOutput;
}

void BotOutput::ReadAll() {
  for (int reads = 0; reads < kReadsMax && ReadOnce() == Got::kOutput; ++reads) {
  }
}

void BotOutput::Write(absl::string_view output) {
  absl::StrAppend(&beginning_, output.substr(0, kBeginningBytes - std::min(kBeginningBytes, beginning_.size())));
  CappedLog* const game_log = OpenGameLog();
  CappedLog& log = game_log == nullptr ? process_log_ : *game_log;
  if (!heading_.empty()) log.Note(std::exchange(heading_, ""));
  log.Write(output);
  if (game_log == nullptr) TurnOver();
}

CappedLog* BotOutput::OpenGameLog() {
  if (game_.empty()) return nullptr;
  if (game_log_.has_value()) return &*game_log_;
  const std::uint64_t kept_max = play_->bytes_max / 2 - kRoomForOne;
  if (!games_bytes_.has_value() || *games_bytes_ > kept_max) {
    // Somewhat more is removed than must be, so that the folder is not looked through for each game.
    const std::uint64_t bytes_max = games_bytes_.has_value() ? kept_max / 8 * 7 : kept_max;
    games_bytes_ = PruneGameLogs(play_->paths, bytes_max);
  }
  MakePrivateFolders(play_->paths.Games()).IgnoreError();
  std::error_code ignored;
  const std::string path = play_->paths.Game(game_);
  const bool is_again = fs::file_size(path, ignored) > 0 && !ignored;
  game_log_.emplace(path);
  const absl::Status made = game_log_->Make();
  if (!made.ok()) {
    heading_ = absl::StrCat("what follows was printed in game ", game_, ", whose own log cannot be written");
    process_log_.Grant(kGrantBytes);
    CloseGameLog();
    return nullptr;
  }
  game_log_->Grant(kGrantBytes);
  if (is_again) game_log_->Note("the game is played again, from its beginning");
  return &*game_log_;
}

void BotOutput::CloseGameLog() {
  if (game_log_.has_value() && games_bytes_.has_value()) *games_bytes_ += game_log_->size() + kBlockBytes;
  game_log_.reset();
  game_.clear();
}

void BotOutput::TurnOver() {
  if (!play_.has_value() || process_log_.size() + kGrantBytes <= play_->bytes_max / 4) return;
  MakePrivateFolders(play_->paths.Games()).IgnoreError();
  std::error_code error;
  fs::rename(process_log_.path(), play_->paths.Before(), error);
  // Where it cannot be renamed, nothing bounds it but the grants, as before.
  if (error) return;
  process_log_.Note(absl::StrCat("what was printed before is in ", play_->paths.Before()));
}

}  // namespace flagfall::arena::bots
