#include "arena/runner/bot_processes.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/bots/manifest.h"
#include "arena/runner/random_bytes.h"
#include "arena/store/results.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {
namespace {

void Tell(bots::BotMeter& meter, Turn turn) {
  switch (turn) {
    case Turn::kOn:
      return meter.BeginTurn();
    case Turn::kOff:
      return meter.EndTurn();
    case Turn::kBriefRun:
      return meter.ThawForAMoment();
  }
}

}  // namespace

BotProcesses::BotProcesses(std::vector<store::Bot> bots, std::vector<bots::Sandbox> sandboxes, Referee& referee,
                           BotProcessesOptions options, OnExit on_exit)
    : referee_(referee), options_(std::move(options)), on_exit_(std::move(on_exit)) {
  for (std::size_t bot = 0; bot < bots.size(); ++bot) {
    const std::string& name = bots[bot].manifest.name();
    std::string id = bots[bot].IsRemote() ? name : absl::StrCat(options_.tournament_id, "/", name);
    entries_.push_back(
        {.bot = std::move(bots[bot]), .id = std::move(id), .sandbox = std::move(sandboxes[bot]), .process = nullptr});
  }
}

BotProcesses::~BotProcesses() { EndAll(); }

absl::Status BotProcesses::Start(int bot, std::uint64_t life, const tournament::OptionValues& values) {
  RemoveGoneProcesses();
  Entry& entry = entries_[bot];
  const v1::BotManifest& manifest = entry.bot.manifest;
  const auto found = options_.settings.find(manifest.name());
  v1::BotSettings settings = found == options_.settings.end() ? v1::BotSettings() : found->second;
  for (const auto& [name, value] : values) (*settings.mutable_values())[name] = value;
  const std::string options_json = bots::OptionsJson(manifest, settings);
  const std::string token = NewToken();
  bots::BotLaunch launch = bots::LaunchOf(manifest, entry.bot.folder, entry.sandbox);
  const std::string socket_path = options_.socket_path(bot, life);
  launch.environment = bots::BotEnvironment("unix:" + socket_path, token, options_json);
  launch.is_frozen_off_turn = !options_.pondering;
  const bots::PlayLogs logs{.paths = {.folder = options_.log_folder, .bot = manifest.name()},
                            .bytes_max = options_.log_bytes_max};
  launch.log_path = logs.paths.Process();
  FLAGFALL_RETURN_IF_ERROR(referee_.ListenFor(entry.id, socket_path));
  referee_.Admit(entry.id, token);
  auto process = bots::BotProcess::Start(
      options_.supervisor_path, launch, [this, bot, life](const bots::BotExit& exit) { on_exit_(bot, life, exit); },
      logs);
  if (!process.ok()) {
    // Its socket must not stay open, nor its token valid.
    referee_.Dismiss(entry.id, "its process cannot be started");
    return process.status();
  }
  entry.process = *std::move(process);
  entry.shares.NewProcess();
  if (const std::shared_ptr<bots::BotMeter> meter = entry.process->meter()) {
    referee_.WatchTurns(entry.id, [meter](Turn turn) { Tell(*meter, turn); });
  }
  return absl::OkStatus();
}

std::string BotProcesses::IdOfGame(std::uint32_t game) const { return store::GameIdOf(options_.tournament_id, game); }

void BotProcesses::Bind(int bot, const std::vector<int>& processors) {
  if (entries_[bot].process != nullptr) entries_[bot].process->Bind(processors);
}

void BotProcesses::BeginGame(int bot, std::uint32_t game) {
  Entry& entry = entries_[bot];
  if (entry.process == nullptr) return;
  entry.process->output().BeginGame(IdOfGame(game));
  if (const auto& meter = entry.process->meter()) entry.shares.Begin(game, meter->Read());
}

void BotProcesses::EndGame(int bot, std::uint32_t game, v1::SeatUse& use) {
  Entry& entry = entries_[bot];
  const bool is_metered = entry.process != nullptr && entry.process->meter() != nullptr;
  if (entry.process != nullptr) entry.process->output().EndGame(IdOfGame(game));
  entry.shares.End(game, is_metered ? entry.process->meter()->Read() : bots::BotMeter::Reading{}, use);
}

void BotProcesses::End(int bot, absl::string_view detail) {
  Entry& entry = entries_[bot];
  if (entry.process == nullptr) return;
  referee_.Dismiss(entry.id, std::string(detail));
  entry.process->RequestStop();
  ending_.push_back({.bot = bot, .process = std::move(entry.process)});
}

std::vector<bots::BotUse> BotProcesses::EndAll() {
  // All are asked first, so that they end together.
  for (int bot = 0; bot < static_cast<int>(entries_.size()); ++bot) End(bot, "the tournament's run is over");
  for (const EndingProcess& ending : ending_) {
    ending.process->Stop();
    AddUse(ending);
  }
  ending_.clear();
  std::vector<bots::BotUse> uses;
  for (const Entry& entry : entries_) uses.push_back(entry.use);
  return uses;
}

void BotProcesses::AddUse(const EndingProcess& gone) {
  if (const std::optional<bots::BotUse> use = gone.process->Use()) entries_[gone.bot].use.Add(*use);
}

void BotProcesses::RemoveGoneProcesses() {
  std::erase_if(ending_, [this](const EndingProcess& ending) {
    const bool is_gone = ending.process->IsGone();
    if (is_gone) AddUse(ending);
    return is_gone;
  });
}

}  // namespace flagfall::arena::runner
