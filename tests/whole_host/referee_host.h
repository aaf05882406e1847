#ifndef TESTS_WHOLE_HOST_REFEREE_HOST_H_
#define TESTS_WHOLE_HOST_REFEREE_HOST_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "referee/match/match.h"
#include "referee/service/bot_streams.h"
#include "tests/whole_host/served_link.h"

namespace flagfall::whole_host {

// The referee of a server, with the real lobby, streams, sessions, matches and gRPC's wire, on a virtual loop and
// virtual connections: what BotService, ConnectionServer and SharedReferee do with threads and sockets.
class RefereeHost {
 public:
  // An act by game, bot and decision, and when the last byte of each such message arrived.
  using Arrivals = std::map<std::tuple<std::string, std::string, std::uint32_t>, std::vector<Micros>>;

  explicit RefereeHost(Agenda& agenda);
  ~RefereeHost();

  // Somebody dials in: at the bot's own socket, or with an empty name where all do.
  void Accept(std::shared_ptr<Link> link, const std::string& bot);

  // As the calls of Referee; each is a turn of the loop.
  void Admit(const std::string& bot, const std::string& token, Micros no_show_after);
  void Dismiss(const std::string& bot, const std::string& detail);
  absl::Status StartGame(MatchSpec spec, const GameBots& bots, std::function<void(v1::GameRecord)> on_over);
  void AbortGame(const std::string& game_id, v1::Reason reason, const std::string& detail);

  // As SharedReferee: also of bots that are there already.
  int Follow(RefereeObserver observer);
  void Unfollow(int follower) { followers_.erase(follower); }

  VirtualLoop& loop() { return loop_; }
  bool HasGames() { return streams_.lobby().HasGames(); }
  const Arrivals& arrivals() const { return arrivals_; }
  // When the match of the game's last start was made.
  Micros BeganAt(const std::string& game_id) const { return began_at_.at(game_id); }
  std::size_t links() const { return served_.size(); }
  // The most that any connection keeps for its client, in bytes.
  std::size_t unsent_bytes_max() const;
  std::uint64_t floods_refused() const { return floods_refused_; }
  // What was seen that must not be; empty when nothing was.
  const std::string& failure() const { return failure_; }

 private:
  class Router;
  struct Served {
    std::unique_ptr<Router> router;
    std::unique_ptr<ServedLink> link;
    bool is_marked = false;
  };

  void Tell(const std::function<void(const RefereeObserver&)>& what);
  void Mark(std::uint64_t number) { marked_.push_back(number); }
  void Flush();

  VirtualLoop loop_;
  std::map<int, RefereeObserver> followers_;
  int last_follower_ = 0;
  std::map<std::string, v1::Hello> connected_;
  Arrivals arrivals_;
  std::map<std::string, Micros> began_at_;
  std::uint64_t floods_refused_ = 0;
  // The games that are not over, with their bots.
  std::map<std::string, GameBots> games_;
  // The newest of each bot that was admitted.
  std::map<std::string, std::string> tokens_;
  std::string failure_;
  BotStreams streams_;
  std::uint64_t last_number_ = 0;
  std::vector<std::uint64_t> marked_;
  std::map<std::uint64_t, Served> served_;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_REFEREE_HOST_H_
