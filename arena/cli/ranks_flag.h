#ifndef ARENA_CLI_RANKS_FLAG_H_
#define ARENA_CLI_RANKS_FLAG_H_

#include <string>

#include "arena/cli/command_parser.h"
#include "referee/rules/ruleset.h"

namespace flagfall::arena::cli {

// The option --ranks of commands that show pieces to people (R1.7). The parser writes into it, so that it must live as
// long as the parser.
class RanksFlag {
 public:
  void AddTo(Command command) {
    command
        .AddOption(
            "--ranks", word_,
            "How ranks of board games are shown: high-is-10 (Spy S, Scout 2 to General 9, Marshal M) or high-is-1 "
            "(Marshal 1 to Scout 9, Spy S)")
        .OneOf({"high-is-10", kHighIs1})
        .ShowDefault();
  }

  RankOrder order() const { return word_ == kHighIs1 ? RankOrder::kHighIs1 : RankOrder::kHighIs10; }

 private:
  static constexpr char kHighIs1[] = "high-is-1";

  std::string word_ = "high-is-10";
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_RANKS_FLAG_H_
