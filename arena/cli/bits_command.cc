// `flagfall game bits`: what each bot gives away of its pieces, and learns of its opponents'.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/analysis/bot_bits.h"
#include "arena/analysis/replayed_rulesets.h"
#include "arena/base/second_player.h"
#include "arena/cli/commands.h"
#include "arena/cli/game_filter.h"
#include "arena/queries/value_functions.h"
#include "flagfall/v1/analysis.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

struct BitsFlags {
  GameFilter filter;
  std::uint32_t count = 0;
};

// The bits of all bots, by ruleset and bot.
class BitsByBot {
 public:
  absl::Status Add(const v1::GameRecord& record) {
    const std::string red(EntryOfPlayer(record.red().name()));
    const std::string blue(EntryOfPlayer(record.blue().name()));
    // What a bot learns of itself it also gives away.
    if (red == blue) return absl::OkStatus();
    const absl::StatusOr<analysis::GameBits> bits = analysis::GameBitsOf(record);
    // A game of another kind.
    if (absl::IsNotFound(bits.status())) return absl::OkStatus();
    FLAGFALL_RETURN_IF_ERROR(bits.status());
    if (bits->plies[0] + bits->plies[1] == 0) return absl::OkStatus();
    const std::string ruleset = queries::PoolOfRuleset(record.ruleset());
    bots_[{ruleset, red}].Add(*bits, Side::kRed);
    bots_[{ruleset, blue}].Add(*bits, Side::kBlue);
    return absl::OkStatus();
  }

  // By ruleset, and in each the one that learns most above what it gives away first.
  std::vector<v1::BotBits> Messages() const;

 private:
  std::map<std::pair<std::string, std::string>, analysis::BotBits> bots_;
};

std::vector<v1::BotBits> BitsByBot::Messages() const {
  std::vector<v1::BotBits> messages;
  for (const auto& [key, bits] : bots_) {
    v1::BotBits& message = messages.emplace_back(MessageOf(bits));
    message.set_ruleset(key.first);
    message.set_bot(key.second);
  }
  std::stable_sort(messages.begin(), messages.end(), [](const v1::BotBits& a, const v1::BotBits& b) {
    if (a.ruleset() != b.ruleset()) return a.ruleset() < b.ruleset();
    return a.net_per_game().bits() > b.net_per_game().bits();
  });
  return messages;
}

std::string FigureText(const v1::BitsFigure& figure, int digits) {
  const std::string text = absl::StrFormat("%.*f", digits, figure.bits());
  if (!figure.has_standard_error()) return text;
  return absl::StrCat(text, " ± ", absl::StrFormat("%.*f", digits, figure.standard_error()));
}

// How much a bot's beliefs lost by a piece, and what counting would have; "-" for what there is not.
std::vector<std::string> BeliefCells(const v1::BotBits& bits) {
  if (!bits.has_beliefs() || bits.beliefs().pieces() == 0) return {"-", "-"};
  return {absl::StrFormat("%.2f", bits.beliefs().loss_bits()),
          absl::StrFormat("%.2f", bits.beliefs().counting_loss_bits())};
}

absl::Status PrintBits(const Invocation& invocation, const BitsFlags& flags) {
  v1::ExportGamesRequest request;
  FLAGFALL_ASSIGN_OR_RETURN(*request.mutable_filter(), flags.filter.Request());
  request.set_games_max(flags.count);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  BitsByBot bots;
  bool is_any = false;
  FLAGFALL_RETURN_IF_ERROR(api->ExportGames(request, [&](const v1::ExportGamesResponse& game) {
    is_any = true;
    return game.has_record() ? bots.Add(game.record()) : absl::OkStatus();
  }));
  if (!is_any) FLAGFALL_RETURN_IF_ERROR(flags.filter.CheckIsKnown(*api));
  const std::vector<v1::BotBits> messages = bots.Messages();
  const bool have_beliefs =
      std::any_of(messages.begin(), messages.end(), [](const auto& bits) { return bits.has_beliefs(); });
  std::vector<std::string> heading = {"ruleset",           "bot",        "games",        "learnt a game",
                                      "given away a game", "net a game", "learnt a ply", "given away a ply"};
  if (have_beliefs) heading.insert(heading.end(), {"beliefs lost", "counting loses"});
  Listing listing(invocation.console, heading);
  for (const v1::BotBits& bits : messages) {
    std::vector<std::string> row = {bits.ruleset(),
                                    bits.bot(),
                                    absl::StrCat(bits.games()),
                                    FigureText(bits.learnt_per_game(), 2),
                                    FigureText(bits.given_per_game(), 2),
                                    FigureText(bits.net_per_game(), 2),
                                    FigureText(bits.learnt_per_ply(), 3),
                                    FigureText(bits.given_per_ply(), 3)};
    if (have_beliefs) {
      for (std::string& cell : BeliefCells(bits)) row.push_back(std::move(cell));
    }
    listing.Add(bits, std::move(row));
  }
  listing.Print(absl::StrCat("No such games of ", analysis::ReplayedRulesetNames("or"), ".\n"));
  if (!invocation.console.json && !messages.empty()) {
    invocation.console.out << "In bits of the other side's types. ± is the standard error, with games as the units; "
                              "plies are the bot's own.\n";
    if (have_beliefs) {
      invocation.console.out << "What a bot's beliefs lost for each hidden piece, and what counting loses for the same "
                                "pieces: see `flagfall game analyse`.\n";
    }
  }
  return absl::OkStatus();
}

}  // namespace

void AddBitsCommand(Command game, Invocation& invocation) {
  const auto flags = std::make_shared<BitsFlags>();
  Command bits = AddCommand(game, invocation, "bits",
                            "Says how much each bot gives away of its pieces, and learns of its opponents', in bits",
                            "flagfall game bits --ruleset barrage",
                            [&invocation, flags] { return PrintBits(invocation, *flags); });
  flags->filter.AddTo(bits);
  bits.AddOption("--count", flags->count, "At most so many games, the newest; all when not given").Positive();
}

}  // namespace flagfall::arena::cli
