// The implementations, each a translation unit of its own: Avro for C++ has names in the namespace
// `avro`, as the generated type of schemas does.
#pragma once

#include <vector>

#include "../work.hpp"

namespace bench {

std::vector<sample> account_samples();
sample shipment_sample();

void add_generated_accounts(operations& all, const sample& accounts);
void add_generated_shipments(operations& all, const sample& shipments);
void add_avro_cpp_accounts(operations& all, const sample& accounts);
void add_avro_cpp_shipments(operations& all, const sample& shipments);
void add_avro_c_accounts(operations& all, const sample& accounts);

}  // namespace bench
