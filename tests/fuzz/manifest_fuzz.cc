// Any text as a bot's manifest, for a bot of the host's, a submitted and a remote one: it is refused with a message
// that names the field, or the bot's options are JSON, as their bot is given them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/submission.h"
#include "arena/base/json.h"
#include "arena/bots/manifest.h"
#include "google/protobuf/struct.pb.h"
#include "referee/base/check.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::fuzz::manifest_fuzz {
namespace {

using arena::FromJson;
namespace bots = arena::bots;

void CheckRefusal(const absl::Status& status) {
  FLAGFALL_CHECK(status.ok() || (absl::IsInvalidArgument(status) && !status.message().empty()));
}

}  // namespace

FLAGFALL_FUZZER(manifest) {
  v1::BotManifest manifest;
  const absl::Status read = FromJson({reinterpret_cast<const char*>(bytes), size}, "bot.json", manifest);
  CheckRefusal(read);
  if (!read.ok()) return 0;
  const std::vector<std::string> rulesets = {"classic", "gogo"};
  const absl::Status as_remote = bots::CheckRemoteManifest(manifest, rulesets);
  CheckRefusal(as_remote);
  const absl::Status status = bots::CheckManifest(manifest, rulesets);
  CheckRefusal(status);
  CheckRefusal(arena::accounts::CheckSubmittedManifest(manifest));
  if (!status.ok() && !as_remote.ok()) return 0;
  google::protobuf::Struct options;
  FLAGFALL_CHECK(FromJson(bots::OptionsJson(manifest), "the options", options).ok());
  FLAGFALL_CHECK(options.fields_size() == manifest.options_size());
  v1::BotSettings settings;
  for (const v1::BotOption& option : manifest.options()) {
    (*settings.mutable_values())[option.name()] = option.default_value();
  }
  FLAGFALL_CHECK(bots::CheckSettings(manifest, settings).ok());
  FLAGFALL_CHECK(bots::OptionsJson(manifest, settings) == bots::OptionsJson(manifest));
  if (!status.ok()) return 0;
  FLAGFALL_CHECK(bots::LaunchOf(manifest, "/bots/x", bots::Sandbox{}).command.size() ==
                 static_cast<std::size_t>(manifest.command_size()));
  return 0;
}

}  // namespace flagfall::fuzz::manifest_fuzz
