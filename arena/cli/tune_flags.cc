#include "arena/cli/tune_flags.h"

#include <functional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr std::uint64_t kDefaultGamesOfAll = 1000;

// Takes what stands behind the last `sign` off the text, as a number. False when it is none; nothing where there is no
// sign.
bool TakeNumber(char sign, absl::string_view& text, const std::function<void(double)>& set) {
  const std::size_t found = text.rfind(sign);
  if (found == absl::string_view::npos) return true;
  double number = 0;
  if (!absl::SimpleAtod(text.substr(found + 1), &number)) return false;
  set(number);
  text = text.substr(0, found);
  return true;
}

absl::Status ReadGains(const std::vector<std::string>& words, v1::Tuning& tuning) {
  for (const std::string& word : words) {
    const std::pair<std::string, std::string> parts = absl::StrSplit(word, absl::MaxSplits('=', 1));
    double number = 0;
    const bool is_number = absl::SimpleAtod(parts.second, &number);
    if (parts.first == "alpha" && is_number) {
      tuning.set_alpha(number);
    } else if (parts.first == "gamma" && is_number) {
      tuning.set_gamma(number);
    } else if (parts.first == "stability" && is_number) {
      tuning.set_stability(number);
    } else if (parts.first == "rate" && is_number) {
      tuning.set_rate(number);
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat("--gains ", word, ": must be alpha=NUMBER, gamma=NUMBER, stability=NUMBER or rate=NUMBER"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::TunedOption> ReadTunedOption(const std::string& text) {
  const absl::Status wrong = absl::InvalidArgumentError(
      absl::StrCat("--option ", text, ": must be NAME=LOW..HIGH[@START][:STEP], as in depth=1..10@3:0.5"));
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return wrong;
  v1::TunedOption option;
  option.set_name(text.substr(0, equals));
  absl::string_view rest = absl::string_view(text).substr(equals + 1);
  if (!TakeNumber(':', rest, [&option](double step) { option.set_step(step); })) return wrong;
  if (!TakeNumber('@', rest, [&option](double start) { option.set_start(start); })) return wrong;
  const std::size_t dots = rest.find("..");
  double low = 0, high = 0;
  if (dots == absl::string_view::npos || !absl::SimpleAtod(rest.substr(0, dots), &low) ||
      !absl::SimpleAtod(rest.substr(dots + 2), &high)) {
    return wrong;
  }
  option.set_low(low);
  option.set_high(high);
  return option;
}

absl::Status SetTuning(const TuneFlags& flags, v1::TournamentSpec& spec) {
  spec.set_format(v1::TournamentSpec::FORMAT_TUNE);
  v1::Tuning& tuning = *spec.mutable_tuning();
  if (!flags.options.empty()) tuning.clear_options();
  for (const std::string& text : flags.options) {
    FLAGFALL_ASSIGN_OR_RETURN(*tuning.add_options(), ReadTunedOption(text));
  }
  FLAGFALL_RETURN_IF_ERROR(ReadGains(flags.gains, tuning));
  if (flags.at_once > 0) tuning.set_iterations_at_once(flags.at_once);
  if (flags.pairs > tournament::kMatchGamesMax / 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("--pairs ", flags.pairs, ": at most ", tournament::kMatchGamesMax / 2));
  }
  if (flags.pairs > 0) spec.set_games(2 * flags.pairs);
  if (spec.games() == 0) spec.set_games(tournament::kDefaultGames);
  if (flags.games == 0 && spec.rounds() > 0) return absl::OkStatus();
  // Whole iterations.
  const std::uint64_t games = flags.games > 0 ? flags.games : kDefaultGamesOfAll;
  spec.set_rounds(static_cast<std::uint32_t>((games + spec.games() - 1) / spec.games()));
  return absl::OkStatus();
}

std::string RoundedGamesText(const TuneFlags& flags, const v1::TournamentSpec& spec) {
  const std::uint64_t games = std::uint64_t{spec.rounds()} * spec.games();
  if (flags.games == 0 || games == flags.games) return "";
  return absl::StrCat("--games ", flags.games, " is rounded up to ", games, ", whole trials of ", spec.games(),
                      " games each.\n");
}

}  // namespace flagfall::arena::cli
