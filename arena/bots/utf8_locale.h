#ifndef ARENA_BOTS_UTF8_LOCALE_H_
#define ARENA_BOTS_UTF8_LOCALE_H_

#include <locale.h>

namespace flagfall::arena::bots {

// While it lives, its thread's locale has the character set UTF-8. libarchive reads and writes names by the thread's
// locale, and names in archives are UTF-8 whatever this process's locale is.
class Utf8Locale {
 public:
  Utf8Locale() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)), before_(::uselocale(locale_)) {}
  ~Utf8Locale() {
    ::uselocale(before_);
    if (locale_ != nullptr) ::freelocale(locale_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  const locale_t locale_;
  const locale_t before_;
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_UTF8_LOCALE_H_
