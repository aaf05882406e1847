#include "arena/base/json_text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena {
namespace {

// The largest depth that is followed; no message of ours is as deep.
constexpr std::size_t kDepthMax = 100;

// Scans a JSON text once and notes the line of each field and element on the path. Where it is, it knows as how much of
// the path has led there, so that long names cost no more than their length.
class Finder {
 public:
  Finder(absl::string_view json, absl::string_view path) : json_(json), path_(path) {}

  void Find() { Value(0); }

  int best_line() const { return best_line_; }
  char beginning() const { return beginning_; }

 private:
  // Of what lies beside the path.
  static constexpr std::size_t kBeside = absl::string_view::npos;

  // How much of the path leads to `name` in what lies at `here`.
  std::size_t Below(std::size_t here, absl::string_view name) const {
    return here != kBeside && absl::StartsWith(path_.substr(here), name) ? here + name.size() : kBeside;
  }

  char Next() {
    while (at_ < json_.size() && absl::ascii_isspace(static_cast<unsigned char>(json_[at_]))) Step();
    return at_ < json_.size() ? json_[at_] : '\0';
  }

  void Step() { line_ += json_[at_++] == '\n'; }

  // Returns a text in quotes, with its escapes as they are.
  std::string Text() {
    std::string text;
    for (Step(); at_ < json_.size() && json_[at_] != '"'; Step()) {
      text += json_[at_];
      if (json_[at_] == '\\' && at_ + 1 < json_.size()) Step();
    }
    if (at_ < json_.size()) Step();
    return text;
  }

  // Notes the line if `here` is the path, or the longest part so far that ends where a name ends.
  void Note(std::size_t here) {
    if (here == kBeside || here <= best_size_) return;
    if (here < path_.size() && path_[here] != '.' && path_[here] != '[') return;
    best_size_ = here;
    best_line_ = line_;
  }

  void Value(std::size_t here) {
    if (depth_ == kDepthMax) return;
    ++depth_;
    if (here == path_.size() && beginning_ == '\0') beginning_ = Next();
    if (Next() == '{') {
      Object(here);
    } else if (Next() == '[') {
      Array(here);
    } else if (Next() == '"') {
      Text();
    } else {
      while (at_ < json_.size() && !absl::StrContains(",]}", json_[at_])) Step();
    }
    --depth_;
  }

  void Object(std::size_t here) {
    for (Step(); Next() == '"' || Next() == ',';) {
      if (Next() == ',') {
        Step();
        continue;
      }
      const std::size_t field = Below(here == 0 ? here : Below(here, "."), Text());
      Note(field);
      if (Next() != ':') return;
      Step();
      Value(field);
    }
    if (Next() == '}') Step();
  }

  void Array(std::size_t here) {
    Step();
    for (int index = 0; Next() != ']' && Next() != '\0'; ++index) {
      const std::size_t element = Below(here, absl::StrCat("[", index, "]"));
      Note(element);
      const std::size_t before = at_;
      Value(element);
      if (Next() == ',') Step();
      if (at_ == before) return;
    }
    if (Next() == ']') Step();
  }

  const absl::string_view json_;
  const absl::string_view path_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t depth_ = 0;
  std::size_t best_size_ = 0;
  int best_line_ = 0;
  char beginning_ = '\0';
};

}  // namespace

std::string WithoutComments(absl::string_view json) {
  std::string text(json);
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && is_quoted) {
      ++i;
    } else if (text[i] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && text.compare(i, 2, "//") == 0) {
      for (; i < text.size() && text[i] != '\n'; ++i) text[i] = ' ';
    }
  }
  return text;
}

int LineOfField(absl::string_view json, absl::string_view path) {
  Finder finder(json, path);
  finder.Find();
  return finder.best_line();
}

char BeginningOfField(absl::string_view json, absl::string_view path) {
  Finder finder(json, path);
  finder.Find();
  return finder.beginning();
}

}  // namespace flagfall::arena
