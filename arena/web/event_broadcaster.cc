#include "arena/web/event_broadcaster.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/base/tournament_states.h"
#include "arena/web/workers.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGameInterval{100};
constexpr std::chrono::seconds kInterval{1};
// A comment is sent where there was nothing else for so long, so that no proxy takes the stream for dead.
constexpr std::chrono::seconds kSilenceMax{15};
// A game that is over is in the ledger a moment later, or never.
constexpr std::chrono::seconds kMissingMax{5};

std::string EventOf(absl::string_view name, const google::protobuf::Message& message) {
  return absl::StrCat(kEventField, name, "\ndata: ", ToJson(message), "\n\n");
}

EventStream::Bytes Shared(std::string bytes) { return std::make_shared<const std::string>(std::move(bytes)); }

// An event as it is sent, and what of it tells whether there is news: all but what changes with the clock alone.
struct Text {
  EventStream::Bytes event;
  std::string lasting;
};

struct Progress {
  v1::TournamentProgress message;
  Text text;
};

// The steps of a game behind a given one.
struct Steps {
  v1::Replay replay;
  // The event is made when somebody is to have it.
  Text text = {};
};

absl::StatusOr<Text> MakeStatus(LiveState& live_state) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::HostStatus status, live_state.Status());
  Text text = {.event = Shared(EventOf("status", status)), .lasting = {}};
  status.clear_time();
  text.lasting = ToJson(status);
  return text;
}

absl::StatusOr<Progress> MakeProgress(LiveState& live_state, std::uint32_t tournament) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::TournamentProgress progress, live_state.Progress(tournament));
  std::string event = EventOf("progress", progress);
  return Progress{.message = std::move(progress), .text = {.event = Shared(event), .lasting = event}};
}

absl::StatusOr<Steps> MakeSteps(LiveState& live_state, const std::string& game_id, std::uint32_t from) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::Replay replay, live_state.RunningGame(game_id, from));
  Steps steps = {.replay = std::move(replay)};
  // A game without steps may still have news: what is known before the first.
  if (from == 0) {
    v1::Replay lasting = steps.replay;
    lasting.clear_clocks();
    steps.text.lasting = ToJson(lasting);
  }
  return steps;
}

}  // namespace

struct EventBroadcaster::Round {
  // Whether what is looked at once a second is due.
  bool is_full = false;
  std::optional<absl::StatusOr<Text>> status = {};
  std::map<std::uint32_t, absl::StatusOr<Progress>> progress = {};
  // By game and step.
  std::map<std::pair<std::string, std::uint32_t>, absl::StatusOr<Steps>> steps = {};
};

EventBroadcaster::EventBroadcaster(LiveState& live_state) : live_state_(live_state), thread_([this] { Run(); }) {}

EventBroadcaster::~EventBroadcaster() { Stop(); }

void EventBroadcaster::Watch(std::vector<Subscription> subscriptions, bool numbers_topics,
                             std::shared_ptr<EventStream> stream) {
  Watcher watcher{.feeds = {}, .numbers_topics = numbers_topics, .stream = std::move(stream)};
  for (Subscription& subscription : subscriptions) {
    Feed& feed =
        watcher.feeds.emplace_back(Feed{.subscription = std::move(subscription), .number = watcher.feeds.size()});
    // Earlier notices stand in the page.
    feed.notices_sent = live_state_.NoticesOf(feed.subscription.topic.tournament).count;
  }
  MutexLock lock(mutex_);
  new_watchers_.push_back(std::move(watcher));
  changed_.NotifyAll();
}

void EventBroadcaster::Stop() {
  {
    MutexLock lock(mutex_);
    is_stopping_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

bool EventBroadcaster::WaitUntil(Time until) {
  MutexLock lock(mutex_);
  while (new_watchers_.empty() && !is_stopping_) {
    if (!changed_.WaitUntil(mutex_, until)) break;
  }
  watchers_.splice(watchers_.end(), new_watchers_);
  return !is_stopping_;
}

void EventBroadcaster::Run() {
  LowerOwnPriority();
  Time next_full = steady_clock::now();
  Time next_round = next_full;
  while (WaitUntil(next_round)) {
    const Time now = steady_clock::now();
    // A round before its time is for new watchers alone.
    const bool is_due = now >= next_round;
    Round round{.is_full = now >= next_full};
    if (round.is_full) {
      live_state_.UpdateRates();
      next_full = now + kInterval;
    }
    bool watches_games = false;
    for (Watcher& watcher : watchers_) {
      if (is_due || watcher.is_new) Update(watcher, round, now);
      watches_games = watches_games || absl::c_any_of(watcher.feeds, [](const Feed& feed) {
                        return feed.subscription.topic.kind == Topic::Kind::kGame && !feed.has_ended;
                      });
    }
    watchers_.remove_if([](const Watcher& watcher) { return watcher.stream->IsClosed(); });
    // Counted from the end of this round, so that one that took long is not followed by the next at once.
    const Time then = watches_games ? std::min(next_full, steady_clock::now() + kGameInterval) : next_full;
    next_round = is_due ? then : std::min(next_round, then);
  }
}

void EventBroadcaster::Update(Watcher& watcher, Round& round, Time now) {
  if (!watcher.stream->IsReady()) return;
  EventOutbox out(watcher.numbers_topics);
  for (Feed& feed : watcher.feeds) {
    if (feed.has_ended) continue;
    AddNews(feed, round, now, out);
    if (feed.has_ended && watcher.numbers_topics) out.Add(feed.number, Shared(EventOf("end", v1::ApiError())));
  }
  watcher.is_new = false;
  if (!out.IsEmpty()) {
    watcher.sent_at = now;
    watcher.stream->Send(out.Take());
  } else if (watcher.sent_at == Time()) {
    watcher.sent_at = now;
  } else if (now - watcher.sent_at >= kSilenceMax) {
    watcher.sent_at = now;
    watcher.stream->Send(Shared(":\n\n"));
  }
  if (absl::c_all_of(watcher.feeds, [](const Feed& feed) { return feed.has_ended; })) watcher.stream->End();
}

void EventBroadcaster::AddNews(Feed& feed, Round& round, Time now, EventOutbox& out) {
  const Topic::Kind kind = feed.subscription.topic.kind;
  if (!feed.subscription.exists) feed.has_ended = true;
  if (feed.has_ended || (kind != Topic::Kind::kGame && !round.is_full && !feed.is_new)) return;
  switch (kind) {
    case Topic::Kind::kStatus:
      AddStatus(feed, round, out);
      break;
    case Topic::Kind::kTournament:
      AddTournament(feed, round, out);
      break;
    case Topic::Kind::kGame:
      AddGame(feed, round, now, out);
      break;
  }
  feed.is_new = false;
}

void EventBroadcaster::AddStatus(Feed& feed, Round& round, EventOutbox& out) {
  if (!round.status.has_value()) round.status = MakeStatus(live_state_);
  feed.has_ended = !round.status->ok();
  if (feed.has_ended) return;
  const Text& text = **round.status;
  if (!feed.is_new && text.lasting == feed.sent) return;
  feed.sent = text.lasting;
  out.Add(feed.number, text.event);
}

void EventBroadcaster::AddTournament(Feed& feed, Round& round, EventOutbox& out) {
  const std::uint32_t id = feed.subscription.topic.tournament;
  if (!round.progress.contains(id)) round.progress.emplace(id, MakeProgress(live_state_, id));
  const absl::StatusOr<Progress>& progress = round.progress.at(id);
  feed.has_ended = !progress.ok();
  if (feed.has_ended) return;
  const Text& text = progress->text;
  const std::string notices = NewNotices(feed, progress->message);
  feed.has_ended = !IsUnderWay(progress->message.state());
  const bool is_news = feed.is_new || feed.has_ended || text.lasting != feed.sent;
  feed.sent = text.lasting;
  if (!notices.empty()) out.Add(feed.number, Shared(notices));
  if (is_news) out.Add(feed.number, text.event);
}

std::string EventBroadcaster::NewNotices(Feed& feed, const v1::TournamentProgress& progress) const {
  const Notices notices = live_state_.NoticesOf(feed.subscription.topic.tournament);
  const std::uint64_t new_ones =
      std::min<std::uint64_t>(notices.count - std::min(notices.count, feed.notices_sent), notices.newest.size());
  feed.notices_sent = notices.count;
  std::string events;
  for (std::size_t i = notices.newest.size() - new_ones; i < notices.newest.size(); ++i) {
    v1::TournamentEvent event;
    event.set_games_stored(progress.games_stored());
    event.set_games_total(progress.games_total());
    event.set_notice(notices.newest[i].text);
    absl::StrAppend(&events, EventOf("notice", event));
  }
  return events;
}

void EventBroadcaster::AddGame(Feed& feed, Round& round, Time now, EventOutbox& out) {
  std::uint32_t& from = feed.subscription.from;
  const std::pair<std::string, std::uint32_t> wanted(feed.subscription.topic.game_id, from);
  auto found = round.steps.find(wanted);
  if (found == round.steps.end()) {
    found = round.steps.emplace(wanted, MakeSteps(live_state_, wanted.first, wanted.second)).first;
  }
  if (absl::IsNotFound(found->second.status())) return AddGameOver(feed, now, out);
  feed.has_ended = !found->second.ok();
  if (feed.has_ended) return;
  feed.missing_since.reset();
  const v1::Replay& replay = found->second->replay;
  Text& text = found->second->text;
  const std::uint32_t steps = replay.from_step() + replay.steps();
  const bool is_news = replay.steps() > 0 || replay.from_step() != from || text.lasting != feed.sent;
  if (!feed.is_new && !is_news) return;
  if (text.event == nullptr) text.event = Shared(absl::StrCat("id: ", steps, "\n", EventOf("steps", replay)));
  feed.sent = steps == 0 ? text.lasting : std::string();
  from = steps;
  out.Add(feed.number, text.event);
}

void EventBroadcaster::AddGameOver(Feed& feed, Time now, EventOutbox& out) {
  const absl::StatusOr<v1::GameSummary> game = live_state_.FinishedGame(feed.subscription.topic.game_id);
  if (!feed.missing_since.has_value()) feed.missing_since = now;
  feed.has_ended = game.ok() || now - *feed.missing_since >= kMissingMax;
  if (game.ok()) out.Add(feed.number, Shared(EventOf("over", *game)));
}

}  // namespace flagfall::arena::web
