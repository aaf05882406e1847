#include "arena/server/site_players.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/web/workers.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

constexpr std::chrono::seconds kLooksAgainAfter{1};
// While a page has not taken what it was sent.
constexpr std::chrono::milliseconds kTriesEvery{50};
constexpr std::chrono::seconds kBeatsEvery{15};
constexpr char kBeat[] = ": here\n\n";

std::string EventOf(std::uint64_t number, const v1::PlayResponse& message) {
  return absl::StrCat("event: play\nid: ", number, "\ndata: ", ToJson(message), "\n\n");
}

std::string EndOf(const absl::Status& why) {
  v1::ApiError error;
  error.set_code(absl::StatusCodeToString(why.code()));
  error.set_message(std::string(why.message()));
  return absl::StrCat("event: end\ndata: ", ToJson(error), "\n\n");
}

v1::Hello HelloOf(const v1::BotManifest& bot) {
  v1::Hello hello;
  hello.set_protocol_version(1);
  hello.set_bot_name(bot.name());
  hello.set_bot_version("on the site");
  *hello.mutable_rulesets() = bot.rulesets();
  hello.set_concurrent_games_max(1);
  hello.set_wants_legal_actions(true);
  hello.set_wants_events_at_once(true);
  return hello;
}

}  // namespace

struct SitePlayers::News {
  Mutex mutex;
  CondVar changed;
  bool is_there ABSL_GUARDED_BY(mutex) = false;

  void Tell() {
    MutexLock lock(mutex);
    is_there = true;
    changed.NotifyAll();
  }
};

// Written on the referee's thread, which does nothing more with a message than to keep it.
class SitePlayers::Inbox {
 public:
  explicit Inbox(std::shared_ptr<News> news) : news_(std::move(news)) {}

  void Add(const v1::PlayResponse& message) {
    {
      MutexLock lock(mutex_);
      messages_.push_back(message);
    }
    news_->Tell();
  }
  void End(const absl::Status& why) {
    {
      MutexLock lock(mutex_);
      ended_ = why;
    }
    news_->Tell();
  }

  std::vector<v1::PlayResponse> Take(std::optional<absl::Status>& ended) {
    MutexLock lock(mutex_);
    ended = ended_;
    return std::exchange(messages_, {});
  }

 private:
  const std::shared_ptr<News> news_;
  Mutex mutex_;
  std::vector<v1::PlayResponse> messages_ ABSL_GUARDED_BY(mutex_);
  std::optional<absl::Status> ended_ ABSL_GUARDED_BY(mutex_);
};

SitePlayers::SitePlayers(Referee& referee, Micros stays_for)
    : referee_(referee),
      stays_for_(stays_for),
      news_(std::make_shared<News>()),
      next_beat_(SteadyNow() + kBeatsEvery),
      thread_([this] { Run(); }) {}

SitePlayers::~SitePlayers() {
  Stop();
  MutexLock lock(mutex_);
  for (auto& [name, player] : players_) player.bot->Leave();
}

void SitePlayers::Stop() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
  }
  news_->Tell();
  if (thread_.joinable()) thread_.join();
}

SitePlayers::Player SitePlayers::Join(const v1::BotManifest& bot) {
  auto inbox = std::make_shared<Inbox>(news_);
  LocalBotObserver observer{.on_message = [inbox](const v1::PlayResponse& message) { inbox->Add(message); },
                            .on_ended = [inbox](const absl::Status& why) { inbox->End(why); }};
  return {.inbox = inbox, .bot = referee_.JoinLocally(bot.name(), HelloOf(bot), std::move(observer))};
}

void SitePlayers::Watch(const v1::BotManifest& bot, std::uint64_t seen, std::shared_ptr<web::EventStream> stream,
                        std::function<absl::Status()> permit) {
  const auto refuse = [&stream](const std::string& why) {
    stream->Send(std::make_shared<const std::string>(EndOf(absl::ResourceExhaustedError(why))));
    stream->End();
  };
  {
    MutexLock lock(mutex_);
    const auto known = players_.find(bot.name());
    const bool is_new = known == players_.end() || known->second.is_over;
    if (is_new && players_.size() >= kMax) {
      return refuse(absl::StrCat(kMax, " people play here already; try again later"));
    }
    if (!is_new && known->second.watchers.size() >= kWatchersMax) {
      return refuse(absl::StrCat(kWatchersMax, " pages show ", bot.name(), "'s games already"));
    }
    if (is_new && known != players_.end()) {
      for (const Watcher& watcher : known->second.watchers) watcher.stream->End();
    }
    if (is_new) players_.insert_or_assign(bot.name(), Join(bot));
    Player& player = players_.at(bot.name());
    player.watchers.push_back(
        {.stream = std::move(stream), .sent = FirstFor(player, seen), .permit = std::move(permit)});
  }
  news_->Tell();
}

absl::Status SitePlayers::Act(const std::string& bot, v1::PlayRequest request) {
  MutexLock lock(mutex_);
  const auto found = players_.find(bot);
  if (found == players_.end() || found->second.is_over) {
    return absl::FailedPreconditionError(absl::StrCat(bot, " does not play here now; open its page again"));
  }
  found->second.bot->Act(std::move(request));
  return absl::OkStatus();
}

void SitePlayers::Run() {
  web::LowerOwnPriority();
  while (Rest(Look(SteadyNow()))) {
  }
}

bool SitePlayers::Rest(Micros until) {
  {
    MutexLock lock(news_->mutex);
    while (!news_->is_there) {
      if (!news_->changed.WaitUntil(news_->mutex, std::chrono::steady_clock::time_point(until))) break;
    }
    news_->is_there = false;
  }
  MutexLock lock(mutex_);
  return !is_ending_;
}

void SitePlayers::EndForbidden() {
  std::vector<Watcher> asked;
  {
    MutexLock lock(mutex_);
    for (const auto& [name, player] : players_) {
      asked.insert(asked.end(), player.watchers.begin(), player.watchers.end());
    }
  }
  for (const Watcher& watcher : asked) {
    if (watcher.stream->IsClosed()) continue;
    const absl::Status permitted = watcher.permit();
    if (!absl::IsUnauthenticated(permitted) && !absl::IsPermissionDenied(permitted) && !absl::IsNotFound(permitted)) {
      continue;
    }
    watcher.stream->Send(std::make_shared<const std::string>(EndOf(permitted)));
    watcher.stream->End();
  }
}

Micros SitePlayers::Look(Micros now) {
  if (now >= next_permit_) {
    next_permit_ = now + kPermitsEvery;
    EndForbidden();
  }
  const bool is_beat = now >= next_beat_;
  if (is_beat) next_beat_ = now + kBeatsEvery;
  bool is_waiting = false;
  MutexLock lock(mutex_);
  for (auto player = players_.begin(); player != players_.end();) {
    TakeInbox(player->second);
    is_waiting = SendNews(player->second, is_beat) || is_waiting;
    DropSent(player->second);
    if (!player->second.watchers.empty()) player->second.left = now;
    const bool is_gone = player->second.watchers.empty() && now - player->second.left > stays_for_;
    if (is_gone) player->second.bot->Leave();
    player = is_gone || (player->second.is_over && player->second.watchers.empty()) ? players_.erase(player)
                                                                                    : std::next(player);
  }
  return now + (is_waiting ? Micros(kTriesEvery) : Micros(kLooksAgainAfter));
}

void SitePlayers::TakeInbox(Player& player) {
  if (player.is_over) return;
  std::optional<absl::Status> ended;
  for (const v1::PlayResponse& message : player.inbox->Take(ended)) {
    if (message.has_game_started()) player.before_newest_game = player.dropped + player.events.size();
    player.events.push_back(EventOf(player.dropped + player.events.size() + 1, message));
    player.bytes += player.events.back().size();
  }
  if (!ended.has_value() && player.bytes > kBytesMax) {
    player.bot->Leave();
    ended = absl::ResourceExhaustedError("this page was told too much to keep; open it again");
  }
  if (!ended.has_value()) return;
  player.is_over = true;
  player.events.push_back(EndOf(*ended));
}

// A page that has seen more has seen it of an earlier server.
std::uint64_t SitePlayers::FirstFor(const Player& player, std::uint64_t seen) {
  const bool is_known = seen > 0 && seen >= player.dropped && seen <= player.dropped + player.events.size();
  return is_known ? seen : player.before_newest_game;
}

bool SitePlayers::SendNews(Player& player, bool is_beat) {
  bool is_waiting = false;
  for (Watcher& watcher : player.watchers) {
    if (watcher.stream->IsClosed()) continue;
    const std::uint64_t told = player.dropped + player.events.size();
    const bool has_news = watcher.sent < told;
    if (!watcher.stream->IsReady()) {
      is_waiting = is_waiting || has_news;
      continue;
    }
    std::string bytes;
    for (; watcher.sent < told; ++watcher.sent) bytes += player.events[watcher.sent - player.dropped];
    if (bytes.empty() && is_beat) bytes = kBeat;
    if (!bytes.empty()) watcher.stream->Send(std::make_shared<const std::string>(std::move(bytes)));
    if (player.is_over) watcher.stream->End();
  }
  std::erase_if(player.watchers, [](const Watcher& watcher) { return watcher.stream->IsClosed(); });
  return is_waiting;
}

void SitePlayers::DropSent(Player& player) {
  std::uint64_t kept_from = player.before_newest_game;
  for (const Watcher& watcher : player.watchers) kept_from = std::min(kept_from, watcher.sent);
  const auto end = player.events.begin() + static_cast<std::ptrdiff_t>(kept_from - player.dropped);
  for (auto event = player.events.begin(); event != end; ++event) player.bytes -= event->size();
  player.events.erase(player.events.begin(), end);
  player.dropped = kept_from;
}

}  // namespace flagfall::arena::server
