// Declarations shared by the two halves of the program.
#pragma once

#include <cstdint>
#include <string>

/// Returns a message written by Polywire.
std::string account_by_polywire();

/// Returns the sum of a message's entries, read by Polywire.
std::int64_t sum_by_polywire(const std::string& message);
