#ifndef ARENA_CLI_GAME_FILTER_H_
#define ARENA_CLI_GAME_FILTER_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/cli/command_parser.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::cli {

// The options that say which games `game list` lists and `game export` writes.
class GameFilter {
 public:
  // This object must live as long as the command's parser.
  void AddTo(Command command);

  // Whether any of the options was given.
  bool IsGiven() const;
  // INVALID_ARGUMENT names a result or reason that does not exist.
  absl::StatusOr<v1::ListGamesRequest> Request() const;

 private:
  std::string bot_;
  std::string opponent_;
  std::int64_t tournament_ = 0;
  std::string ruleset_;
  std::string result_;
  std::string reason_;
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_GAME_FILTER_H_
