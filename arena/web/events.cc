#include "arena/web/events.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/web/workers.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGameBeat{100};
constexpr std::chrono::seconds kBeat{1};
constexpr std::chrono::seconds kSilenceMax{15};
// A game that is over is in the ledger a moment later, if ever.
constexpr std::chrono::seconds kMissingMax{5};

std::string EventOf(absl::string_view name, const google::protobuf::Message& message) {
  return absl::StrCat("event: ", name, "\ndata: ", ToJson(message), "\n\n");
}

// An event as it is sent, and what of it says that there is news: all but what changes with the clock.
struct Text {
  std::string event;
  std::string lasting;
};

struct Progress {
  v1::TournamentProgress message;
  Text text;
};

struct Part {
  v1::Replay replay;
  // The event is made when somebody is to have it.
  Text text = {};
};

absl::StatusOr<Text> MakeStatus(Newsroom& newsroom) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::HostStatus status, newsroom.Status());
  Text text = {.event = EventOf("status", status), .lasting = {}};
  status.clear_time();
  text.lasting = ToJson(status);
  return text;
}

absl::StatusOr<Progress> MakeProgress(Newsroom& newsroom, std::uint32_t tournament) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::TournamentProgress progress, newsroom.Progress(tournament));
  const std::string event = EventOf("progress", progress);
  return Progress{.message = std::move(progress), .text = {.event = event, .lasting = event}};
}

absl::StatusOr<Part> MakePart(Newsroom& newsroom, const std::string& game_id, std::uint32_t from) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::Replay replay, newsroom.Running(game_id, from));
  Part part = {.replay = std::move(replay)};
  // Who has no step yet is still told of what comes before the first.
  if (from == 0) {
    v1::Replay lasting = part.replay;
    lasting.clear_clocks();
    part.text.lasting = ToJson(lasting);
  }
  return part;
}

}  // namespace

struct Events::Look {
  // Whether what is looked at once a second is due.
  bool is_beat = false;
  std::optional<absl::StatusOr<Text>> status;
  std::map<std::uint32_t, absl::StatusOr<Progress>> progress;
  // By game and step.
  std::map<std::pair<std::string, std::uint32_t>, absl::StatusOr<Part>> parts;
};

Events::Events(Newsroom& newsroom) : newsroom_(newsroom), thread_([this] { Run(); }) {}

Events::~Events() { Stop(); }

void Events::Watch(Topic topic, std::uint32_t from, std::shared_ptr<Outlet> outlet) {
  Watcher watcher{.topic = std::move(topic), .from = from, .outlet = std::move(outlet)};
  // What happened before stands in the page.
  watcher.notices_told = newsroom_.NoticesOf(watcher.topic.tournament).count;
  MutexLock lock(mutex_);
  arrivals_.push_back(std::move(watcher));
  changed_.NotifyAll();
}

void Events::Stop() {
  {
    MutexLock lock(mutex_);
    is_stopping_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

bool Events::Await(Time until) {
  MutexLock lock(mutex_);
  while (arrivals_.empty() && !is_stopping_) {
    if (!changed_.WaitUntil(mutex_, until)) break;
  }
  watchers_.splice(watchers_.end(), arrivals_);
  return !is_stopping_;
}

void Events::Run() {
  LowerOwnPriority();
  Time next_beat = steady_clock::now();
  Time next_look = next_beat;
  while (Await(next_look)) {
    const Time now = steady_clock::now();
    // Before the time it is woken for the new ones alone.
    const bool is_time = now >= next_look;
    Look look;
    look.is_beat = now >= next_beat;
    if (look.is_beat) {
      newsroom_.Beat();
      next_beat = now + kBeat;
    }
    bool watches_games = false;
    for (Watcher& watcher : watchers_) {
      if (is_time || watcher.is_new) LookAt(watcher, look, now);
      watches_games = watches_games || watcher.topic.kind == Topic::Kind::kGame;
    }
    watchers_.remove_if([](const Watcher& watcher) { return watcher.outlet->IsGone(); });
    // From the end of this look: one that took long is not followed by the next at once.
    const Time then = watches_games ? std::min(next_beat, steady_clock::now() + kGameBeat) : next_beat;
    next_look = is_time ? then : std::min(next_look, then);
  }
}

void Events::LookAt(Watcher& watcher, Look& look, Time now) {
  if (!watcher.outlet->IsReady()) return;
  const bool is_game = watcher.topic.kind == Topic::Kind::kGame;
  if (!is_game && !look.is_beat && !watcher.is_new) return;
  if (is_game) {
    TellGame(watcher, look, now);
  } else if (watcher.topic.kind == Topic::Kind::kTournament) {
    TellTournament(watcher, look);
  } else {
    TellStatus(watcher, look);
  }
  watcher.is_new = false;
  // All who were just told have something on its way.
  if (!watcher.outlet->IsReady() || watcher.told_at == Time()) {
    watcher.told_at = now;
  } else if (now - watcher.told_at >= kSilenceMax) {
    watcher.told_at = now;
    watcher.outlet->Send(":\n\n");
  }
}

void Events::TellStatus(Watcher& watcher, Look& look) {
  if (!look.status.has_value()) look.status = MakeStatus(newsroom_);
  if (!look.status->ok()) return watcher.outlet->End();
  const Text& text = **look.status;
  if (!watcher.is_new && text.lasting == watcher.told) return;
  watcher.told = text.lasting;
  watcher.outlet->Send(text.event);
}

void Events::TellTournament(Watcher& watcher, Look& look) {
  const std::uint32_t id = watcher.topic.tournament;
  if (!look.progress.contains(id)) look.progress.emplace(id, MakeProgress(newsroom_, id));
  const absl::StatusOr<Progress>& progress = look.progress.at(id);
  if (!progress.ok()) return watcher.outlet->End();
  const Text& text = progress->text;
  std::string events = NewNotices(watcher, progress->message);
  const bool is_over = progress->message.state() != v1::Tournament::STATE_RUNNING;
  if (watcher.is_new || is_over || text.lasting != watcher.told) absl::StrAppend(&events, text.event);
  watcher.told = text.lasting;
  if (!events.empty()) watcher.outlet->Send(std::move(events));
  if (is_over) watcher.outlet->End();
}

std::string Events::NewNotices(Watcher& watcher, const v1::TournamentProgress& progress) const {
  const Notices notices = newsroom_.NoticesOf(watcher.topic.tournament);
  const std::uint64_t new_ones =
      std::min<std::uint64_t>(notices.count - std::min(notices.count, watcher.notices_told), notices.newest.size());
  watcher.notices_told = notices.count;
  std::string events;
  for (std::size_t i = notices.newest.size() - new_ones; i < notices.newest.size(); ++i) {
    v1::TournamentEvent event;
    event.set_games_stored(progress.games_stored());
    event.set_games_total(progress.games_total());
    event.set_notice(notices.newest[i]);
    absl::StrAppend(&events, EventOf("notice", event));
  }
  return events;
}

void Events::TellGame(Watcher& watcher, Look& look, Time now) {
  const std::pair<std::string, std::uint32_t> wanted(watcher.topic.game_id, watcher.from);
  auto found = look.parts.find(wanted);
  if (found == look.parts.end())
    found = look.parts.emplace(wanted, MakePart(newsroom_, wanted.first, wanted.second)).first;
  if (absl::IsNotFound(found->second.status())) return TellOver(watcher, now);
  if (!found->second.ok()) return watcher.outlet->End();
  watcher.missing_since.reset();
  const v1::Replay& replay = found->second->replay;
  Text& text = found->second->text;
  const std::uint32_t steps = replay.from_step() + replay.steps();
  const bool is_news = replay.steps() > 0 || replay.from_step() != watcher.from || text.lasting != watcher.told;
  if (!watcher.is_new && !is_news) return;
  if (text.event.empty()) text.event = absl::StrCat("id: ", steps, "\n", EventOf("steps", replay));
  watcher.told = steps == 0 ? text.lasting : std::string();
  watcher.from = steps;
  watcher.outlet->Send(text.event);
}

void Events::TellOver(Watcher& watcher, Time now) {
  const absl::StatusOr<v1::GameSummary> game = newsroom_.Over(watcher.topic.game_id);
  if (game.ok()) {
    watcher.outlet->Send(EventOf("over", *game));
    return watcher.outlet->End();
  }
  if (!watcher.missing_since.has_value()) watcher.missing_since = now;
  if (now - *watcher.missing_since >= kMissingMax) watcher.outlet->End();
}

}  // namespace flagfall::arena
