#include "tests/sample-bots/bot_program.h"

#include <fcntl.h>
#include <google/protobuf/util/json_util.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/check.h"

namespace flagfall::bot {
namespace {

std::vector<std::string> CommandOf(const std::string& folder) {
  std::stringstream json;
  json << std::ifstream(folder + "/bot.json").rdbuf();
  v1::BotManifest manifest;
  FLAGFALL_CHECK(google::protobuf::util::JsonStringToMessage(json.str(), &manifest).ok());
  return {manifest.command().begin(), manifest.command().end()};
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

BotProgram::BotProgram(const std::string& bot, const std::string& address, const std::string& token,
                       const std::string& options, const std::string& log) {
  const std::string folder = FolderOf(bot);
  std::vector<std::string> command = CommandOf(folder);
  std::vector<std::string> environment = {"PATH=/usr/bin:/bin",
                                          "HOME=/tmp",
                                          "LANG=C.UTF-8",
                                          "FLAGFALL_ADDRESS=" + address,
                                          "FLAGFALL_TOKEN=" + token,
                                          "FLAGFALL_BOT_OPTIONS=" + options};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  const int error = posix_spawnp(&pid_, command[0].c_str(), &actions, nullptr, Pointers(command).data(),
                                 Pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  FLAGFALL_CHECK(error == 0);
}

BotProgram::~BotProgram() {
  if (pid_ == 0) return;
  Signal(SIGKILL);
  Wait();
}

std::string BotProgram::FolderOf(const std::string& bot) { return absl::StrCat(SAMPLE_BOTS_FOLDER, "/", bot); }

void BotProgram::Signal(int number) { kill(pid_, number); }

int BotProgram::Wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace flagfall::bot
