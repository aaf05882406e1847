#ifndef ARENA_CLI_HOME_H_
#define ARENA_CLI_HOME_H_

#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/ledger_access.h"

namespace flagfall::arena::cli {

// The folder in which an arena keeps everything:
//
//   flagfall.db            the ledger: bots, tournaments, games, ratings
//   flagfall.key           the private key that signs the ledger's chain
//   values/VERSION.json    a value function (arena/values)
//   logs/build/BOT.log     what the bot's last build wrote
//   logs/check/BOT.log     what the bot wrote when it was checked last
//   logs/exam/BOT/DESK/    what the bot wrote in its last exam, by which of its processes at once it was
//   logs/TOURNAMENT/BOT.log  what the bot wrote in that tournament, and beside it
//   logs/TOURNAMENT/games/BOT/GAME.log  what it wrote in a game that it played alone
class Home {
 public:
  // What a host is to know when the home is opened for writing goes to `notices`, which must outlive this and copies.
  Home(std::string folder, std::ostream& notices) : folder_(std::move(folder)), notices_(&notices) {}

  const std::string& folder() const { return folder_; }
  std::string LogsFolder() const { return folder_ + "/logs"; }
  std::string BuildLog(const std::string& bot) const { return LogsFolder() + "/build/" + bot + ".log"; }

  std::string CheckLog(const std::string& bot) const { return LogsFolder() + "/check/" + bot + ".log"; }

  // Makes the home where it is missing, and opens its ledger. FAILED_PRECONDITION when the home has lost its ledger.
  // Other errors as Database's.
  absl::StatusOr<std::unique_ptr<store::Database>> Create() const;
  // NOT_FOUND when there is no home, FAILED_PRECONDITION when it has lost its ledger. Other errors as Database's.
  absl::StatusOr<std::unique_ptr<store::Database>> OpenForWriting() const;
  absl::StatusOr<std::unique_ptr<store::Database>> OpenForReading() const;

  // The public key of the home, 32 raw bytes: the one in its key file or, where there is none or it may not be read, as
  // in a copy, the one with which the ledger is signed. FAILED_PRECONDITION when the two differ: a new key counts from
  // the next writer on, which notes it in the chain. NOT_FOUND when there is neither.
  absl::StatusOr<std::string> PublicKey() const;

  // The ledger, opened anew for each call. Errors as OpenForReading's and OpenForWriting's.
  store::LedgerAccess Access() const {
    return store::LedgerAccess([home = *this] { return home.OpenForReading(); },
                               [home = *this] { return home.OpenForWriting(); });
  }
  // NOT_FOUND when there is no ledger in the folder, FAILED_PRECONDITION when there was one.
  absl::Status CheckExists() const;

 private:
  // FAILED_PRECONDITION when the folder has what only stands beside a ledger, and no ledger: it was deleted or moved
  // away, or a restore was killed. A new one in its place would be taken for the old one.
  absl::Status CheckHasNotLostLedger() const;
  // Whoever writes takes the rights to the ledger's files from others than their owner, and those to the folder where
  // it has nothing else in it, and says so: homes of older versions were open to all of the machine.
  void MakePrivate() const;
  std::string DatabasePath() const { return folder_ + "/" + store::kDatabaseFileName; }

  // Opens it and says which key is new, if one is.
  absl::StatusOr<std::unique_ptr<store::Database>> OpenWriter() const;

  std::string folder_;
  std::ostream* notices_;
};

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_HOME_H_
