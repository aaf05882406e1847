#ifndef TESTS_BACKUP_NEVER_H_
#define TESTS_BACKUP_NEVER_H_

namespace flagfall::arena::backup {

// For backups that nobody breaks off.
inline bool Never() { return false; }

}  // namespace flagfall::arena::backup

#endif  // TESTS_BACKUP_NEVER_H_
