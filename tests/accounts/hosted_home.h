#ifndef TESTS_ACCOUNTS_HOSTED_HOME_H_
#define TESTS_ACCOUNTS_HOSTED_HOME_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "arena/accounts/submission.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::accounts {

// A home that takes submissions: users amy and ben, and folders of bots to submit.
class HostedHome {
 public:
  HostedHome() {
    for (const char* name : {"amy", "ben"}) {
      EXPECT_THAT(store::AddUser(*database_, name, v1::User::ROLE_OWNER, Micros(1)), IsOk());
    }
    options_.folders.home = dir_.path();
    options_.rulesets_known = {"classic"};
    options_.build.supervisor_path = FLAGFALL_SUPERVISOR;
    options_.now = [this] { return now_ += Micros(1); };
  }

  // The manifest of a bot that needs no build, with these fields beside.
  static std::string Manifest(const std::string& name, const std::string& more = R"("command": ["/bin/true"])") {
    return R"({"name": ")" + name + R"(", "version": "1", "rulesets": ["classic"], )" + more + "}";
  }

  // A folder with that manifest and one more file; returns its path.
  std::string Write(const std::string& manifest, const std::string& content = "x") {
    std::filesystem::remove_all(dir_.At("source"));
    dir_.Write("source/bot.json", manifest);
    dir_.Write("source/data", content);
    return dir_.At("source");
  }

  v1::Submission Submit(const std::string& source, const std::string& owner = "amy") {
    const auto begun = store::BeginSubmission(*database_, owner, options_.now());
    EXPECT_THAT(begun, IsOk());
    const auto submission = RunSubmission(store::LedgerAccess(*database_), *begun, source, options_);
    EXPECT_THAT(submission, IsOk());
    return *submission;
  }

  // The folders of entries in the home.
  std::set<std::string> Entries() const {
    std::set<std::string> names;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(options_.folders.Bots(), ignored)) {
      if (entry.path().filename() != ".staging") names.insert(entry.path().filename().string());
    }
    return names;
  }

  bool IsStagingEmpty() const {
    std::error_code ignored;
    return !std::filesystem::exists(options_.folders.Staging()) ||
           std::filesystem::is_empty(options_.folders.Staging(), ignored);
  }

  store::Database& database() { return *database_; }
  SubmissionOptions& options() { return options_; }
  const TempDir& dir() const { return dir_; }

 private:
  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  SubmissionOptions options_;
  Micros now_{10};
};

}  // namespace flagfall::arena::accounts

#endif  // TESTS_ACCOUNTS_HOSTED_HOME_H_
