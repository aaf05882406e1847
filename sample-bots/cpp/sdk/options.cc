#include "sample-bots/cpp/sdk/options.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace flagfall::bot {

absl::StatusOr<Options> Options::Parse(absl::string_view json) {
  Options options;
  if (json.empty()) return options;
  google::protobuf::Struct object;
  const auto status = google::protobuf::util::JsonStringToMessage(std::string(json), &object);
  if (!status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("FLAGFALL_BOT_OPTIONS must be a JSON object as in {\"seed\": 7}, and is: ", json));
  }
  for (const auto& [name, value] : object.fields()) {
    switch (value.kind_case()) {
      case google::protobuf::Value::kStringValue:
        options.values_[name] = value.string_value();
        break;
      case google::protobuf::Value::kNumberValue:
        options.values_[name] = absl::StrFormat("%.17g", value.number_value());
        break;
      case google::protobuf::Value::kBoolValue:
        options.values_[name] = value.bool_value() ? "true" : "false";
        break;
      default:
        return absl::InvalidArgumentError(
            absl::StrCat("the option ", name, " must be a string, a number or a boolean"));
    }
  }
  return options;
}

std::int64_t Options::Integer(absl::string_view name, std::int64_t fallback) const {
  std::int64_t value;
  const auto it = values_.find(std::string(name));
  return it != values_.end() && absl::SimpleAtoi(it->second, &value) ? value : fallback;
}

double Options::Number(absl::string_view name, double fallback) const {
  double value;
  const auto it = values_.find(std::string(name));
  return it != values_.end() && absl::SimpleAtod(it->second, &value) ? value : fallback;
}

bool Options::Boolean(absl::string_view name, bool fallback) const {
  bool value;
  const auto it = values_.find(std::string(name));
  return it != values_.end() && absl::SimpleAtob(it->second, &value) ? value : fallback;
}

std::string Options::String(absl::string_view name, absl::string_view fallback) const {
  const auto it = values_.find(std::string(name));
  return it != values_.end() ? it->second : std::string(fallback);
}

}  // namespace flagfall::bot
