#include "referee/service/referee.h"

#include <optional>
#include <thread>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "referee/base/sha256.h"
#include "referee/match/match_spec.h"
#include "referee/service/bot_service.h"

namespace flagfall {

class Referee::Impl {
 public:
  Impl(std::unique_ptr<BotService> service, const RefereeOptions& options)
      : service_(std::move(service)), public_games_(options.public_games), no_show_after_(options.no_show_after) {
    thread_ = std::thread([this] { service_->loop().Run(); });
    service_->loop().Post([this] { service_->TakeCalls(); });
  }

  ~Impl() {
    absl::Notification ended;
    service_->loop().Post([&] {
      service_->EndStreams();
      ended.Notify();
    });
    ended.WaitForNotification();
    service_->Shutdown();
    service_->loop().Stop();
    thread_.join();
  }

  const std::vector<std::string>& addresses() const { return service_->addresses(); }

  void Admit(std::string bot, absl::string_view token) {
    AdmitBySha256(std::move(bot), Sha256Of(token), no_show_after_);
  }

  void AdmitBySha256(std::string bot, std::string token_sha256, Micros no_show_after) {
    Do([bot = std::move(bot), token = std::move(token_sha256), no_show_after](Lobby& lobby, Micros now) {
      lobby.Admit(bot, token, no_show_after, now);
    });
  }

  absl::Status ListenFor(const std::string& bot, const std::string& path, bool is_guarded) {
    return service_->ListenFor(bot, path, is_guarded);
  }

  std::optional<std::string> PublicAddressOf(const std::string& peer) const {
    const std::optional<Origin> origin = service_->OriginOf(peer);
    if (!origin || !origin->bot.empty()) return std::nullopt;
    return origin->address;
  }

  void WatchTurns(std::string bot, std::function<void(Turn)> watch) {
    Do([bot = std::move(bot), watch = std::move(watch)](Lobby& lobby, Micros now) {
      lobby.WatchTurns(bot, watch, now);
    });
  }

  void Dismiss(std::string bot, std::string detail) {
    service_->StopListeningFor(bot);
    Do([bot = std::move(bot), detail = std::move(detail)](Lobby& lobby, Micros now) {
      lobby.Dismiss(bot, detail, now);
    });
  }

  absl::Status StartGame(MatchSpec spec, std::string red_bot, std::string blue_bot,
                         std::function<void(v1::GameRecord)> on_over) {
    if (spec.game_id.empty() || red_bot == blue_bot) {
      return absl::InvalidArgumentError("a game needs an id, and two different bots");
    }
    auto game = std::make_shared<GameRequest>();
    game->game_id = spec.game_id;
    game->ruleset = spec.ruleset.id();
    game->red_bot = std::move(red_bot);
    game->blue_bot = std::move(blue_bot);
    // Made here, so that what is wrong with it is told at once.
    const Micros now = EventLoop::Now();
    auto match = Match::Create(std::move(spec), now);
    if (!match.ok()) return match.status();
    game->match = *std::move(match);
    // With every option of the ruleset, as the match has it.
    if (public_games_ != nullptr) {
      game->log = public_games_->NewLog(PublicHeaderOf(SpecOf(game->match->Record())), now);
    }
    {
      absl::MutexLock lock(&mutex_);
      if (!running_.insert(game->game_id).second) {
        return absl::AlreadyExistsError(absl::StrCat("a game ", game->game_id, " is running already"));
      }
    }
    game->on_over = [this, on_over = std::move(on_over)](v1::GameRecord record) {
      {
        absl::MutexLock lock(&mutex_);
        running_.erase(record.game_id());
      }
      on_over(std::move(record));
    };
    Do([game](Lobby& lobby, Micros now) { lobby.StartGame(std::move(*game), now); });
    return absl::OkStatus();
  }

  void AbortGame(std::string game_id) {
    Do([game_id = std::move(game_id)](Lobby& lobby, Micros now) { lobby.AbortGame(game_id, now); });
  }

 private:
  template <typename Call>
  void Do(Call call) {
    service_->loop().Post([this, call = std::move(call)] { call(service_->lobby(), service_->loop().TurnTime()); });
  }

  const std::unique_ptr<BotService> service_;
  PublicGames* const public_games_;
  const Micros no_show_after_;
  std::thread thread_;

  absl::Mutex mutex_;
  // The ids of games that are not over.
  absl::flat_hash_set<std::string> running_ ABSL_GUARDED_BY(mutex_);
};

absl::StatusOr<std::unique_ptr<Referee>> Referee::Start(const RefereeOptions& options, RefereeObserver observer) {
  auto service = BotService::Start(options, std::move(observer));
  if (!service.ok()) return service.status();
  return std::unique_ptr<Referee>(new Referee(std::make_unique<Impl>(*std::move(service), options)));
}

Referee::Referee(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Referee::~Referee() = default;

const std::vector<std::string>& Referee::Addresses() const { return impl_->addresses(); }

void Referee::Admit(std::string bot, absl::string_view token) { impl_->Admit(std::move(bot), token); }

void Referee::AdmitBySha256(std::string bot, std::string token_sha256, Micros no_show_after) {
  impl_->AdmitBySha256(std::move(bot), std::move(token_sha256), no_show_after);
}

absl::Status Referee::ListenFor(const std::string& bot, const std::string& path, bool is_guarded) {
  return impl_->ListenFor(bot, path, is_guarded);
}

void Referee::WatchTurns(std::string bot, std::function<void(Turn)> watch) {
  impl_->WatchTurns(std::move(bot), std::move(watch));
}

std::optional<std::string> Referee::PublicAddressOf(const std::string& peer) const {
  return impl_->PublicAddressOf(peer);
}

void Referee::Dismiss(std::string bot, std::string detail) { impl_->Dismiss(std::move(bot), std::move(detail)); }

absl::Status Referee::StartGame(MatchSpec spec, std::string red_bot, std::string blue_bot,
                                std::function<void(v1::GameRecord)> on_over) {
  return impl_->StartGame(std::move(spec), std::move(red_bot), std::move(blue_bot), std::move(on_over));
}

void Referee::AbortGame(std::string game_id) { impl_->AbortGame(std::move(game_id)); }

}  // namespace flagfall
