#include "referee/service/local_bot.h"

#include <algorithm>
#include <utility>

#include "referee/service/bot_service.h"
#include "referee/service/play_request.h"

namespace flagfall {

void LocalBot::Act(v1::PlayRequest request) {
  service_.loop().Post(
      [bot = shared_from_this(), request = std::move(request), sent = SteadyNow()] { bot->Receive(request, sent); });
}

void LocalBot::Leave() {
  service_.loop().Post([bot = shared_from_this()] {
    if (!std::exchange(bot->is_there_, false)) return;
    bot->service_.lobby().Left(bot->bot_, *bot, "the stream was closed by the bot", /*slow_reader=*/false,
                               bot->service_.loop().TurnTime());
    bot->service_.OnEnded(*bot);
  });
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
  const Micros now = service_.loop().TurnTime();
  service_.lobby().Handle(*bot_, request, request.ByteSizeLong(), now, std::max(Micros(0), now - sent));
}

std::size_t LocalBot::Send(const v1::PlayResponse& message, const OpenedDecision& opens) {
  if (!is_there_) return 0;
  observer_.on_message(message);
  if (opens.decision != 0) {
    // The lobby, which has called this, may be called at the end of the turn.
    service_.loop().Defer([bot = shared_from_this(), opens] {
      const Micros now = bot->service_.loop().TurnTime();
      if (bot->is_there_) bot->service_.lobby().HandedOver(opens, {.at = now, .has_left = true});
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
