#ifndef REFEREE_BASE_CHECK_H_
#define REFEREE_BASE_CHECK_H_

namespace flagfall {

// Writes "file:line: what" to standard error and aborts. Called by FLAGFALL_CHECK.
[[noreturn]] void CheckFailed(const char* file, int line, const char* what);

}  // namespace flagfall

// For programmers' errors only, in every build type. What comes in from outside is answered by a status instead.
#define FLAGFALL_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::flagfall::CheckFailed(__FILE__, __LINE__, #condition))

#endif  // REFEREE_BASE_CHECK_H_
