#include "referee/match/time_control.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "referee/base/micros.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"

namespace flagfall {
namespace {

constexpr std::int64_t kMarginDefaultMicros = 20'000;
constexpr std::int64_t kSetUpDefaultMicros = 10'000'000;
constexpr int kSecondDecimals = 6;
constexpr int kMillisecondDecimals = 3;

absl::Status Wrong(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("time control \"", text, "\": ", why,
                   "; write it like 60+0.6, 40/60+0.1 or st=0.5, with margin=20 (milliseconds) ",
                   "and setup=10 (seconds) after it where wanted"));
}

// A decimal of at most `decimals` digits after the point, times 10 to the power of `decimals`: its microseconds, when
// the unit is a second (6) or a millisecond (3). Integers all the way, so that nothing is rounded.
absl::StatusOr<std::int64_t> ParseDecimal(absl::string_view number, int decimals) {
  const std::vector<absl::string_view> parts = absl::StrSplit(number, '.');
  const absl::string_view fraction = parts.size() == 2 ? parts[1] : absl::string_view();
  const auto is_digits = [](absl::string_view digits) {
    for (const char c : digits) {
      if (!absl::ascii_isdigit(c)) return false;
    }
    return true;
  };
  if (parts.size() > 2 || parts[0].empty() || !is_digits(parts[0]) || !is_digits(fraction) ||
      (parts.size() == 2 && fraction.empty())) {
    return absl::InvalidArgumentError(absl::StrCat("\"", number, "\" is not a number like 60 or 0.6"));
  }
  if (fraction.size() > static_cast<std::size_t>(decimals)) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", number, "\" is finer than a microsecond; at most ", decimals, " decimals can be kept"));
  }
  std::int64_t value = 0;
  const std::string digits =
      absl::StrCat(parts[0], fraction, std::string(static_cast<std::size_t>(decimals) - fraction.size(), '0'));
  if (!absl::SimpleAtoi(digits, &value)) {
    return absl::InvalidArgumentError(absl::StrCat("\"", number, "\" is too large"));
  }
  return value;
}

// `[PLIES/]BASE[+INCREMENT]` or `st=SECONDS`.
absl::Status ParsePace(absl::string_view pace, v1::TimeControl& control) {
  if (absl::ConsumePrefix(&pace, "st=")) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t per_ply, ParseDecimal(pace, kSecondDecimals));
    if (per_ply == 0) return absl::InvalidArgumentError("st= must be above 0");
    control.set_per_ply_micros(per_ply);
    return absl::OkStatus();
  }
  if (const auto slash = pace.find('/'); slash != absl::string_view::npos) {
    std::uint32_t plies = 0;
    const absl::string_view period = pace.substr(0, slash);
    if (period.empty() || !absl::ascii_isdigit(period[0]) || !absl::SimpleAtoi(period, &plies) || plies == 0) {
      return absl::InvalidArgumentError(absl::StrCat("\"", period, "\" before the / is not a number of plies like 40"));
    }
    control.set_plies_per_period(plies);
    pace.remove_prefix(slash + 1);
  }
  const auto plus = pace.find('+');
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t base, ParseDecimal(pace.substr(0, plus), kSecondDecimals));
  control.set_base_micros(base);
  if (plus == absl::string_view::npos) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t increment, ParseDecimal(pace.substr(plus + 1), kSecondDecimals));
  control.set_increment_micros(increment);
  return absl::OkStatus();
}

// `margin=` or `setup=`, each at most once.
absl::Status ParseExtra(absl::string_view word, std::optional<std::int64_t>& margin,
                        std::optional<std::int64_t>& set_up) {
  absl::string_view value = word;
  const bool is_margin = absl::ConsumePrefix(&value, "margin=");
  if (!is_margin && !absl::ConsumePrefix(&value, "setup=")) {
    return absl::InvalidArgumentError(absl::StrCat("\"", word, "\" is neither margin= nor setup="));
  }
  std::optional<std::int64_t>& target = is_margin ? margin : set_up;
  if (target.has_value()) return absl::InvalidArgumentError(absl::StrCat("\"", word, "\" is there twice"));
  FLAGFALL_ASSIGN_OR_RETURN(target, ParseDecimal(value, is_margin ? kMillisecondDecimals : kSecondDecimals));
  return absl::OkStatus();
}

std::string FormatDecimal(std::int64_t value, int decimals) {
  std::int64_t unit = 1;
  for (int i = 0; i < decimals; ++i) unit *= 10;
  std::string fraction = absl::StrCat(unit + value % unit).substr(1);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return fraction.empty() ? absl::StrCat(value / unit) : absl::StrCat(value / unit, ".", fraction);
}

absl::Status CheckWithin(absl::string_view what, std::int64_t value_micros, Micros max) {
  if (value_micros >= 0 && value_micros <= max.count()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(what, " is ", value_micros, " microseconds; it must be between 0 and ",
                                                 FormatDecimal(max.count(), kSecondDecimals), " seconds"));
}

}  // namespace

absl::StatusOr<v1::TimeControl> ParseTimeControl(absl::string_view text) {
  const std::vector<absl::string_view> words = absl::StrSplit(text, ' ', absl::SkipEmpty());
  if (words.empty()) return Wrong(text, "it is empty");
  v1::TimeControl control;
  if (const absl::Status status = ParsePace(words[0], control); !status.ok()) return Wrong(text, status.message());
  std::optional<std::int64_t> margin;
  std::optional<std::int64_t> set_up;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (const absl::Status status = ParseExtra(words[i], margin, set_up); !status.ok()) {
      return Wrong(text, status.message());
    }
  }
  control.set_margin_micros(margin.value_or(kMarginDefaultMicros));
  control.set_set_up_micros(set_up.value_or(kSetUpDefaultMicros));
  if (const absl::Status status = CheckTimeControl(control); !status.ok()) return Wrong(text, status.message());
  return control;
}

std::string FormatTimeControl(const v1::TimeControl& control) {
  std::string text;
  if (control.per_ply_micros() > 0) {
    absl::StrAppend(&text, "st=", FormatDecimal(control.per_ply_micros(), kSecondDecimals));
  } else {
    if (control.plies_per_period() > 0) absl::StrAppend(&text, control.plies_per_period(), "/");
    absl::StrAppend(&text, FormatDecimal(control.base_micros(), kSecondDecimals));
    if (control.increment_micros() > 0) {
      absl::StrAppend(&text, "+", FormatDecimal(control.increment_micros(), kSecondDecimals));
    }
  }
  if (control.margin_micros() != kMarginDefaultMicros) {
    absl::StrAppend(&text, " margin=", FormatDecimal(control.margin_micros(), kMillisecondDecimals));
  }
  if (control.set_up_micros() != kSetUpDefaultMicros) {
    absl::StrAppend(&text, " setup=", FormatDecimal(control.set_up_micros(), kSecondDecimals));
  }
  return text;
}

absl::Status CheckTimeControl(const v1::TimeControl& control) {
  FLAGFALL_RETURN_IF_ERROR(CheckWithin("the base", control.base_micros(), kBaseMax));
  FLAGFALL_RETURN_IF_ERROR(CheckWithin("the increment", control.increment_micros(), kIncrementMax));
  FLAGFALL_RETURN_IF_ERROR(CheckWithin("the time per ply", control.per_ply_micros(), kPerPlyMax));
  FLAGFALL_RETURN_IF_ERROR(CheckWithin("the margin", control.margin_micros(), kMarginMax));
  FLAGFALL_RETURN_IF_ERROR(CheckWithin("the set-up time", control.set_up_micros(), kSetUpMax));
  if (control.plies_per_period() > kPliesPerPeriodMax) {
    return absl::InvalidArgumentError(absl::StrCat("a period of ", control.plies_per_period(),
                                                   " plies is too long; at most ", kPliesPerPeriodMax, " plies"));
  }
  if (control.set_up_micros() == 0) return absl::InvalidArgumentError("the set-up time must be above 0");
  const bool per_ply = control.per_ply_micros() > 0;
  if (per_ply && (control.base_micros() > 0 || control.increment_micros() > 0 || control.plies_per_period() > 0)) {
    return absl::InvalidArgumentError("time per ply (st=) goes with neither base, increment nor period");
  }
  if (!per_ply && control.base_micros() == 0) return absl::InvalidArgumentError("the base must be above 0");
  return absl::OkStatus();
}

}  // namespace flagfall
