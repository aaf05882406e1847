#ifndef TESTS_FUZZ_FUZZER_H_
#define TESTS_FUZZ_FUZZER_H_

#include <cstddef>
#include <cstdint>

// What a fuzzer does with one input, and how it changes one, by the names that libFuzzer looks for. Where all fuzzers
// are in one program, as in the test that runs the kept corpora, each has names of its own. Each has a namespace of its
// own in any case, since several are compiled as one unit.
//
//     FLAGFALL_FUZZER(record) { ... return 0; }                          // has `bytes` and `size`
//     FLAGFALL_FUZZER_MUTATOR(record) { ... return Written(...); }       // has `data`, `size`, `bytes_max` and `seed`
#ifdef FLAGFALL_LIBFUZZER
#define FLAGFALL_FUZZER(name) extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
#define FLAGFALL_FUZZER_MUTATOR(name)                                                                         \
  extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t bytes_max, \
                                                 unsigned int seed)
#else
#define FLAGFALL_FUZZER(name) extern "C" int name##_one_input(const std::uint8_t* bytes, std::size_t size)
#define FLAGFALL_FUZZER_MUTATOR(name) \
  extern "C" std::size_t name##_mutator(std::uint8_t* data, std::size_t size, std::size_t bytes_max, unsigned int seed)
#endif

#endif  // TESTS_FUZZ_FUZZER_H_
