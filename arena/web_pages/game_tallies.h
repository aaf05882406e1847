#ifndef ARENA_WEB_PAGES_GAME_TALLIES_H_
#define ARENA_WEB_PAGES_GAME_TALLIES_H_

#include <cstdint>
#include <map>

#include "arena/rating/elo.h"
#include "arena/tournament/standings.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// The number in a bot's tally that counts games with this result on that side.
std::int64_t& CountIn(rating::Tally& tally, v1::Side side, v1::Result result);

// A bot's games by side, and by how they ended.
class GameTallies {
 public:
  // Adds games of the bot on that side.
  void Add(v1::Side side, v1::Result result, v1::Reason reason, std::int64_t games);
  // Both sides together.
  rating::Tally Sum() const;

  // Fills in as_red, as_blue, wins, draws and losses of a BotRecord or a HeadToHeadRecord.
  template <typename Record>
  void WriteTo(Record& record) const {
    *record.mutable_as_red() = tournament::MessageOf(as_red_);
    *record.mutable_as_blue() = tournament::MessageOf(as_blue_);
    WriteReasons(wins_, *record.mutable_wins());
    WriteReasons(draws_, *record.mutable_draws());
    WriteReasons(losses_, *record.mutable_losses());
  }

 private:
  using GamesByReason = std::map<v1::Reason, std::int64_t>;

  // The most frequent first.
  static void WriteReasons(const GamesByReason& games, google::protobuf::RepeatedPtrField<v1::ReasonCount>& reasons);

  rating::Tally as_red_;
  rating::Tally as_blue_;
  GamesByReason wins_, draws_, losses_;
};

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_GAME_TALLIES_H_
