#include "referee/spectator/spectator_games.h"

#include <algorithm>
#include <utility>

namespace flagfall {

// One game. The writer fills elements of the last chunk that lie behind `size_`, where no reader looks, and then raises
// `size_`.
class SpectatorGames::WatchedGame {
 public:
  WatchedGame(SpectatorHeader header, Micros began_at)
      : header_(std::make_shared<const SpectatorHeader>(std::move(header))), began_at_(began_at) {}

  const std::shared_ptr<const SpectatorHeader>& header() const { return header_; }

  // Beyond kEntriesMax only the end is kept, since readers must see it.
  void Append(SpectatorEntry entry, Micros now) ABSL_LOCKS_EXCLUDED(mutex_) {
    if (written_ >= kEntriesMax && entry.kind != SpectatorEntry::Kind::kOver) return;
    const bool is_new = written_ % kChunk == 0;
    if (is_new) last_ = std::make_shared<Chunk>();
    (*last_)[written_ % kChunk] = {.entry = std::move(entry), .at = now};
    ++written_;
    const MutexLock lock(mutex_);
    if (is_new) chunks_.push_back(last_);
    size_ = written_;
  }

  Reading Read(std::size_t from, const SpectatorGames& games, Micros now) const ABSL_LOCKS_EXCLUDED(mutex_) {
    Reading reading;
    reading.header_ = header_;
    reading.run_ = run;
    reading.at_ = std::max(now - games.delay_ - began_at_, Micros(0));
    {
      const MutexLock lock(mutex_);
      reading.begin_ = std::min(from, size_);
      reading.end_ = size_;
      // With the entry before, which may be the last.
      reading.first_chunk_ = (std::max<std::size_t>(reading.begin_, 1) - 1) / kChunk;
      if (size_ > 0) reading.chunks_.assign(chunks_.begin() + reading.first_chunk_, chunks_.end());
    }
    const auto sees_last = [&] { return games.IsVisible(reading.At(reading.end_ - 1).at, now); };
    while (reading.end_ > reading.begin_ && !sees_last()) --reading.end_;
    reading.is_over_ = reading.end_ > 0 && sees_last() && reading[reading.end_ - 1].kind == SpectatorEntry::Kind::kOver;
    return reading;
  }

  // Guarded by the mutex of the games that it is one of; `run` is set before anybody else can see it.
  std::uint64_t run = 0;
  Micros opened_at{};
  std::optional<Micros> over_at;
  bool is_forgotten = false;

 private:
  const std::shared_ptr<const SpectatorHeader> header_;
  const Micros began_at_;

  // The writer's own.
  std::size_t written_ = 0;
  std::shared_ptr<Chunk> last_;

  mutable Mutex mutex_;
  Chunks chunks_ ABSL_GUARDED_BY(mutex_);
  std::size_t size_ ABSL_GUARDED_BY(mutex_) = 0;
};

SpectatorGames::SpectatorGames(Micros delay, std::function<Micros()> now) : delay_(delay), now_(std::move(now)) {}
SpectatorGames::~SpectatorGames() = default;

std::vector<SpectatorGames::Listed> SpectatorGames::List() {
  const Micros now = now_();
  WatchedGames done;
  WatchedGames visible;
  {
    const MutexLock lock(mutex_);
    done = TakeDone(now);
    for (const auto& [id, game] : games_) {
      if (IsVisible(game->opened_at, now)) visible.push_back(game);
    }
  }
  std::vector<Listed> games;
  for (const auto& game : visible) {
    const Reading all = game->Read(0, *this, now);
    games.push_back(
        {.header = game->header(), .plies = all.end() > 0 ? all[all.end() - 1].plies : 0, .is_over = all.is_over()});
  }
  return games;
}

std::optional<SpectatorGames::Reading> SpectatorGames::Read(absl::string_view game_id, std::size_t from) {
  const Micros now = now_();
  WatchedGames done;
  std::shared_ptr<WatchedGame> game;
  {
    const MutexLock lock(mutex_);
    done = TakeDone(now);
    const auto it = games_.find(game_id);
    if (it == games_.end() || !IsVisible(it->second->opened_at, now)) return std::nullopt;
    game = it->second;
  }
  return game->Read(from, *this, now);
}

bool SpectatorGames::Holds(absl::string_view game_id) {
  const MutexLock lock(mutex_);
  const auto it = games_.find(game_id);
  return it != games_.end() && !IsDone(*it->second, now_());
}

void SpectatorGames::Forget(absl::string_view game_id) {
  WatchedGames done;
  const MutexLock lock(mutex_);
  const auto it = games_.find(game_id);
  if (it == games_.end() || !it->second->over_at.has_value()) return;
  it->second->is_forgotten = true;
  done = TakeDone(now_());
}

void SpectatorGames::ForgetIf(const std::function<bool(const std::string& game_id)>& is_one) {
  WatchedGames done;
  const MutexLock lock(mutex_);
  for (const auto& game : over_) game->is_forgotten = game->is_forgotten || is_one(game->header()->game_id);
  done = TakeDone(now_());
}

bool SpectatorGames::IsDone(const WatchedGame& game, Micros now) const {
  return game.is_forgotten && IsVisible(*game.over_at, now);
}

SpectatorGames::WatchedGames SpectatorGames::TakeDone(Micros now) {
  WatchedGames done;
  std::erase_if(over_, [&](const std::shared_ptr<WatchedGame>& game) {
    if (!IsDone(*game, now)) return false;
    done.push_back(game);
    return true;
  });
  for (const auto& game : done) games_.erase(game->header()->game_id);
  return done;
}

void SpectatorGames::Open(const std::shared_ptr<WatchedGame>& game) {
  std::shared_ptr<WatchedGame> before;
  const MutexLock lock(mutex_);
  game->run = ++last_run_;
  game->opened_at = now_();
  before = std::exchange(games_[game->header()->game_id], game);
  std::erase(over_, before);
}

void SpectatorGames::Over(const std::shared_ptr<WatchedGame>& game) {
  std::shared_ptr<WatchedGame> oldest;
  const MutexLock lock(mutex_);
  game->over_at = now_();
  over_.push_back(game);
  if (over_.size() <= kOverMax) return;
  oldest = over_.front();
  over_.erase(over_.begin());
  games_.erase(oldest->header()->game_id);
}

void SpectatorGames::Drop(const std::shared_ptr<WatchedGame>& game) {
  const MutexLock lock(mutex_);
  const auto it = games_.find(game->header()->game_id);
  if (it != games_.end() && it->second == game) games_.erase(it);
}

std::unique_ptr<SpectatorGames::Log> SpectatorGames::NewLog(SpectatorHeader header, Micros began_at) {
  return std::make_unique<Log>(*this, std::make_shared<WatchedGame>(std::move(header), began_at));
}

SpectatorGames::Log::Log(SpectatorGames& games, std::shared_ptr<WatchedGame> game)
    : games_(games), game_(std::move(game)) {}

SpectatorGames::Log::~Log() {
  if (is_open_ && !is_over_) games_.Drop(game_);
}

void SpectatorGames::Log::Open() {
  is_open_ = true;
  games_.Open(game_);
}

void SpectatorGames::Log::Append(std::vector<SpectatorEntry>& entries) {
  if (entries.empty()) return;
  const Micros now = games_.now_();
  is_over_ = entries.back().kind == SpectatorEntry::Kind::kOver;
  for (SpectatorEntry& entry : entries) game_->Append(std::move(entry), now);
  entries.clear();
  if (is_open_ && is_over_) games_.Over(game_);
}

}  // namespace flagfall
