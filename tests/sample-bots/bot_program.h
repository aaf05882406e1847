#ifndef TESTS_SAMPLE_BOTS_BOT_PROGRAM_H_
#define TESTS_SAMPLE_BOTS_BOT_PROGRAM_H_

#include <sys/types.h>

#include <string>

namespace flagfall::bot {

// A sample bot as a process of its own, started from its ready-made folder as the arena would start it. What it prints
// goes into the file `log`.
class BotProgram {
 public:
  BotProgram(const std::string& bot, const std::string& address, const std::string& token, const std::string& options,
             const std::string& log);
  // Kills it when it still runs.
  ~BotProgram();

  BotProgram(const BotProgram&) = delete;
  BotProgram& operator=(const BotProgram&) = delete;

  void Signal(int number);
  // Waits for its end. Its exit code, or minus the signal that killed it.
  int Wait();

  // Where the bot's folder is, if it has been built.
  static std::string FolderOf(const std::string& bot);

 private:
  pid_t pid_ = 0;
};

}  // namespace flagfall::bot

#endif  // TESTS_SAMPLE_BOTS_BOT_PROGRAM_H_
