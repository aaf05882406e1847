#ifndef ARENA_CLI_GAME_FILTER_H_
#define ARENA_CLI_GAME_FILTER_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/api/arena_api.h"
#include "arena/cli/command_parser.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::cli {

// The options that say which games `game list` lists, `game export` writes and `exam` asks for.
class GameFilter {
 public:
  // Of what games there is talk where no option says so.
  enum class Default { kPlayedHere, kImported };

  explicit GameFilter(Default of = Default::kPlayedHere) : is_imported_(of == Default::kImported), default_(of) {}

  // This object must live as long as the command's parser.
  void AddTo(Command command);

  // Whether any of the options was given.
  bool IsGiven() const;
  // INVALID_ARGUMENT names a result or reason that does not exist.
  absl::StatusOr<v1::ListGamesRequest> Request() const;
  // To be asked where there is no such game: NOT_FOUND names the bot, tournament or ruleset that the arena does not
  // have, if it is for that reason.
  absl::Status CheckIsKnown(api::ArenaApi& api) const;

 private:
  std::string bot_;
  std::string opponent_;
  std::uint32_t tournament_ = 0;
  std::string ruleset_;
  std::string result_;
  std::string reason_;
  bool is_imported_;
  const Default default_;
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_GAME_FILTER_H_
