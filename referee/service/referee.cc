#include "referee/service/referee.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/sha256.h"
#include "referee/match/match_spec.h"
#include "referee/service/bot_service.h"

namespace flagfall {

template <typename Call>
void Referee::Do(Call call) {
  service_->loop().Post([this, call = std::move(call)] { call(service_->lobby(), service_->loop().TurnTime()); });
}

absl::StatusOr<std::unique_ptr<Referee>> Referee::Start(const RefereeOptions& options, RefereeObserver observer) {
  auto service = BotService::Start(options, std::move(observer));
  if (!service.ok()) return service.status();
  return std::unique_ptr<Referee>(new Referee(*std::move(service), options));
}

Referee::Referee(std::unique_ptr<BotService> service, const RefereeOptions& options)
    : spectator_games_(options.spectator_games), no_show_after_(options.no_show_after), service_(std::move(service)) {}

Referee::~Referee() = default;

const std::vector<std::string>& Referee::Addresses() const { return service_->addresses(); }

void Referee::Admit(const std::string& bot, absl::string_view token) {
  AdmitBySha256(bot, Sha256Of(token), no_show_after_);
}

void Referee::AdmitBySha256(const std::string& bot, const std::string& token_sha256, Micros no_show_after) {
  Do([bot, token_sha256, no_show_after](Lobby& lobby, Micros now) {
    lobby.Admit(bot, token_sha256, no_show_after, now);
  });
  // Afterwards: who is let in by this is known to the lobby by then.
  service_->tokens().Set(bot, token_sha256);
}

absl::Status Referee::ListenFor(const std::string& bot, const std::string& path) {
  return service_->ListenFor(bot, path);
}

void Referee::WatchTurns(std::string bot, std::function<void(Turn)> watch) {
  Do([bot = std::move(bot), watch = std::move(watch)](Lobby& lobby, Micros now) { lobby.WatchTurns(bot, watch, now); });
}

void Referee::Dismiss(std::string bot, std::string detail) {
  service_->tokens().Remove(bot);
  service_->StopListeningFor(bot);
  Do([bot = std::move(bot), detail = std::move(detail)](Lobby& lobby, Micros now) { lobby.Dismiss(bot, detail, now); });
}

std::shared_ptr<LocalBot> Referee::JoinLocally(const std::string& bot, const v1::Hello& hello,
                                               LocalBotObserver observer) {
  return service_->JoinLocally(bot, hello, std::move(observer));
}

absl::Status Referee::StartGame(MatchSpec spec, std::function<void(v1::GameRecord)> on_over,
                                std::optional<GameBots> bots, OnAct on_act) {
  if (!bots.has_value()) bots = {spec.red.name(), spec.blue.name()};
  if (bots->red == bots->blue) return absl::InvalidArgumentError("a game needs two different bots");
  auto game = std::make_shared<GameRequest>();
  // Made here, so that what is wrong with it is told at once.
  const Micros now = SteadyNow();
  auto match = Match::Create(std::move(spec), now);
  if (!match.ok()) return match.status();
  game->match = *std::move(match);
  game->bots = {std::move(bots->red), std::move(bots->blue)};
  game->on_act = std::move(on_act);
  const std::string& id = game->match->Spec().game_id;
  if (spectator_games_ != nullptr) game->log = spectator_games_->NewLog(SpectatorHeaderOf(game->match->Spec()), now);
  {
    MutexLock lock(mutex_);
    if (!running_.insert(id).second) {
      return absl::AlreadyExistsError(absl::StrCat("a game ", id, " is running already"));
    }
  }
  game->on_over = [this, on_over = std::move(on_over)](v1::GameRecord record) {
    {
      MutexLock lock(mutex_);
      running_.erase(record.game_id());
    }
    on_over(std::move(record));
  };
  Do([game](Lobby& lobby, Micros now) { lobby.StartGame(std::move(*game), now); });
  return absl::OkStatus();
}

void Referee::AbortGame(std::string game_id, v1::Reason reason, std::string detail) {
  Do([game_id = std::move(game_id), reason, detail = std::move(detail)](Lobby& lobby, Micros now) {
    lobby.AbortGame(game_id, now, reason, detail);
  });
}

}  // namespace flagfall
