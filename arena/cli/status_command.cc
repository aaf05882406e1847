// The command `status`: what a server counts and measures for its host.
#include <cmath>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "arena/cli/commands.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// "flagfall_void_games_total" as "void games".
std::string InWords(absl::string_view name) {
  return absl::StrReplaceAll(absl::StripSuffix(absl::StripPrefix(name, "flagfall_"), "_total"), {{"_", " "}});
}

std::string FigureText(double value) {
  return value == std::floor(value) ? absl::StrFormat("%.0f", value) : absl::StrFormat("%.3f", value);
}

absl::Status PrintStatus(const Invocation& invocation) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GetServerStatusResponse response, api->GetServerStatus({}));
  Listing listing(invocation.console, {"figure", "of", "value", "meaning"});
  for (const v1::ServerFigure& figure : response.figures()) {
    if (invocation.console.json || figure.values().empty()) {
      listing.Add(figure, {InWords(figure.name()), "", "-", figure.help()});
      continue;
    }
    // What it means stands beside its first value alone.
    std::string meaning = figure.help();
    for (const v1::ServerFigureValue& value : figure.values()) {
      listing.Add(figure, {InWords(figure.name()), value.of(), FigureText(value.value()), meaning});
      meaning.clear();
    }
  }
  listing.Print("The server has no figures.\n");
  return absl::OkStatus();
}

}  // namespace

void AddStatusCommand(Command app, Invocation& invocation) {
  AddCommand(
      app, invocation, "status",
      "Prints what a server counts and measures, for its host: games, queues, delays, what was refused, and what "
      "else is at its /metrics",
      "flagfall --server 127.0.0.1:7443 status", [&invocation] { return PrintStatus(invocation); });
}

}  // namespace flagfall::arena::cli
