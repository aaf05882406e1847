#include "arena/runner/bot_processes.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/bots/manifest.h"
#include "arena/runner/random_bytes.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

void Tell(BotMeter& meter, Turn turn) {
  switch (turn) {
    case Turn::kOn:
      return meter.BeginTurn();
    case Turn::kOff:
      return meter.EndTurn();
    case Turn::kBreath:
      return meter.ThawForAMoment();
  }
}

}  // namespace

BotProcesses::BotProcesses(std::vector<Bot> bots, std::vector<Sandbox> sandboxes, Referee& referee,
                           BotProcessesOptions options, OnExit on_exit)
    : referee_(referee), options_(std::move(options)), on_exit_(std::move(on_exit)) {
  for (std::size_t bot = 0; bot < bots.size(); ++bot) {
    members_.push_back({.bot = std::move(bots[bot]), .sandbox = std::move(sandboxes[bot]), .process = nullptr});
  }
}

BotProcesses::~BotProcesses() { End(); }

std::vector<BotUse> BotProcesses::End() {
  // All are asked first, so that they end together.
  for (std::size_t bot = 0; bot < members_.size(); ++bot) {
    Member& member = members_[bot];
    if (member.process == nullptr) continue;
    referee_.Dismiss(member.bot.manifest.name(), "the tournament's run is over");
    member.process->RequestStop();
    leaving_.push_back({.bot = static_cast<int>(bot), .process = std::move(member.process)});
  }
  for (const Leaver& leaver : leaving_) {
    leaver.process->Stop();
    Book(leaver);
  }
  leaving_.clear();
  std::vector<BotUse> uses;
  for (const Member& member : members_) uses.push_back(member.use);
  return uses;
}

void BotProcesses::Book(const Leaver& leaver) {
  if (const std::optional<BotUse> use = leaver.process->Use()) members_[leaver.bot].use.Add(*use);
}

absl::Status BotProcesses::EnsureAlive(int bot) {
  Member& member = members_[bot];
  if (IsAlive(bot)) return absl::OkStatus();
  std::erase_if(leaving_, [this](const Leaver& leaver) {
    const bool is_gone = leaver.process->IsGone();
    if (is_gone) Book(leaver);
    return is_gone;
  });
  const v1::BotManifest& manifest = member.bot.manifest;
  const auto settings = options_.settings.find(manifest.name());
  const std::string options_json =
      OptionsJson(manifest, settings == options_.settings.end() ? v1::BotSettings() : settings->second);
  const std::string token = NewToken();
  BotLaunch launch = LaunchOf(manifest, member.bot.folder);
  const std::uint64_t life = ++member.life;
  const std::string socket_path = options_.socket_path(bot, life);
  launch.environment = BotEnvironment("unix:" + socket_path, token, options_json);
  launch.sandbox = member.sandbox;
  launch.is_frozen_off_turn = !options_.pondering;
  launch.log_path = absl::StrCat(options_.log_folder, "/", manifest.name(), ".log");
  FLAGFALL_RETURN_IF_ERROR(referee_.ListenFor(manifest.name(), socket_path, member.sandbox.mode != SandboxMode::kNone));
  referee_.Admit(manifest.name(), token);
  auto process = BotProcess::Start(options_.supervisor_path, launch,
                                   [this, bot, life](const BotExit& exit) { on_exit_(bot, life, exit); });
  if (!process.ok()) {
    // Nobody is to find its socket open, or its token good.
    referee_.Dismiss(manifest.name(), "its process cannot be started");
    return process.status();
  }
  member.process = *std::move(process);
  member.shares.NewProcess();
  if (const std::shared_ptr<BotMeter> meter = member.process->meter()) {
    referee_.WatchTurns(manifest.name(), [meter](Turn turn) { Tell(*meter, turn); });
  }
  return absl::OkStatus();
}

void BotProcesses::BeginGame(int bot, std::uint32_t game) {
  Member& member = members_[bot];
  if (IsRemote(bot)) return;
  member.process->GrantOutput();
  if (const auto& meter = member.process->meter()) member.shares.Begin(game, meter->Read());
}

void BotProcesses::EndGame(int bot, std::uint32_t game, v1::SeatUse& use) {
  Member& member = members_[bot];
  const bool is_metered = member.process != nullptr && member.process->meter() != nullptr;
  member.shares.End(game, is_metered ? member.process->meter()->Read() : BotMeter::Reading{}, use);
}

void BotProcesses::Dismiss(int bot, absl::string_view detail) {
  Member& member = members_[bot];
  if (member.process == nullptr) return;
  referee_.Dismiss(Name(bot), std::string(detail));
  member.process->RequestStop();
  leaving_.push_back({.bot = bot, .process = std::move(member.process)});
}

bool BotProcesses::Bury(int bot, std::uint64_t life, absl::string_view detail) {
  if (members_[bot].process == nullptr || members_[bot].life != life) return false;
  Dismiss(bot, detail);
  return true;
}

}  // namespace flagfall::arena
