#include "referee/service/lobby.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"
#include "referee/match/limits.h"
#include "referee/service/hello.h"
#include "referee/service/limits.h"
#include "referee/service/play_request.h"

namespace flagfall {
namespace {

// Copies, since what is done with one table may take others out of the bot's own lists; in the order in which the games
// were started.
std::vector<GameTable*> PlayingInOrder(const Bot& bot) {
  std::vector<GameTable*> tables;
  for (const auto& [id, table] : bot.playing) tables.push_back(table);
  std::sort(tables.begin(), tables.end(), [](auto* a, auto* b) { return a->number() < b->number(); });
  return tables;
}

bool HasFreeSeat(const Bot& bot) {
  return bot.channel != nullptr && bot.playing.size() < bot.hello.concurrent_games_max();
}

v1::PlayResponse UnknownGame(const std::string& game_id, const v1::PlayRequest& request) {
  v1::PlayResponse response;
  v1::GameError& error = *response.mutable_game_error();
  if (game_id.size() <= kGameIdBytesMax) error.set_game_id(game_id);
  error.set_code(v1::GameError::CODE_UNKNOWN_GAME);
  if (request.has_act()) error.set_decision(request.act().decision());
  error.set_message("this bot plays no game of that id now: it is over, or it never began");
  return response;
}

}  // namespace

class Lobby::Visit {
 public:
  Visit(Lobby& lobby, Micros now) : lobby_(lobby), now_(now) { ++lobby_.visits_; }
  ~Visit() {
    if (lobby_.visits_ == 1) lobby_.ClearTables(now_);
    --lobby_.visits_;
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  Lobby& lobby_;
  const Micros now_;
};

Lobby::Lobby(TimerQueue& timers, RefereeObserver observer)
    : observer_(std::move(observer)),
      house_{.timers = timers,
             .on_timer =
                 [this](GameTable& table, Micros now) {
                   const Visit visit(*this, now);
                   TrySeat(table, now);
                 },
             .on_over = [this](GameTable& table) { over_.push_back(table.number()); },
             .messages = {}} {}

Lobby::~Lobby() = default;

std::shared_ptr<Bot> Lobby::BotNamed(const std::string& name) const {
  if (const auto it = bots_.find(name); it != bots_.end()) return it->second;
  auto stranger = std::make_shared<Bot>();
  stranger->name = name;
  return stranger;
}

void Lobby::Admit(const std::string& name, const std::string& token_sha256, Micros no_show_after, Micros now) {
  const Visit visit(*this, now);
  auto bot = BotNamed(name);
  const bool is_new = bot->token_sha256 != token_sha256;
  bots_by_token_sha256_.erase(bot->token_sha256);
  bot->token_sha256 = token_sha256;
  bot->no_show_after = no_show_after;
  bots_[name] = bot;
  bots_by_token_sha256_[bot->token_sha256] = bot;
  // Whoever has come with the old one may not be the bot.
  if (is_new && bot->channel != nullptr) {
    ShowOut(*bot, absl::AbortedError("the bot has a new token, and this one is void"), "its token was replaced", now);
  }
}

void Lobby::WatchTurns(const std::string& name, std::function<void(Turn)> watch, Micros now) {
  const auto it = bots_.find(name);
  if (it == bots_.end()) return;
  it->second->turns = std::make_unique<Turns>(house_.timers, std::move(watch));
  it->second->TellTurn(now);
}

void Lobby::Dismiss(const std::string& name, const std::string& detail, Micros now) {
  const Visit visit(*this, now);
  const auto it = bots_.find(name);
  if (it == bots_.end()) return;
  const std::shared_ptr<Bot> bot = it->second;
  bots_by_token_sha256_.erase(bot->token_sha256);
  bot->token_sha256.clear();
  bot->dismissed_because = detail;
  if (bot->turns != nullptr) bot->turns->Set(true, now);
  bot->turns.reset();
  bots_.erase(it);
  // Its games end while it still can be told so.
  for (GameTable* const table : PlayingInOrder(*bot)) table->Leave(table->side_of(*bot), /*for_good=*/true, now);
  if (bot->channel != nullptr) {
    ShowOut(*bot, absl::AbortedError(absl::StrCat("the host has dismissed the bot: ", detail)), detail, now);
  } else {
    SeatWaiting(*bot, now);
  }
}

void Lobby::StartGame(GameRequest request, Micros now) {
  const Visit visit(*this, now);
  const auto red = BotNamed(request.match->Spec().red.name());
  const auto blue = BotNamed(request.match->Spec().blue.name());
  const std::uint64_t number = ++last_number_;
  auto& table = tables_[number];
  table = std::make_unique<GameTable>(house_, number, std::move(request), std::array{red, blue}, now);
  red->waiting.push_back(table.get());
  blue->waiting.push_back(table.get());
  TrySeat(*table, now);
}

void Lobby::AbortGame(const std::string& game_id, Micros now) {
  const Visit visit(*this, now);
  const auto it =
      std::find_if(tables_.begin(), tables_.end(), [&](const auto& entry) { return entry.second->id() == game_id; });
  if (it == tables_.end()) return;
  v1::Outcome outcome;
  outcome.set_result(v1::RESULT_VOID);
  outcome.set_reason(v1::REASON_ABORTED_BY_HOST);
  it->second->Abort(outcome, now);
}

absl::StatusOr<std::shared_ptr<Bot>> Lobby::Authenticate(absl::string_view token) const {
  // Looked up by its digest: how long that takes tells nothing of the tokens that would be right.
  const auto it = bots_by_token_sha256_.find(Sha256Of(token));
  if (it != bots_by_token_sha256_.end()) return it->second;
  return absl::UnauthenticatedError(
      "no bot is admitted with this token; send the metadata 'authorization: Bearer TOKEN' with the token that the "
      "host has given out (a launched bot finds it in FLAGFALL_TOKEN)");
}

absl::Status Lobby::Join(const std::shared_ptr<Bot>& bot, const v1::Hello& hello, BotChannel& channel, Micros now) {
  const Visit visit(*this, now);
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
    ShowOut(*bot, absl::AbortedError("the bot has opened a second stream with its token"),
            "replaced by a second stream", now);
  }
  bot->channel = &channel;
  bot->hello = hello;
  v1::PlayResponse welcome;
  *welcome.mutable_welcome() = MakeWelcome();
  channel.Send(welcome, {});
  if (observer_.on_connected) observer_.on_connected(bot->name, hello);
  for (GameTable* const table : PlayingInOrder(*bot)) table->Resume(table->side_of(*bot), now);
  SeatWaiting(*bot, now);
  bot->TellTurn(now);
  return absl::OkStatus();
}

void Lobby::Left(const std::shared_ptr<Bot>& bot, BotChannel& channel, const std::string& detail, bool slow_reader,
                 Micros now) {
  const Visit visit(*this, now);
  if (bot->channel != &channel) return;
  bot->channel = nullptr;
  for (GameTable* const table : PlayingInOrder(*bot)) {
    if (slow_reader) table->SlowReader(table->side_of(*bot), now);
  }
  Detach(*bot, detail, now);
}

void Lobby::ShowOut(Bot& bot, const absl::Status& why, const std::string& detail, Micros now) {
  std::exchange(bot.channel, nullptr)->End(why);
  Detach(bot, detail, now);
}

void Lobby::Detach(Bot& bot, const std::string& detail, Micros now) {
  bot.absent_since = now;
  bot.TellTurn(now);
  for (GameTable* const table : PlayingInOrder(bot)) table->Leave(table->side_of(bot), /*for_good=*/false, now);
  if (observer_.on_disconnected) observer_.on_disconnected(bot.name, detail);
  SeatWaiting(bot, now);
}

void Lobby::Handle(Bot& bot, const v1::PlayRequest& request, std::size_t bytes, Micros now, Micros host_delay) {
  const Visit visit(*this, now);
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
}

void Lobby::DecisionSent(const OpenedDecision& decision, Micros now, Micros round_trip) {
  const Visit visit(*this, now);
  const auto it = tables_.find(decision.game);
  if (it == tables_.end()) return;
  it->second->DecisionSent(decision, now, round_trip);
}

Micros Lobby::NoShowAt(const Bot& bot, const GameTable& table) const {
  return std::max(bot.absent_since, table.waiting_since()) + bot.no_show_after;
}

std::string Lobby::FaultOf(const Bot& bot, const GameTable& table, Micros now) const {
  if (bot.token_sha256.empty()) {
    return absl::StrCat("bot ", bot.name, " is not admitted", bot.dismissed_because.empty() ? "" : ": ",
                        bot.dismissed_because);
  }
  if (bot.channel == nullptr) {
    if (now < NoShowAt(bot, table)) return "";
    return absl::StrCat("bot ", bot.name, " was not there for ", bot.no_show_after.count() / 1000, " ms");
  }
  const auto& rulesets = bot.hello.rulesets();
  if (std::find(rulesets.begin(), rulesets.end(), table.ruleset()) != rulesets.end()) return "";
  return absl::StrCat("bot ", bot.name, " does not play ", table.ruleset(),
                      "; it plays: ", absl::StrJoin(rulesets, ", "));
}

void Lobby::TrySeat(GameTable& table, Micros now) {
  if (table.has_begun() || table.is_over()) return;
  Bot& red = *table.bot(v1::SIDE_RED);
  Bot& blue = *table.bot(v1::SIDE_BLUE);
  const std::string red_fault = FaultOf(red, table, now);
  const std::string blue_fault = FaultOf(blue, table, now);
  // Who is neither there nor at fault may still come.
  Micros wait_until = Micros::max();
  if (red_fault.empty() && red.channel == nullptr) wait_until = NoShowAt(red, table);
  if (blue_fault.empty() && blue.channel == nullptr) wait_until = std::min(wait_until, NoShowAt(blue, table));
  if (wait_until != Micros::max()) {
    table.WaitUntil(wait_until);
  } else if (!red_fault.empty() || !blue_fault.empty()) {
    Forfeit(table, red_fault, blue_fault, now);
  } else if (HasFreeSeat(red) && HasFreeSeat(blue)) {
    for (Bot* const bot : {&red, &blue}) {
      std::erase(bot->waiting, &table);
      bot->playing[table.id()] = &table;
    }
    table.Begin(now);
    red.TellTurn(now);
    blue.TellTurn(now);
  }
}

void Lobby::Forfeit(GameTable& table, const std::string& red_fault, const std::string& blue_fault, Micros now) {
  v1::Outcome outcome;
  outcome.set_result(red_fault.empty()    ? v1::RESULT_RED_WINS
                     : blue_fault.empty() ? v1::RESULT_BLUE_WINS
                                          : v1::RESULT_VOID);
  outcome.set_reason(v1::REASON_FORFEIT_NO_SHOW);
  outcome.set_detail(absl::StrCat(red_fault, red_fault.empty() || blue_fault.empty() ? "" : "; ", blue_fault));
  table.Abort(outcome, now);
}

void Lobby::SeatWaiting(Bot& bot, Micros now) {
  const std::vector<GameTable*> waiting = bot.waiting;
  for (GameTable* const table : waiting) TrySeat(*table, now);
}

void Lobby::ClearTables(Micros now) {
  // Seating may end further games.
  while (!over_.empty()) {
    const auto it = tables_.find(over_.back());
    over_.pop_back();
    FLAGFALL_CHECK(it != tables_.end());
    const std::unique_ptr<GameTable> table = std::move(it->second);
    tables_.erase(it);
    for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
      std::erase(table->bot(side)->waiting, table.get());
      table->bot(side)->playing.erase(table->id());
      table->bot(side)->TellTurn(now);
    }
    table->Report();
    SeatWaiting(*table->bot(v1::SIDE_RED), now);
    SeatWaiting(*table->bot(v1::SIDE_BLUE), now);
  }
}

}  // namespace flagfall
