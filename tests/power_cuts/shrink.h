#ifndef TESTS_POWER_CUTS_SHRINK_H_
#define TESTS_POWER_CUTS_SHRINK_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tests/power_cuts/fault.h"

namespace flagfall::power_cuts {

// Returns those of the faults, by their indices, without any of which nothing fails any more: it leaves out more and
// more of them as long as `fails` is true of the rest. Something else may fail in the end than with all of them.
std::vector<std::size_t> Shrink(const std::vector<Fault>& faults,
                                const std::function<bool(const std::vector<Fault>&)>& fails);

// Those with the indices.
std::vector<Fault> FaultsAt(const std::vector<Fault>& faults, const std::vector<std::size_t>& indices);

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_SHRINK_H_
