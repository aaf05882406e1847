// The kept corpora, run once by every fuzzer: what is in them must hold now as it did when it was kept.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "referee/rules/random.h"

// Not every fuzzer changes inputs in a way of its own.
#define FUZZER(name)                                                            \
  extern "C" int name##_one_input(const std::uint8_t* bytes, std::size_t size); \
  extern "C" __attribute__((weak))                                              \
  std::size_t name##_mutator(std::uint8_t* data, std::size_t size, std::size_t bytes_max, unsigned int seed);
#include "fuzzers.inc"
#undef FUZZER

namespace flagfall::fuzz {
namespace {

namespace fs = std::filesystem;

struct Fuzzer {
  const char* name;
  int (*one_input)(const std::uint8_t* bytes, std::size_t size);
  // Null where it has none.
  std::size_t (*mutator)(std::uint8_t* data, std::size_t size, std::size_t bytes_max, unsigned int seed);

  void Run(const std::string& bytes) const {
    one_input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
};

#define FUZZER(name) {#name, name##_one_input, name##_mutator},
const Fuzzer kFuzzers[] = {
#include "fuzzers.inc"
};
#undef FUZZER

// An input and where it stands, for whoever has to find it.
struct Kept {
  std::string place;
  std::string bytes;
};

std::string ContentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<Kept> KeptBy(const std::string& name) {
  const fs::path folder = FLAGFALL_FUZZ_FOLDER;
  std::vector<Kept> kept;
  std::ifstream lines(folder / "corpus" / absl::StrCat(name, ".txt"));
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    Kept& input = kept.emplace_back();
    input.place = absl::StrCat("tests/fuzz/corpus/", name, ".txt:", number);
    std::string error;
    EXPECT_TRUE(absl::CUnescape(line, &input.bytes, &error)) << input.place << ": " << error;
  }
  std::error_code ignored;
  for (const auto& seed : fs::directory_iterator(folder / "seeds" / name, ignored)) {
    kept.push_back({.place = seed.path().string(), .bytes = ContentOf(seed.path())});
  }
  return kept;
}

// A check that does not hold ends the program; then this says which input it was.
char running[512] = "";
void SayWhich(int signal) {
  const auto written = ::write(STDERR_FILENO, running, std::char_traits<char>::length(running));
  static_cast<void>(written);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

class CorpusTest : public testing::TestWithParam<Fuzzer> {
 protected:
  void SetUp() override {
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS}) std::signal(signal, SayWhich);
  }
  void TearDown() override { running[0] = '\0'; }

  static void Run(const Kept& input) {
    std::snprintf(running, sizeof running, "while running %s\n", input.place.c_str());
    GetParam().Run(input.bytes);
  }
};

TEST_P(CorpusTest, WhatIsKeptHolds) {
  for (const Kept& input : KeptBy(GetParam().name)) Run(input);
}

// A fuzzer that begins with nothing begins so, too.
TEST_P(CorpusTest, WhatIsDrawnHolds) {
  constexpr int kInputs = 60;
  constexpr std::size_t kBytesMax = 4096;
  Random random(1);
  std::string bytes;
  for (int i = 0; i < kInputs; ++i) {
    if (GetParam().mutator != nullptr) {
      const std::size_t size = bytes.size();
      bytes.resize(kBytesMax);
      bytes.resize(GetParam().mutator(reinterpret_cast<std::uint8_t*>(bytes.data()), size, kBytesMax,
                                      static_cast<unsigned int>(random())));
    } else {
      bytes.resize(Below(kBytesMax, random));
      for (char& byte : bytes) byte = static_cast<char>(random());
    }
    ASSERT_LE(bytes.size(), kBytesMax);
    Run({.place = absl::StrCat(GetParam().name, ", drawn input ", i), .bytes = bytes});
  }
}

INSTANTIATE_TEST_SUITE_P(All, CorpusTest, testing::ValuesIn(kFuzzers),
                         [](const auto& fuzzer) { return std::string(fuzzer.param.name); });

}  // namespace
}  // namespace flagfall::fuzz
