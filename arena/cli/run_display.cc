#include "arena/cli/run_display.h"

#include <chrono>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/base/names.h"
#include "referee/base/counted.h"

namespace flagfall::arena::cli {
namespace {

using std::chrono::steady_clock;

std::string Winner(const v1::GameSummary& game) {
  switch (game.outcome().result()) {
    case v1::RESULT_RED_WINS:
      return absl::StrCat(game.red(), " wins");
    case v1::RESULT_BLUE_WINS:
      return absl::StrCat(game.blue(), " wins");
    default:
      return EnumWord(game.outcome().result());
  }
}

std::string LineOf(const v1::TournamentEvent& event) {
  const v1::GameSummary& game = event.game();
  const std::string total = event.games_total() == 0 ? "" : absl::StrCat("/", event.games_total());
  std::string line =
      absl::StrCat(event.games_stored(), total, "  ", game.game_id(), "  ", game.red(), " - ", game.blue(), ": ",
                   Winner(game), ", ", EnumWord(game.outcome().reason()), ", ", Counted(game.plies(), "ply", "plies"));
  if (game.has_rating()) absl::StrAppend(&line, ", Elo of Red ", EloChangeText(game.rating().red_elo_change()));
  if (game.outcome().result() == v1::RESULT_VOID) absl::StrAppend(&line, ", to be played again");
  if (game.outcome().reason() == v1::REASON_ILLEGAL_ACTION) absl::StrAppend(&line, ": ", game.outcome().detail());
  return Printable(line);
}

}  // namespace

void RunDisplay::Finish() {
  bar_.reset();
  Listing listing(console_, {"bot", "CPU s", "memory MiB", "processes"});
  for (const v1::BotUse& use : uses_) {
    const auto shown = [is_counted = use.processes_peak() > 0](double figure, const std::string& text) {
      return is_counted || figure > 0 ? text : "-";
    };
    listing.Add(use, {use.bot(), shown(use.cpu_seconds(), absl::StrFormat("%.2f", use.cpu_seconds())),
                      shown(static_cast<double>(use.memory_bytes_peak()), absl::StrCat(use.memory_bytes_peak() >> 20)),
                      shown(use.processes_peak(), absl::StrCat(use.processes_peak()))});
  }
  if (!console_.json && !uses_.empty()) console_.out << "\n";
  listing.Print("");
  if (console_.json || uses_.empty()) return;
  console_.out
      << "Of the processes that were started here: CPU of all together, the most memory and processes at once.\n";
  const bool is_counted = absl::c_all_of(uses_, [](const v1::BotUse& use) { return use.processes_peak() > 0; });
  if (!is_counted) console_.out << "-: not counted, because nothing limits them or they ran too shortly.\n";
}

void RunDisplay::Show(const v1::TournamentEvent& event) {
  newest_ = event;
  if (console_.is_terminal && !console_.json && !bar_.has_value()) {
    bar_.emplace(console_.out, event.games_stored(), event.games_total(), steady_clock::now());
  }
  if (event.has_notice()) ShowNotice(event.notice());
  if (event.has_waiting()) {
    const std::string news = waiting_.NewsOf(event.waiting());
    if (!news.empty()) ShowNotice(news);
  }
  if (event.has_use()) uses_.push_back(event.use());
  if (!event.has_game()) return;
  if (console_.json) {
    PrintJson(event.game(), console_.out);
  } else if (bar_.has_value()) {
    bar_->Update(event.games_stored(), steady_clock::now());
  } else {
    console_.out << LineOf(event) << std::endl;
  }
  const bool is_stored = event.game().outcome().result() != v1::RESULT_VOID;
  const bool is_last = event.games_stored() == event.games_total();
  if (table_every_ > 0 && is_stored && !is_last && event.games_stored() % table_every_ == 0) {
    ShowTable(event.games_stored());
  }
}

void RunDisplay::ShowTable(std::uint32_t games) {
  if (console_.json) return;
  const std::string table = table_(games);
  if (bar_.has_value()) {
    bar_->Print(table);
  } else {
    console_.out << "\n" << table << std::endl;
  }
}

void RunDisplay::ShowNotice(const std::string& notice) {
  if (bar_.has_value()) {
    bar_->Print(Printable(notice));
  } else {
    console_.err << "flagfall: " << Printable(notice) << std::endl;
  }
}

}  // namespace flagfall::arena::cli
