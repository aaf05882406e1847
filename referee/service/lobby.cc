#include "referee/service/lobby.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"
#include "referee/service/hello.h"
#include "referee/service/play_request.h"
#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

// The bot's games in the order in which they were started: a copy, since what is done with one game may take others out
// of the bot's own list.
std::vector<GameSession*> PlayingInOrder(const AdmittedBot& bot) {
  std::vector<GameSession*> sessions;
  for (const auto& [id, session] : bot.playing) sessions.push_back(session);
  std::sort(sessions.begin(), sessions.end(), [](auto* a, auto* b) { return a->number() < b->number(); });
  return sessions;
}

v1::PlayResponse UnknownGame(const std::string& game_id, const v1::PlayRequest& request) {
  return MakeGameError(game_id.size() <= kGameIdBytesMax ? game_id : "", v1::GameError::CODE_UNKNOWN_GAME,
                       request.act().decision(), /*clause=*/"",
                       "this bot plays no game of that id now: it is over, or it never began");
}

}  // namespace

Lobby::Lobby(TimerQueue& timers, RefereeObserver observer, std::function<void(Micros)> on_host_delay)
    : observer_(std::move(observer)),
      context_{.timers = timers,
               .on_timer =
                   [this](GameSession& session, Micros now) {
                     TryBegin(session, now);
                     RemoveOver(now);
                   },
               .on_over = [this](GameSession& session) { over_.push_back(session.number()); },
               .on_host_delay = std::move(on_host_delay)} {}

Lobby::~Lobby() = default;

std::shared_ptr<AdmittedBot> Lobby::BotNamed(const std::string& name) const {
  if (const auto it = bots_.find(name); it != bots_.end()) return it->second;
  auto not_admitted = std::make_shared<AdmittedBot>();
  not_admitted->name = name;
  return not_admitted;
}

void Lobby::Admit(const std::string& name, const std::string& token_sha256, Micros no_show_after, Micros now) {
  auto bot = BotNamed(name);
  const bool is_new = bot->token_sha256 != token_sha256;
  bots_by_token_sha256_.erase(bot->token_sha256);
  bot->token_sha256 = token_sha256;
  bot->no_show_after = no_show_after;
  bots_[name] = bot;
  bots_by_token_sha256_[bot->token_sha256] = bot;
  // The one that has come with the old token may not be the bot.
  if (is_new && bot->channel != nullptr) {
    Evict(*bot, absl::UnauthenticatedError("the bot has a new token, and this one is void"), "its token was replaced",
          now);
  }
  RemoveOver(now);
}

void Lobby::WatchTurns(const std::string& name, std::function<void(Turn)> watch, Micros now) {
  const auto it = bots_.find(name);
  if (it == bots_.end()) return;
  it->second->turns = std::make_unique<Turns>(context_.timers, std::move(watch));
  it->second->UpdateTurn(now);
}

void Lobby::Dismiss(const std::string& name, const std::string& detail, Micros now) {
  const auto it = bots_.find(name);
  if (it == bots_.end()) return;
  const std::shared_ptr<AdmittedBot> bot = it->second;
  bots_by_token_sha256_.erase(bot->token_sha256);
  bot->token_sha256.clear();
  bot->dismissed_because = detail;
  if (bot->turns != nullptr) bot->turns->Set(true, now);
  bot->turns.reset();
  bots_.erase(it);
  // The bot's games end while it can still be told so.
  for (GameSession* const session : PlayingInOrder(*bot))
    session->Leave(session->side_of(*bot), /*for_good=*/true, now);
  if (bot->channel != nullptr) {
    Evict(*bot, absl::PermissionDeniedError(absl::StrCat("the host has dismissed the bot: ", detail)), detail, now);
  } else {
    TryBeginWaiting(*bot, now);
  }
  RemoveOver(now);
}

void Lobby::StartGame(GameRequest request, Micros now) {
  if (is_closed_) return;
  const auto red = BotNamed(request.bots[0]);
  const auto blue = BotNamed(request.bots[1]);
  const std::uint64_t number = ++last_number_;
  auto& session = sessions_[number];
  session = std::make_unique<GameSession>(context_, number, std::move(request), std::array{red, blue}, now);
  red->waiting.push_back(session.get());
  blue->waiting.push_back(session.get());
  TryBegin(*session, now);
  RemoveOver(now);
}

void Lobby::AbortGame(const std::string& game_id, Micros now, v1::Reason reason, const std::string& detail) {
  const auto it = std::find_if(sessions_.begin(), sessions_.end(),
                               [&](const auto& entry) { return entry.second->id() == game_id; });
  if (it == sessions_.end()) return;
  it->second->Abort(MakeOutcome(v1::RESULT_VOID, reason, detail), now);
  RemoveOver(now);
}

void Lobby::Close() {
  is_closed_ = true;
  for (const auto& [name, bot] : bots_) bot->channel = nullptr;
  for (const auto& [number, session] : sessions_) {
    // A game of which its bots hear no more is not to be lost on time while the last words are written.
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      session->bot(side)->waiting.clear();
      session->bot(side)->playing.clear();
    }
  }
  sessions_.clear();
}

absl::StatusOr<std::shared_ptr<AdmittedBot>> Lobby::Authenticate(absl::string_view token) const {
  // The token is looked up by its digest, so that the time this takes tells nothing about the tokens that are right.
  const auto it = bots_by_token_sha256_.find(Sha256Of(token));
  if (it != bots_by_token_sha256_.end()) return it->second;
  return NotAdmitted();
}

std::shared_ptr<AdmittedBot> Lobby::Admitted(const std::string& bot) const {
  const auto it = bots_.find(bot);
  return it == bots_.end() ? nullptr : it->second;
}

absl::Status Lobby::NotAdmitted() {
  return absl::UnauthenticatedError(
      "no bot is admitted with this token; send the metadata 'authorization: Bearer TOKEN' with the token that the "
      "host has given out (a launched bot finds it in FLAGFALL_TOKEN)");
}

absl::Status Lobby::Join(const std::shared_ptr<AdmittedBot>& bot, const v1::Hello& hello, BotChannel& channel,
                         Micros now) {
  absl::Status status = CheckHello(hello);
  if (!bot->hellos) bot->hellos.emplace(limits::kHelloBurst, limits::kHellosPerSecond, now);
  if (status.ok() && !bot->hellos->Spend(now)) {
    status = absl::ResourceExhaustedError(absl::StrCat("the bot says hello too often: more than ", limits::kHelloBurst,
                                                       " times ahead and ", limits::kHellosPerSecond, " a second"));
  }
  if (!status.ok()) {
    if (observer_.on_refused) observer_.on_refused(bot->name, std::string(status.message()));
    return status;
  }
  if (bot->channel != nullptr) {
    // A status of its own: two programs that both dialled again would end each other's streams for ever.
    Evict(*bot,
          absl::AbortedError("a second stream with this bot's token has replaced this one; do not dial again, since a "
                             "token is for one program at a time"),
          "replaced by a second stream", now);
  }
  bot->channel = &channel;
  bot->hello = hello;
  v1::PlayResponse welcome;
  *welcome.mutable_welcome() = MakeWelcome(hello);
  channel.Send(welcome, {});
  if (observer_.on_connected) observer_.on_connected(bot->name, hello);
  for (GameSession* const session : PlayingInOrder(*bot)) session->Resume(session->side_of(*bot), now);
  TryBeginWaiting(*bot, now);
  bot->UpdateTurn(now);
  RemoveOver(now);
  return absl::OkStatus();
}

void Lobby::Left(const std::shared_ptr<AdmittedBot>& bot, BotChannel& channel, const std::string& detail,
                 bool slow_reader, Micros now) {
  if (bot->channel != &channel) return;
  bot->channel = nullptr;
  for (GameSession* const session : PlayingInOrder(*bot)) {
    if (slow_reader) session->SlowReader(session->side_of(*bot), now);
  }
  Detach(*bot, detail, now);
  RemoveOver(now);
}

void Lobby::Evict(AdmittedBot& bot, const absl::Status& why, const std::string& detail, Micros now) {
  std::exchange(bot.channel, nullptr)->End(why);
  Detach(bot, detail, now);
}

void Lobby::Detach(AdmittedBot& bot, const std::string& detail, Micros now) {
  bot.absent_since = now;
  bot.UpdateTurn(now);
  for (GameSession* const session : PlayingInOrder(bot)) session->Leave(session->side_of(bot), /*for_good=*/false, now);
  if (observer_.on_disconnected) observer_.on_disconnected(bot.name, detail);
  TryBeginWaiting(bot, now);
}

void Lobby::ReadsAgain(AdmittedBot& bot, const BotChannel& channel, Micros now) {
  if (bot.channel != &channel) return;
  TryBeginWaiting(bot, now);
  RemoveOver(now);
}

void Lobby::Handle(AdmittedBot& bot, const v1::PlayRequest& request, std::size_t bytes, Micros now, Micros host_delay) {
  if (context_.on_host_delay != nullptr) context_.on_host_delay(host_delay);
  if (const std::string* const game_id = GameIdOf(request)) {
    if (const auto it = bot.playing.find(*game_id); it != bot.playing.end()) {
      it->second->Handle(it->second->side_of(bot), request, bytes, now, host_delay);
    } else {
      bot.channel->Send(UnknownGame(*game_id, request), {});
    }
  } else if (request.has_ping()) {
    v1::PlayResponse response;
    response.mutable_pong()->set_nonce(request.ping().nonce());
    bot.channel->Send(response, {});
  }
  RemoveOver(now);
}

void Lobby::DecisionSent(const OpenedDecision& opened, const SendReport& report) {
  // The game may have ended while the message waited.
  if (const auto it = sessions_.find(opened.game); it != sessions_.end()) it->second->DecisionSent(opened, report);
}

void Lobby::DecisionLeft(const OpenedDecision& opened, Micros now) {
  if (const auto it = sessions_.find(opened.game); it != sessions_.end()) it->second->DecisionLeft(opened, now);
}

void Lobby::HostStoodStill(Micros now, Micros stood) {
  for (const auto& [name, bot] : bots_) bot->absent_since = std::min(bot->absent_since + stood, now);
  for (const auto& [number, session] : sessions_) session->HostStoodStill(now, stood);
}

Micros Lobby::NoShowAt(const AdmittedBot& bot, const GameSession& session) const {
  return std::max(bot.absent_since, session.waiting_since()) + bot.no_show_after;
}

std::string Lobby::FaultOf(const AdmittedBot& bot, const GameSession& session, Micros now) const {
  const std::string& name = session.PlayerOf(bot);
  if (bot.token_sha256.empty()) {
    return absl::StrCat("bot ", name, " is not admitted", bot.dismissed_because.empty() ? "" : ": ",
                        bot.dismissed_because);
  }
  if (bot.channel == nullptr) {
    if (now < NoShowAt(bot, session)) return "";
    return absl::StrCat("bot ", name, " was not there for ", bot.no_show_after.count() / 1000, " ms");
  }
  const auto& rulesets = bot.hello.rulesets();
  if (std::find(rulesets.begin(), rulesets.end(), session.ruleset()) != rulesets.end()) return "";
  return absl::StrCat("bot ", name, " does not play ", session.ruleset(),
                      "; it plays: ", absl::StrJoin(rulesets, ", "));
}

void Lobby::TryBegin(GameSession& session, Micros now) {
  if (session.has_begun() || session.is_over()) return;
  AdmittedBot& red = *session.bot(v1::SIDE_RED);
  AdmittedBot& blue = *session.bot(v1::SIDE_BLUE);
  const std::string red_fault = FaultOf(red, session, now);
  const std::string blue_fault = FaultOf(blue, session, now);
  // A bot that is neither there nor at fault may still come, and one that does not read may read again.
  Micros wait_until = Micros::max();
  const auto wait_for = [&](const AdmittedBot& bot, const std::string& fault) {
    if (!fault.empty() || bot.IsReading(now)) return;
    if (const Micros until = NoShowAt(bot, session); until > now) wait_until = std::min(wait_until, until);
  };
  wait_for(red, red_fault);
  wait_for(blue, blue_fault);
  if (wait_until != Micros::max()) {
    session.WaitUntil(wait_until);
  } else if (!red_fault.empty() || !blue_fault.empty()) {
    Forfeit(session, red_fault, blue_fault, now);
  } else if (red.HasRoom() && blue.HasRoom()) {
    for (AdmittedBot* const bot : {&red, &blue}) {
      std::erase(bot->waiting, &session);
      bot->playing[session.id()] = &session;
    }
    session.Begin(now);
    red.UpdateTurn(now);
    blue.UpdateTurn(now);
  }
}

void Lobby::Forfeit(GameSession& session, const std::string& red_fault, const std::string& blue_fault, Micros now) {
  const v1::Result result = red_fault.empty()    ? v1::RESULT_RED_WINS
                            : blue_fault.empty() ? v1::RESULT_BLUE_WINS
                                                 : v1::RESULT_VOID;
  const std::string faults = absl::StrCat(red_fault, red_fault.empty() || blue_fault.empty() ? "" : "; ", blue_fault);
  session.Abort(MakeOutcome(result, v1::REASON_FORFEIT_NO_SHOW, faults), now);
}

void Lobby::TryBeginWaiting(AdmittedBot& bot, Micros now) {
  const std::vector<GameSession*> waiting = bot.waiting;
  for (GameSession* const session : waiting) TryBegin(*session, now);
}

void Lobby::RemoveOver(Micros now) {
  // A game that waited, and that now begins or is forfeited, may be over at once.
  while (!over_.empty()) {
    const auto it = sessions_.find(over_.back());
    over_.pop_back();
    FLAGFALL_CHECK(it != sessions_.end());
    const std::unique_ptr<GameSession> session = std::move(it->second);
    sessions_.erase(it);
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      std::erase(session->bot(side)->waiting, session.get());
      session->bot(side)->playing.erase(session->id());
      session->bot(side)->UpdateTurn(now);
    }
    session->Report();
    TryBeginWaiting(*session->bot(v1::SIDE_RED), now);
    TryBeginWaiting(*session->bot(v1::SIDE_BLUE), now);
  }
}

}  // namespace flagfall
