#include "referee/service/bot_streams.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/service/bearer_token.h"
#include "referee/service/service_limits.h"

namespace flagfall {

BotStreams::BotStreams(LoopTurns& loop, RefereeObserver observer, std::function<void(Micros)> on_host_delay,
                       OnRefused on_refused)
    : loop_(loop),
      lobby_(loop.timers(), std::move(observer), std::move(on_host_delay)),
      on_refused_(std::move(on_refused)) {
  loop_.WatchStandstills([this] { return lobby_.HasGames(); },
                         [this](Micros now, Micros stood) { lobby_.HostStoodStill(now, stood); });
}

std::shared_ptr<rpc::CallHandler> BotStreams::Route(rpc::Call& call, const ConnectionSource& source,
                                                    const ChargeTo& charge_to) {
  const auto refuse = [&](const absl::Status& why) {
    call.End(why);
    return nullptr;
  };
  if (is_ending_) return refuse(absl::UnavailableError("the referee is shutting down"));
  if (streams_.size() >= limits::kStreams) {
    return refuse(absl::ResourceExhaustedError(absl::StrCat("more than ", limits::kStreams, " streams are open")));
  }
  std::string token(BearerToken(call.head()));
  const auto bot = lobby_.Authenticate(token);
  if (!bot.ok()) return refuse(bot.status());
  if (!source.bot.empty() && source.bot != (*bot)->name) {
    return refuse(absl::UnauthenticatedError("this socket is another bot's; use the address that came with the token"));
  }
  charge_to((*bot)->cost);
  auto stream = std::make_shared<BotStream>(*this, call, source, std::move(token));
  streams_[stream.get()] = stream;
  return stream;
}

void BotStreams::EndAll(const absl::Status& why) {
  is_ending_ = true;
  // First, since a stream is gone as soon as its last words are, and the loop goes on for as long as any has some.
  lobby_.Close();
  for (const auto& [key, stream] : streams_) stream->End(why);
}

}  // namespace flagfall
