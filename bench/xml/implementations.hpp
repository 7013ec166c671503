// The implementations, each a translation unit of its own.
#pragma once

#include <vector>

#include "../work.hpp"

namespace bench {

/// A short document, 256 different ones, and one of 1,000 orders.
std::vector<sample> account_samples();

void add_generated(operations& all, const sample& accounts);
void add_pugixml(operations& all, const sample& accounts);
void add_libxml2(operations& all, const sample& accounts);
void add_xsd(operations& all, const sample& accounts);

}  // namespace bench
