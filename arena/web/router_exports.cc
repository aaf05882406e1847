// Downloads of many games.
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/web/parameters.h"
#include "arena/web/router.h"
#include "arena/web_pages/games_download.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

// A format of many games in one file.
struct ExportForm {
  // As game_writer.h names it, and its path.
  absl::string_view name;
  absl::string_view path;
  absl::string_view about;
  absl::string_view extension;
  absl::string_view type;
};
constexpr ExportForm kForms[] = {
    {"jsonl", "/exports/jsonl", "many games, a record a line, as a file", ".jsonl", "application/jsonl"},
    {"text", "/exports/text", "many games as text, as a file", ".txt", kTextType},
    {"xml", "/exports/xml", "many board games as XML, as a file", ".xml", kXmlType},
    {"csv", "/exports/csv", "many games, a row each, as a file", ".csv", "text/csv; charset=utf-8"},
    {"pb", "/exports/pb", "many games, records in protobuf, each after its length, as a file", ".pb",
     "application/octet-stream"},
};

// "games-tournament-7.jsonl". Of names only what may stand in the name of a file on every system.
std::string FileNameOf(const v1::ListGamesRequest& filter, absl::string_view extension) {
  std::string name = "games";
  if (filter.tournament_id() != 0) absl::StrAppend(&name, "-tournament-", filter.tournament_id());
  for (const std::string& part : {filter.ruleset_id(), filter.bot(), filter.opponent()}) {
    if (part.empty()) continue;
    name += '-';
    for (const char c : part) name += absl::ascii_isalnum(c) || c == '-' || c == '.' ? c : '_';
  }
  return absl::StrCat(name, extension);
}

}  // namespace

std::vector<Router::Route> Router::ExportRoutes() {
  std::vector<Route> routes;
  for (const ExportForm& form : kForms) {
    routes.push_back(
        {{form.path, form.about, nullptr, ExportParameters(), form.type}, nullptr, &Router::GamesDownload});
  }
  return routes;
}

absl::StatusOr<WebAnswer> Router::GamesDownload(const Asked& asked) {
  const auto form = absl::c_find_if(kForms, [&](const ExportForm& one) { return one.name == asked.parts[2]; });
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListGamesRequest filter, GamesRequest(asked.request.parameters));
  const auto games = std::make_shared<web_pages::GamesDownload>(
      filter, form->name, [this](const std::string& id) { return live_state_.CheckIsOver(id).ok(); });
  {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
    FLAGFALL_RETURN_IF_ERROR(games->Check(*reader));
  }
  auto download = std::make_shared<Download>();
  download->type = std::string(form->type);
  download->next = [this, games]() -> absl::StatusOr<std::optional<std::string>> {
    absl::StatusOr<store::Readers::Reader> reader = readers_.Take();
    if (!reader.ok()) return reader.status();
    absl::StatusOr<std::optional<std::string>> piece = games->Next(**reader);
    if (!piece.ok()) host_.log(absl::StrCat("web: a download of games was broken off: ", piece.status().message()));
    return piece;
  };
  return WebAnswer{.headers = {{"Content-Disposition",
                                absl::StrCat("attachment; filename=\"", FileNameOf(filter, form->extension), "\"")}},
                   .download = std::move(download)};
}

}  // namespace flagfall::arena::web
