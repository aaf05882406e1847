#ifndef ARENA_CLI_CONTROL_VARIATE_FLAG_H_
#define ARENA_CLI_CONTROL_VARIATE_FLAG_H_

#include <cstdint>

#include "arena/cli/command_parser.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::cli {

// The options of commands that show the result of a match, for a result without the luck of the deal beside it. The
// parser writes into it, so that it must live as long as the parser.
class ControlVariateFlag {
 public:
  void AddTo(Command command) {
    command.AddFlag("--control-variate", is_wanted_,
                    "Of a match: also its result less what the set-ups of the book, or the cards, that were dealt are "
                    "worth");
    command
        .AddOption("--value-function", version_,
                   "With --control-variate: which, as `value list` numbers them; by default the newest that was fitted "
                   "before the match was made")
        .Positive();
  }

  bool is_wanted() const { return is_wanted_; }
  std::uint32_t version() const { return version_; }
  void SetIn(v1::GetTournamentRequest& request) const {
    request.set_control_variate(is_wanted_);
    request.set_value_function(version_);
  }

 private:
  bool is_wanted_ = false;
  std::uint32_t version_ = 0;
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_CONTROL_VARIATE_FLAG_H_
