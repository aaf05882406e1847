#ifndef REFEREE_SERVICE_ADMITTED_BOT_H_
#define REFEREE_SERVICE_ADMITTED_BOT_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/micros.h"
#include "referee/net/budget.h"
#include "referee/net/recent_cost.h"
#include "referee/service/bot_channel.h"
#include "referee/service/turns.h"

namespace flagfall {

class GameSession;

// A bot that may play, as the lobby knows it: its admission, its stream, its games. Streams and sessions share it with
// the lobby, so that it lives on for a while after it was dismissed; a name that only a game mentions has one too,
// which is not admitted. On the referee's thread only.
struct AdmittedBot {
  // As whom the host has admitted it; in a game it may be called otherwise.
  std::string name;
  // SHA-256 of its token; empty when the bot is not admitted (any more).
  std::string token_sha256;
  // How long a game waits for the bot while it is not there.
  Micros no_show_after{};
  // What the host said when it dismissed the bot.
  std::string dismissed_because;

  // The bot's stream; null while the bot is not there.
  BotChannel* channel = nullptr;
  // The hello with which it came last.
  v1::Hello hello;
  // How often it may still say hello; absent before the first time.
  std::optional<Budget> hellos;
  // What the input on its connections has cost the host's thread, also on those that are none of its stream's. The
  // connections share it.
  const std::shared_ptr<RecentCost> cost = std::make_shared<RecentCost>();
  // Since when it has not been there.
  Micros absent_since{};

  // The games that the bot plays, by game id.
  absl::flat_hash_map<std::string, GameSession*> playing;
  // The games that wait to begin, in the order in which they were started.
  std::vector<GameSession*> waiting;
  // How many of its games wait for its action.
  int open_decisions = 0;
  // Absent unless the host watches the bot's turns.
  std::unique_ptr<Turns> turns;

  // Whether the bot is there and reads what it is sent.
  bool IsReading(Micros now) const { return channel != nullptr && !channel->IsStuck(now); }
  // Whether the bot is there and takes one more game at once.
  bool HasRoom() const { return channel != nullptr && playing.size() < hello.concurrent_games_max(); }

  // To be called when anything may have changed that decides whether it is the bot's turn: its channel, its games, its
  // open decisions.
  void UpdateTurn(Micros now) const {
    if (turns != nullptr) turns->Set(channel == nullptr || playing.empty() || open_decisions > 0, now);
  }
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_ADMITTED_BOT_H_
