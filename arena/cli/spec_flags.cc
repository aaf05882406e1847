#include "arena/cli/spec_flags.h"

#include <cmath>
#include <functional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/books/book.h"
#include "arena/cli/read_file.h"
#include "arena/tournament/formats.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control_scale.h"

namespace flagfall::arena::cli {
namespace {

constexpr double kMicrosOfASecond = 1e6;
constexpr double kMicrosPerMilli = 1e3;

// Adds `--name VALUE`; what is given is noted as a setting of the spec.
template <typename T>
Option AddSetting(Command command, const std::shared_ptr<SpecFlags>& flags, const std::string& name,
                  const std::string& description, std::function<void(v1::TournamentSpec&, T)> set) {
  return command.AddOption<T>(
      name,
      [flags, set = std::move(set)](const T& value) {
        flags->settings.push_back([set, value](v1::TournamentSpec& spec) { set(spec, value); });
      },
      description);
}

// Adds `--name`, which is noted in the same way.
void AddSettingFlag(Command command, const std::shared_ptr<SpecFlags>& flags, const std::string& name,
                    const std::string& description, void (*set)(v1::TournamentSpec&)) {
  command.AddFlag(
      name, [flags, set] { flags->settings.emplace_back(set); }, description);
}

using Number = std::uint32_t;
using Spec = v1::TournamentSpec;

void AddRulesetFlags(Command command, const std::shared_ptr<SpecFlags>& flags) {
  AddSetting<std::string>(command, flags, "--ruleset", "As classic or barrage; `flagfall rules list` shows all",
                          [](Spec& spec, const std::string& id) { spec.mutable_ruleset()->set_id(id); });
  command.AddOption(flags->options_flag, flags->options, "Option of the ruleset, NAME=VALUE; may be repeated");
  AddSetting<std::string>(command, flags, "--tc",
                          "Time control: 60+0.6, 40/60+0.1, st=0.5, with margin= (ms) and setup= (s). Default 10+0.1",
                          [](Spec& spec, const std::string& text) { spec.set_time_control(text); });
  command.AddParsedOption(
      "--tc-scale", "PLIES",
      [flags](const std::string& text) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t reference, ParseReference(text));
        flags->settings.push_back([reference](Spec& spec) { spec.set_time_control_reference(reference); });
        return absl::OkStatus();
      },
      "Scales --tc by the speed of the machine that plays: it is meant for one whose core referees so many plies a "
      "second (`cluster workers list`), or `standard`. Default: not scaled");
}

void AddGamesFlag(Command command, const std::shared_ptr<SpecFlags>& flags, const std::string& description) {
  AddSetting<Number>(command, flags, "--games", description, [](Spec& spec, Number value) {
    spec.set_games(value);
  }).Positive();
}

void AddConcurrencyFlag(Command command, const std::shared_ptr<SpecFlags>& flags, const std::string& description) {
  AddSetting<Number>(command, flags, "--concurrency", description, [](Spec& spec, Number value) {
    spec.set_concurrency(value);
  }).Positive();
}

void AddPlayFlags(Command command, const std::shared_ptr<SpecFlags>& flags) {
  AddConcurrencyFlag(command, flags, "Games at once. Default: the number of cores");
  AddSetting<Number>(command, flags, "--priority",
                     "Weight beside other tournaments that a server plays at the same time. Default 1",
                     [](Spec& spec, Number value) { spec.set_priority(value); })
      .Positive();
  AddSetting<std::uint64_t>(command, flags, "--seed", "All chance follows from it. Drawn when not given",
                            [](Spec& spec, std::uint64_t value) { spec.set_seed(value); })
      .Positive();
  AddSetting<std::string>(command, flags, "--name", "The tournament's name, for people",
                          [](Spec& spec, const std::string& name) { spec.set_name(name); });
}

void AddGameFlags(Command command, const std::shared_ptr<SpecFlags>& flags) {
  AddRulesetFlags(command, flags);
  AddSetting<Number>(command, flags, "--rounds",
                     "Rounds of the format; of a round robin, how often everybody meets everybody. Default 1",
                     [](Spec& spec, Number value) { spec.set_rounds(value); })
      .Positive();
  AddGamesFlag(command, flags, "Games a pairing and round; even numbers swap sides. Default 2");
  AddPlayFlags(command, flags);
}

// `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`, as fastchess has it.
absl::Status ReadSprt(const std::vector<std::string>& words, v1::Sprt& sprt) {
  for (const std::string& word : words) {
    const std::pair<std::string, std::string> parts = absl::StrSplit(word, absl::MaxSplits('=', 1));
    double number = 0;
    const bool is_number = absl::SimpleAtod(parts.second, &number);
    if (parts.first == "elo0" && is_number) {
      sprt.set_elo0(number);
    } else if (parts.first == "elo1" && is_number) {
      sprt.set_elo1(number);
    } else if (parts.first == "alpha" && is_number) {
      sprt.set_alpha(number);
    } else if (parts.first == "beta" && is_number) {
      sprt.set_beta(number);
    } else if (parts.first == "model" && (parts.second == "normalized" || parts.second == "logistic")) {
      sprt.set_model(parts.second == "logistic" ? v1::Sprt::MODEL_LOGISTIC : v1::Sprt::MODEL_NORMALIZED);
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat("--sprt ", word,
                       ": must be elo0=NUMBER, elo1=NUMBER, alpha=NUMBER, beta=NUMBER, model=normalized or "
                       "model=logistic"));
    }
  }
  return absl::OkStatus();
}

absl::Status ReadBotOption(const std::string& text, v1::TournamentSpec& spec) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(text, absl::MaxSplits(':', 1));
  const std::pair<std::string, std::string> setting = absl::StrSplit(parts.second, absl::MaxSplits('=', 1));
  if (parts.first.empty() || setting.first.empty() || parts.second.find('=') == std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("--bot-option ", text, ": must be BOT:NAME=VALUE, as in sergeant:seed=7"));
  }
  (*(*spec.mutable_bot_options())[parts.first].mutable_values())[setting.first] = setting.second;
  return absl::OkStatus();
}

void AddDuplicateFlag(Command command, const std::shared_ptr<SpecFlags>& flags) {
  AddSettingFlag(
      command, flags, "--duplicate",
      "Both bots of a pair of games play the same set-ups and the same chance from both sides, without memory",
      [](Spec& spec) { spec.set_duplicate(true); });
}

void AddBookFlag(Command command, const std::shared_ptr<SpecFlags>& flags) {
  command.AddOption("--book", flags->book, "Set-ups for the players: `standard`, or a file (`flagfall book`)");
}

void AddBotOptionFlag(Command command, const std::shared_ptr<SpecFlags>& flags) {
  command.AddOption("--bot-option", flags->bot_options,
                    "Option of a bot, BOT:NAME=VALUE; may be repeated. BOT#2 is the second player of one that plays "
                    "against itself");
}

void AddNoPonderingFlag(Command command, const std::shared_ptr<SpecFlags>& flags) {
  AddSettingFlag(command, flags, "--no-pondering",
                 "Bots are frozen while no game waits for them; needs a sandbox with control groups",
                 [](Spec& spec) { spec.set_pondering(false); });
}

void AddFormatFlags(Command command, const std::shared_ptr<SpecFlags>& flags) {
  command.AddOption("--format", flags->format,
                    absl::StrCat(tournament::FormatNames("or"), "; see arena/README.md. Default round-robin"));
  AddSetting<Number>(command, flags, "--seeds", "Of a gauntlet: so many bots at the head of the list. Default 1",
                     [](Spec& spec, Number value) { spec.set_seeds(value); })
      .Positive();
  command.AddOption("--sprt", flags->sprt,
                    "Plays until a test is decided: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized");
  AddSetting<Number>(command, flags, "--tie-break-pairs", "Of a knockout: pairs after a level match. Default 5",
                     [](Spec& spec, Number value) { spec.set_tie_break_pairs(value); });
  AddSettingFlag(command, flags, "--no-third-place", "Of a knockout: no match for the third place",
                 [](Spec& spec) { spec.set_third_place(false); });
  AddDuplicateFlag(command, flags);
  AddBookFlag(command, flags);
  AddSetting<Number>(command, flags, "--concurrency-per-bot", "Games of one bot at once. Default: as many as it takes",
                     [](Spec& spec, Number value) { spec.set_concurrency_per_bot(value); })
      .Positive();
  AddBotOptionFlag(command, flags);
}

absl::Status ReadFormat(const SpecFlags& flags, v1::TournamentSpec& spec) {
  if (!flags.format.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec::Format format, FormatNamed(flags.format));
    spec.set_format(format);
  }
  if (!flags.sprt.empty()) {
    if (flags.format.empty()) spec.set_format(v1::TournamentSpec::FORMAT_SPRT);
    FLAGFALL_RETURN_IF_ERROR(ReadSprt(flags.sprt, *spec.mutable_sprt()));
  }
  for (const std::string& text : flags.bot_options) FLAGFALL_RETURN_IF_ERROR(ReadBotOption(text, spec));
  if (flags.book.empty()) return absl::OkStatus();
  spec.set_book(flags.book);
  if (flags.book == books::kStandardBook) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const std::string text, ReadFile(flags.book, books::kBookBytesMax, "a book of set-ups"));
  FLAGFALL_ASSIGN_OR_RETURN(const books::Book book, books::ParseBook(text, flags.book));
  spec.set_book(books::WriteBook(book));
  return absl::OkStatus();
}

void AddPolicyFlags(Command command, const std::shared_ptr<SpecFlags>& flags) {
  AddSetting<Number>(command, flags, "--max-plies", "Draw after so many plies. Default 4000",
                     [](Spec& spec, Number value) { spec.mutable_policy()->set_max_plies(value); })
      .Positive();
  AddSetting<Number>(command, flags, "--max-plies-without-capture", "Draw after so many plies; 0: never. Default 400",
                     [](Spec& spec, Number value) { spec.mutable_policy()->set_max_plies_without_capture(value); });
  AddSetting<Number>(command, flags, "--draw-offers-after", "Plies before which draws cannot be offered. Default 0",
                     [](Spec& spec, Number value) { spec.mutable_policy()->set_draw_offers_min_plies(value); });
  AddSettingFlag(command, flags, "--no-draw-offers", "Bots cannot agree on a draw",
                 [](Spec& spec) { spec.mutable_policy()->set_no_draw_offers(true); });
  AddSettingFlag(command, flags, "--no-resignation", "Bots cannot resign",
                 [](Spec& spec) { spec.mutable_policy()->set_no_resignation(true); });
  AddSetting<Number>(command, flags, "--illegal-retries", "Illegal actions forgiven in a game, at most 100. Default 0",
                     [](Spec& spec, Number value) { spec.mutable_policy()->set_illegal_retries(value); });
  AddSetting<double>(command, flags, "--disconnect-grace", "Seconds that a bot may be away. Default 10",
                     [](Spec& spec, double seconds) {
                       spec.mutable_policy()->set_disconnect_grace_micros(std::llround(seconds * kMicrosOfASecond));
                     })
      .InRange(0.001, 86400.0);
  AddSetting<double>(command, flags, "--host-delay-max",
                     "Milliseconds that the host may be late before a loss on time is void. Default 250",
                     [](Spec& spec, double millis) {
                       spec.mutable_policy()->set_host_delay_max_micros(std::llround(millis * kMicrosPerMilli));
                     })
      .InRange(0.001, 3600000.0);
  AddSetting<double>(command, flags, "--lag-gain",
                     "Milliseconds that a remote bot's lag reserve gains with each decision; 0: none. Default 100",
                     [](Spec& spec, double millis) {
                       spec.mutable_policy()->set_lag_gain_micros(std::llround(millis * kMicrosPerMilli));
                     })
      .InRange(0.0, 10000.0);
  AddSetting<Number>(command, flags, "--faults-max", "Faults after which a bot is suspended. Default 3",
                     [](Spec& spec, Number value) { spec.set_faults_max(value); })
      .Positive();
  AddSettingFlag(command, flags, "--anonymous", "Bots are not told who their opponents are",
                 [](Spec& spec) { spec.mutable_policy()->set_anonymous(true); });
  AddNoPonderingFlag(command, flags);
  AddSettingFlag(command, flags, "--unrated", "The games change no ratings", [](Spec& spec) { spec.set_rated(false); });
  AddSettingFlag(
      command, flags, "--rate-forfeits",
      "Games that nobody played, because a bot did not come, are rated as losses. Default: they are not rated",
      [](Spec& spec) { spec.set_rate_forfeits(true); });
}

absl::StatusOr<v1::TournamentSpec> ReadSpec(const std::string& path) {
  constexpr std::size_t kBytesMax = 1 << 20;
  FLAGFALL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kBytesMax, "a tournament's spec in JSON"));
  return tournament::ParseTournamentSpec(text, path);
}

// An option given by a flag takes the place of the file's.
void SetOption(v1::Ruleset& ruleset, const std::string& name, const std::string& value) {
  for (v1::RulesetOption& option : *ruleset.mutable_options()) {
    if (option.name() == name) return option.set_value(value);
  }
  v1::RulesetOption& option = *ruleset.add_options();
  option.set_name(name);
  option.set_value(value);
}

}  // namespace

absl::StatusOr<v1::TournamentSpec::Format> FormatNamed(const std::string& name) {
  if (const tournament::FormatDefinition* format = tournament::FindFormatByName(name)) return format->format;
  return absl::InvalidArgumentError(absl::StrCat("--format ", name, ": there are ", tournament::FormatNames("and")));
}

std::shared_ptr<SpecFlags> AddSpecFlags(Command command) {
  auto flags = std::make_shared<SpecFlags>();
  command.AddOption("--spec", flags->spec_file, "The fields of the tournament in a JSON file; flags go before it");
  AddFormatFlags(command, flags);
  AddGameFlags(command, flags);
  AddPolicyFlags(command, flags);
  return flags;
}

std::shared_ptr<SpecFlags> AddTuneFlags(Command command) {
  auto flags = std::make_shared<SpecFlags>();
  flags->options_flag = "--ruleset-option";
  command.AddOption("--spec", flags->spec_file, "The fields of the tournament in a JSON file; flags go before it");
  AddRulesetFlags(command, flags);
  AddPlayFlags(command, flags);
  AddDuplicateFlag(command, flags);
  AddBookFlag(command, flags);
  AddBotOptionFlag(command, flags);
  AddPolicyFlags(command, flags);
  return flags;
}

std::shared_ptr<SpecFlags> AddChallengeFlags(Command command) {
  auto flags = std::make_shared<SpecFlags>();
  AddRulesetFlags(command, flags);
  AddGamesFlag(command, flags, "How many; even numbers swap sides. Default 2");
  AddConcurrencyFlag(command, flags, "Games at once. Default: as many as the server allows");
  AddDuplicateFlag(command, flags);
  command.AddOption("--book", flags->book, "`standard`: set-ups for the players. Default: each sets up its own");
  AddBotOptionFlag(command, flags);
  AddNoPonderingFlag(command, flags);
  AddSettingFlag(command, flags, "--rated", "The games count for the ratings of challenges, where the host allows it",
                 [](Spec& spec) { spec.set_rated(true); });
  return flags;
}

absl::Status SetOptions(const std::vector<std::string>& options, v1::Ruleset& ruleset, absl::string_view flag) {
  for (const std::string& option : options) {
    const std::pair<std::string, std::string> parts = absl::StrSplit(option, absl::MaxSplits('=', 1));
    if (parts.first.empty() || parts.second.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(flag, " ", option, ": must be NAME=VALUE, as in two_squares=2"));
    }
    SetOption(ruleset, parts.first, parts.second);
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::TournamentSpec> SpecOf(const SpecFlags& flags) {
  v1::TournamentSpec spec;
  if (!flags.spec_file.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(spec, ReadSpec(flags.spec_file));
  }
  if (!flags.bots.empty()) spec.mutable_bots()->Assign(flags.bots.begin(), flags.bots.end());
  for (const auto& set : flags.settings) set(spec);
  FLAGFALL_RETURN_IF_ERROR(ReadFormat(flags, spec));
  if (flags.options.empty()) return spec;
  FLAGFALL_RETURN_IF_ERROR(SetOptions(flags.options, *spec.mutable_ruleset(), flags.options_flag));
  return spec;
}

}  // namespace flagfall::arena::cli
