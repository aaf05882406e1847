#include "referee/rules/guide.h"

#include <array>

#include "absl/strings/str_cat.h"

namespace flagfall {
namespace {

constexpr std::array<absl::string_view, 13> kNumbers = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
constexpr std::array<absl::string_view, 13> kOrdinals = {"0th",   "first",    "second",  "third",  "fourth",
                                                         "fifth", "sixth",    "seventh", "eighth", "ninth",
                                                         "tenth", "eleventh", "twelfth"};

}  // namespace

v1::GuideSection& AddSection(absl::string_view title, const std::vector<std::string>& paragraphs,
                             v1::RulesetGuide& guide) {
  v1::GuideSection& section = *guide.add_sections();
  section.set_title(std::string(title));
  for (const std::string& paragraph : paragraphs) {
    if (!paragraph.empty()) section.add_paragraphs(paragraph);
  }
  return section;
}

std::string NumberWord(std::int64_t number) {
  const bool is_word = number >= 0 && number < static_cast<std::int64_t>(kNumbers.size());
  return is_word ? std::string(kNumbers[static_cast<std::size_t>(number)]) : absl::StrCat(number);
}

std::string OrdinalWord(std::int64_t number) {
  if (number >= 0 && number < static_cast<std::int64_t>(kOrdinals.size())) {
    return std::string(kOrdinals[static_cast<std::size_t>(number)]);
  }
  const bool is_teen = number / 10 % 10 == 1;
  const std::int64_t last = number % 10;
  const char* ending = is_teen ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
  return absl::StrCat(number, ending);
}

}  // namespace flagfall
