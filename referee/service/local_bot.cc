#include "referee/service/local_bot.h"

#include <algorithm>
#include <utility>

#include "referee/service/bot_service.h"
#include "referee/service/play_request.h"
#include "referee/service/service_limits.h"

namespace flagfall {

LocalBot::LocalBot(BotService& service, LocalBotObserver observer)
    : service_(service),
      observer_(std::move(observer)),
      budget_(limits::kLocalMessageBurst, limits::kLocalMessagesPerSecond, SteadyNow()) {}

void LocalBot::Act(v1::PlayRequest request) {
  service_.loop().Post(
      [bot = shared_from_this(), request = std::move(request), sent = SteadyNow()] { bot->Receive(request, sent); });
}

void LocalBot::Leave() {
  service_.loop().Post([bot = shared_from_this()] {
    if (bot->is_there_) bot->Detach("the stream was closed by the bot");
  });
}

void LocalBot::Detach(const std::string& detail) {
  is_there_ = false;
  service_.lobby().Left(bot_, *this, detail, /*slow_reader=*/false, service_.loop().TurnTime());
  service_.OnEnded(*this);
}

void LocalBot::Join(const std::string& bot, const v1::Hello& hello, bool is_ending) {
  bot_ = service_.lobby().Admitted(bot);
  is_there_ = true;
  if (is_ending) return End(absl::UnavailableError("the referee is shutting down"));
  if (bot_ == nullptr) return End(Lobby::NotAdmitted());
  const absl::Status joined = service_.lobby().Join(bot_, hello, *this, service_.loop().TurnTime());
  if (!joined.ok()) End(joined);
}

void LocalBot::Receive(const v1::PlayRequest& request, Micros sent) {
  if (!is_there_ || GameIdOf(request) == nullptr) return;
  const auto self = shared_from_this();
  const Micros now = service_.loop().TurnTime();
  if (!budget_.Spend(now)) {
    const absl::Status why = absl::ResourceExhaustedError("too many messages that nothing had asked for");
    observer_.on_ended(why);
    return Detach(std::string(why.message()));
  }
  const Micros waited = std::max(Micros(0), now - sent);
  // What the bot's own messages have cost is no delay of the host's.
  const Micros host_delay = waited - std::min(bot_->cost->Since(sent, now), waited);
  const Micros began = SteadyNow();
  service_.lobby().Handle(*bot_, request, request.ByteSizeLong(), now, host_delay);
  const Micros ended = SteadyNow();
  bot_->cost->Add(ended, ended - began);
}

std::size_t LocalBot::Send(const v1::PlayResponse& message, const OpenedDecision& opens) {
  if (!is_there_) return 0;
  observer_.on_message(message);
  if (!message.has_game_error()) budget_.Earn();
  if (opens.decision != 0) {
    // The lobby, which has called this, may be called at the end of the turn.
    service_.loop().Defer([bot = shared_from_this(), opens] {
      const Micros now = bot->service_.loop().TurnTime();
      if (bot->is_there_) bot->service_.lobby().DecisionSent(opens, {.at = now, .has_left = true});
    });
  }
  return message.ByteSizeLong();
}

void LocalBot::End(const absl::Status& why) {
  if (!std::exchange(is_there_, false)) return;
  observer_.on_ended(why);
  service_.loop().Defer([bot = shared_from_this()] { bot->service_.OnEnded(*bot); });
}

}  // namespace flagfall
