#ifndef SAMPLE_BOTS_CPP_SDK_OPTIONS_H_
#define SAMPLE_BOTS_CPP_SDK_OPTIONS_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::bot {

// The settings of a bot, from FLAGFALL_BOT_OPTIONS: a JSON object whose values are strings, numbers or booleans.
class Options {
 public:
  Options() = default;

  // An empty text means no settings. INVALID_ARGUMENT for anything but such an object.
  static absl::StatusOr<Options> Parse(absl::string_view json);

  // The value of the setting; `fallback` when the setting is absent or its value is not of that type.
  std::int64_t Integer(absl::string_view name, std::int64_t fallback) const;
  double Number(absl::string_view name, double fallback) const;
  bool Boolean(absl::string_view name, bool fallback) const;
  std::string String(absl::string_view name, absl::string_view fallback) const;

 private:
  // Each value as text, as in "12" or "true".
  std::map<std::string, std::string> values_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_OPTIONS_H_
