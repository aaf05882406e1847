#include "tests/whole_host/referee_host.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/sha256.h"
#include "referee/net/net_limits.h"
#include "referee/service/bearer_token.h"
#include "referee/service/service_limits.h"

namespace flagfall::whole_host {
namespace {

constexpr char kPlayPath[] = "/flagfall.v1.BotService/Play";

// Notes when acts arrive, and hands everything on.
class Tapped final : public rpc::CallHandler {
 public:
  Tapped(std::shared_ptr<rpc::CallHandler> handler, std::function<void(absl::string_view)> on_message)
      : handler_(std::move(handler)), on_message_(std::move(on_message)) {}

  bool OnMessage(absl::string_view message) override {
    on_message_(message);
    return handler_->OnMessage(message);
  }
  void OnHalfClosed() override { handler_->OnHalfClosed(); }
  void OnFlushed(Micros now) override { handler_->OnFlushed(now); }
  void OnEnded() override { handler_->OnEnded(); }

 private:
  const std::shared_ptr<rpc::CallHandler> handler_;
  const std::function<void(absl::string_view)> on_message_;
};

// "3/ann" is the bot ann, launched for tournament 3.
std::string NameOf(const std::string& id) { return id.substr(id.find('/') + 1); }

}  // namespace

class RefereeHost::Router final : public rpc::CallRouter {
 public:
  Router(RefereeHost& host, ConnectionSource source) : host_(host), source_(std::move(source)) {}

  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call) override {
    if (call.head().path != kPlayPath) {
      call.End(absl::UnimplementedError("no such method"));
      return nullptr;
    }
    const auto bot = host_.streams_.lobby().Authenticate(BearerToken(call.head()));
    auto handler = host_.streams_.Route(call, source_, [](const std::shared_ptr<RecentCost>&) {});
    if (handler == nullptr) return nullptr;
    const std::string name = bot.ok() ? NameOf((*bot)->name) : "";
    return std::make_shared<Tapped>(std::move(handler), [this, name](absl::string_view message) {
      v1::PlayRequest request;
      if (!request.ParseFromArray(message.data(), static_cast<int>(message.size())) || !request.has_act()) return;
      const v1::Act& act = request.act();
      host_.arrivals_[{act.game_id(), name, act.decision()}].push_back(host_.loop_.ArrivedAt());
    });
  }

 private:
  RefereeHost& host_;
  const ConnectionSource source_;
};

RefereeHost::RefereeHost(Agenda& agenda)
    : loop_(agenda),
      streams_(loop_,
               {.on_connected =
                    [this](const std::string& bot, const v1::Hello& hello) {
                      connected_[bot] = hello;
                      Tell([&](const RefereeObserver& observer) { observer.on_connected(bot, hello); });
                    },
                .on_disconnected =
                    [this](const std::string& bot, const std::string& detail) {
                      connected_.erase(bot);
                      Tell([&](const RefereeObserver& observer) { observer.on_disconnected(bot, detail); });
                    },
                .on_refused =
                    [this](const std::string& bot, const std::string& detail) {
                      Tell([&](const RefereeObserver& observer) { observer.on_refused(bot, detail); });
                    }},
               nullptr, [](absl::string_view, const std::string&) {}) {
  loop_.SetFlush([this] { Flush(); });
}

RefereeHost::~RefereeHost() = default;

void RefereeHost::Tell(const std::function<void(const RefereeObserver&)>& what) {
  for (const auto& [number, observer] : followers_) what(observer);
}

int RefereeHost::Follow(RefereeObserver observer) {
  for (const auto& [bot, hello] : connected_) observer.on_connected(bot, hello);
  followers_[++last_follower_] = std::move(observer);
  return last_follower_;
}

void RefereeHost::Accept(std::shared_ptr<Link> link, const std::string& bot) {
  const auto of_bot = std::count_if(served_.begin(), served_.end(), [&bot](const auto& entry) {
    return !bot.empty() && entry.second.link->source().bot == bot;
  });
  if (of_bot >= limits::kConnectionsPerBot) return link->Break();
  const std::uint64_t number = ++last_number_;
  const ConnectionSource source{.bot = bot, .address = bot.empty() ? "network" : bot, .is_tcp = bot.empty()};
  Served& served = served_[number];
  served.router = std::make_unique<Router>(*this, source);
  served.link =
      std::make_unique<ServedLink>(loop_, std::move(link), source, *served.router, [this, number] { Mark(number); });
  loop_.Take([] {});
}

void RefereeHost::Flush() {
  // What is flushed may mark others.
  while (!marked_.empty()) {
    std::vector<std::uint64_t> marked = std::exchange(marked_, {});
    std::sort(marked.begin(), marked.end());
    marked.erase(std::unique(marked.begin(), marked.end()), marked.end());
    for (const std::uint64_t number : marked) {
      const auto found = served_.find(number);
      if (found == served_.end()) continue;
      found->second.link->Flush();
      if (!found->second.link->has_ended()) continue;
      floods_refused_ += found->second.link->was_flood() ? 1 : 0;
      // Out of the list first: its calls end with it, and mark it once more.
      const Served gone = std::move(found->second);
      served_.erase(found);
    }
  }
}

void RefereeHost::Admit(const std::string& bot, const std::string& token, Micros no_show_after) {
  loop_.Take([this, bot, token, hash = Sha256Of(token), no_show_after] {
    tokens_[bot] = token;
    streams_.lobby().Admit(bot, hash, no_show_after, loop_.TurnTime());
  });
}

void RefereeHost::Dismiss(const std::string& bot, const std::string& detail) {
  loop_.Take([this, bot, detail] {
    streams_.lobby().Dismiss(bot, detail, loop_.TurnTime());
    if (streams_.lobby().Authenticate(tokens_[bot]).ok())
      failure_ = absl::StrCat(bot, " was dismissed and keeps its token");
    for (const auto& [id, bots] : games_) {
      // One that has not begun may wait for its other bot.
      const auto act = arrivals_.lower_bound({id, "", 0});
      const bool has_begun = act != arrivals_.end() && std::get<0>(act->first) == id;
      if (!has_begun || (bots.red != bot && bots.blue != bot)) continue;
      failure_ = absl::StrCat("game ", id, " goes on though ", bot, " was dismissed");
    }
  });
}

absl::Status RefereeHost::StartGame(MatchSpec spec, const GameBots& bots, std::function<void(v1::GameRecord)> on_over) {
  const Micros now = loop_.Now();
  auto match = Match::Create(std::move(spec), now);
  if (!match.ok()) return match.status();
  const std::string id = (*match)->Spec().game_id;
  began_at_[id] = now;
  std::erase_if(arrivals_, [&id](const auto& entry) { return std::get<0>(entry.first) == id; });
  auto game = std::make_shared<GameRequest>();
  game->match = *std::move(match);
  game->bots = {bots.red, bots.blue};
  game->on_over = [this, id, on_over = std::move(on_over)](v1::GameRecord record) {
    games_.erase(id);
    on_over(std::move(record));
  };
  games_[id] = bots;
  loop_.Take([this, game] { streams_.lobby().StartGame(std::move(*game), loop_.TurnTime()); });
  return absl::OkStatus();
}

void RefereeHost::AbortGame(const std::string& game_id, v1::Reason reason, const std::string& detail) {
  loop_.Take(
      [this, game_id, reason, detail] { streams_.lobby().AbortGame(game_id, loop_.TurnTime(), reason, detail); });
}

std::size_t RefereeHost::unsent_bytes_max() const {
  std::size_t most = 0;
  for (const auto& [number, served] : served_) most = std::max(most, served.link->unsent_bytes());
  return most;
}

}  // namespace flagfall::whole_host
