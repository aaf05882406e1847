#include "arena/web/parameters.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/base/names.h"
#include "arena/base/second_player.h"
#include "arena/base/utf8.h"
#include "arena/store/imported_games.h"
#include "arena/store/results.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

using google::protobuf::util::TimeUtil;

constexpr std::size_t kBotNameMax = 40;
constexpr std::size_t kVersionDigitsMax = 9;
constexpr std::size_t kRulesetNameMax = 40;
constexpr std::size_t kPoolBytesMax = 256;
constexpr std::size_t kIdDigitsMax = 10;

absl::Status Wrong(absl::string_view name, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("parameter ", name, ": ", what));
}

bool IsNumber(absl::string_view text, std::size_t digits_max) {
  return !text.empty() && text.size() <= digits_max && text.front() != '0' && absl::c_all_of(text, absl::ascii_isdigit);
}

// Of a bot, or of the second player of one.
bool IsBotName(absl::string_view player) {
  const absl::string_view name = EntryOfPlayer(player);
  const std::size_t at = name.find('@');
  if (at != name.npos && !IsNumber(name.substr(at + 1), kVersionDigitsMax)) return false;
  return IsName(name.substr(0, at), kBotNameMax);
}

// Checks a parameter that names a bot, where it is given.
absl::Status CheckBotParameter(const ParameterMap& parameters, const std::string& name) {
  const std::string bot = TextParameter(parameters, name);
  if (bot.empty()) return absl::OkStatus();
  const absl::Status status = CheckBotName(bot);
  return status.ok() ? status : Wrong(name, status.message());
}

absl::StatusOr<bool> FlagParameter(const ParameterMap& parameters, const std::string& name) {
  const std::string text = TextParameter(parameters, name);
  if (text.empty() || text == "true" || text == "false") return text == "true";
  return Wrong(name, "is neither true nor false");
}

// The parameters of a list of games that are numbers or times, with the fields that they are for.
using Games = v1::ListGamesRequest;
constexpr std::pair<const char*, void (Games::*)(std::uint32_t)> kGameNumbers[] = {
    {"tournament_id", &Games::set_tournament_id},
    {"plies_min", &Games::set_plies_min},
    {"plies_max", &Games::set_plies_max},
    {"page_size", &Games::set_page_size}};
constexpr std::pair<const char*, google::protobuf::Timestamp* (Games::*)()> kGameTimes[] = {
    {"start_time_min", &Games::mutable_start_time_min}, {"start_time_max", &Games::mutable_start_time_max}};

int HexDigit(char c) {
  if (!absl::ascii_isxdigit(c)) return -1;
  return absl::ascii_isdigit(c) ? c - '0' : absl::ascii_tolower(c) - 'a' + 10;
}

// Absent when a `%` is not followed by two hexadecimal digits.
std::optional<std::string> PercentDecoded(absl::string_view encoded) {
  std::string text;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded[i] != '%') {
      text.push_back(encoded[i]);
      continue;
    }
    const int high = i + 2 < encoded.size() ? HexDigit(encoded[i + 1]) : -1;
    const int low = i + 2 < encoded.size() ? HexDigit(encoded[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    text.push_back(static_cast<char>(16 * high + low));
    i += 2;
  }
  return text;
}

std::string QueryText(absl::string_view encoded) {
  const std::string text = absl::StrReplaceAll(encoded, {{"+", " "}});
  return PercentDecoded(text).value_or(text);
}

}  // namespace

ParameterMap ParseQuery(absl::string_view query) {
  ParameterMap parameters;
  for (const absl::string_view part : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> pair = absl::StrSplit(part, absl::MaxSplits('=', 1));
    parameters.emplace(QueryText(pair.first), QueryText(pair.second));
  }
  return parameters;
}

absl::Status CheckParameters(const ParameterMap& parameters, const KnownParameters& known) {
  const auto name_of = [](std::string* out, const KnownParameter& parameter) { absl::StrAppend(out, parameter.name); };
  for (const auto& [name, value] : parameters) {
    if (!IsUtf8(name) || !IsUtf8(value)) return absl::InvalidArgumentError("parameters must be percent-encoded UTF-8");
    if (absl::c_none_of(known, [&name = name](const KnownParameter& one) { return one.name == name; })) {
      return Wrong(name, known.empty() ? std::string("there are none here")
                                       : absl::StrCat("there is no such parameter here; there are ",
                                                      absl::StrJoin(known, ", ", name_of)));
    }
    if (parameters.count(name) > 1) return Wrong(name, "comes more than once");
  }
  return absl::OkStatus();
}

std::string TextParameter(const ParameterMap& parameters, const std::string& name) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::string() : found->second;
}

absl::StatusOr<std::uint32_t> NumberParameter(const ParameterMap& parameters, const std::string& name) {
  const std::string text = TextParameter(parameters, name);
  std::uint32_t number = 0;
  if (text.empty() || (absl::c_all_of(text, absl::ascii_isdigit) && absl::SimpleAtoi(text, &number))) return number;
  return Wrong(name, "is no whole number from 0 to 4294967295");
}

const KnownParameters& GamesParameters() {
  using Kind = ParameterKind;
  static const KnownParameters parameters = {
      {"bot", Kind::kText, "games in which this bot played"},
      {"opponent", Kind::kText, "and this one played against it; only with bot"},
      {"tournament_id", Kind::kNumber, "games of this tournament"},
      {"ruleset_id", Kind::kText, "games of this ruleset, as in classic"},
      {"result", Kind::kResult, "games that ended so"},
      {"reason", Kind::kReason, "games that ended for this reason"},
      {"plies_min", Kind::kNumber, "games with at least so many plies"},
      {"plies_max", Kind::kNumber, "games with at most so many plies"},
      {"start_time_min", Kind::kTime, "games that began then or later"},
      {"start_time_max", Kind::kTime, "games that began before"},
      {"page_size", Kind::kNumber, "games in an answer, at most"},
      {"page_token", Kind::kText, "next_page_token of the answer before"},
      {"imported", Kind::kFlag, "games that were played elsewhere, in place of those of here"}};
  return parameters;
}

const KnownParameters& ExportParameters() {
  static const KnownParameters parameters = [] {
    KnownParameters all = GamesParameters();
    std::erase_if(all, [](const KnownParameter& one) { return absl::StartsWith(one.name, "page_"); });
    return all;
  }();
  return parameters;
}

const KnownParameters& TournamentsParameters() {
  static const KnownParameters parameters = {
      {"page_size", ParameterKind::kNumber, "tournaments in an answer, at most"},
      {"page_token", ParameterKind::kText, "next_page_token of the answer before"}};
  return parameters;
}

absl::StatusOr<v1::ListGamesRequest> GamesRequest(const ParameterMap& parameters) {
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(parameters, GamesParameters()));
  v1::ListGamesRequest request;
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_imported, FlagParameter(parameters, "imported"));
  request.set_imported(is_imported);
  // Players of games from elsewhere have any names.
  for (const char* name : {"bot", "opponent"}) {
    if (!is_imported) FLAGFALL_RETURN_IF_ERROR(CheckBotParameter(parameters, name));
  }
  request.set_bot(TextParameter(parameters, "bot"));
  request.set_opponent(TextParameter(parameters, "opponent"));
  request.set_ruleset_id(TextParameter(parameters, "ruleset_id"));
  if (!request.ruleset_id().empty() && !IsName(request.ruleset_id(), kRulesetNameMax)) {
    return Wrong("ruleset_id", "is no ruleset's id, as in classic");
  }
  if (const std::string result = TextParameter(parameters, "result"); !result.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Result named, EnumNamed<v1::Result>(result));
    request.set_result(named);
  }
  if (const std::string reason = TextParameter(parameters, "reason"); !reason.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Reason named, EnumNamed<v1::Reason>(reason));
    request.set_reason(named);
  }
  for (const auto& [name, set] : kGameNumbers) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t number, NumberParameter(parameters, name));
    (request.*set)(number);
  }
  request.set_page_token(TextParameter(parameters, "page_token"));
  for (const auto& [name, time] : kGameTimes) {
    const std::string text = TextParameter(parameters, name);
    if (!text.empty() && !TimeUtil::FromString(text, (request.*time)())) {
      return Wrong(name, "is no time as in 2026-01-31T12:00:00Z");
    }
  }
  return request;
}

absl::StatusOr<v1::ListTournamentsRequest> TournamentsRequest(const ParameterMap& parameters) {
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(parameters, TournamentsParameters()));
  v1::ListTournamentsRequest request;
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t page_size, NumberParameter(parameters, "page_size"));
  request.set_page_size(page_size);
  request.set_page_token(TextParameter(parameters, "page_token"));
  return request;
}

const KnownParameters& PositionParameters() {
  static const KnownParameters parameters = {{"step", ParameterKind::kNumber, "the position after this step"},
                                             {"ply", ParameterKind::kNumber, "or the last one with so many plies"},
                                             {"view", ParameterKind::kView, "as whom: red, blue, spectator or all"}};
  return parameters;
}

absl::StatusOr<std::uint32_t> PositionIn(const ParameterMap& parameters, const v1::Replay& replay) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t step, NumberParameter(parameters, "step"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t ply, NumberParameter(parameters, "ply"));
  if (!TextParameter(parameters, "step").empty()) return std::min(step, replay.steps());
  if (TextParameter(parameters, "ply").empty()) return replay.is_over() ? 0 : replay.steps();
  if (replay.plies().empty()) return std::min(ply, replay.steps());
  // They never fall.
  return static_cast<std::uint32_t>(absl::c_count_if(replay.plies(), [ply](std::uint32_t one) { return one <= ply; }));
}

absl::StatusOr<v1::Observer> ObserverIn(const ParameterMap& parameters) {
  const std::string view = TextParameter(parameters, "view");
  if (view.empty()) return v1::OBSERVER_ALL;
  const absl::StatusOr<v1::Observer> observer = EnumNamed<v1::Observer>(view);
  if (!observer.ok()) return Wrong("view", "is none of red, blue, spectator and all");
  return *observer;
}

absl::StatusOr<std::vector<std::string>> PathParts(absl::string_view path) {
  std::vector<std::string> parts;
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    std::optional<std::string> decoded = PercentDecoded(part);
    if (!decoded.has_value() || !IsUtf8(*decoded)) {
      return absl::InvalidArgumentError("the path is not percent-encoded UTF-8");
    }
    parts.push_back(*std::move(decoded));
  }
  return parts;
}

absl::Status CheckGameId(absl::string_view id) {
  if (store::PartsOfGameId(id).number > 0 || store::IsImportedGameId(id)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "'", id,
      "' is no game's id; one is a tournament and a number in it, as in 7-42, or of an import as in import-3-1"));
}

absl::Status CheckBotName(absl::string_view name) {
  if (IsBotName(name)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("'", name, "' is no bot's name; one has ", NameRule(kBotNameMax),
                                                 ", and may end with a version, as in mybot@3"));
}

absl::Status CheckPool(absl::string_view pool) {
  const auto may_stand = [](char c) {
    return absl::ascii_isalnum(c) || absl::string_view("_-.,=[]").find(c) != absl::string_view::npos;
  };
  if (!pool.empty() && pool.size() <= kPoolBytesMax && absl::c_all_of(pool, may_stand)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("'", pool, "' is no pool's name; one is as in classic, or classic[two_squares=2]"));
}

absl::StatusOr<std::uint32_t> PositiveNumber(absl::string_view text, absl::string_view what) {
  std::uint32_t number = 0;
  if (IsNumber(text, kIdDigitsMax) && absl::SimpleAtoi(text, &number)) return number;
  return absl::InvalidArgumentError(absl::StrCat("'", text, "' is no number of a ", what));
}

}  // namespace flagfall::arena::web
