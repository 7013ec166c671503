// The implementations, each a translation unit of its own, for messages in both byte orders.
#pragma once

#include <vector>

#include "../work.hpp"

namespace bench {

/// The same messages in both byte orders.
struct pair {
  sample little, big;
};

/// The published message, and 256 different ones.
std::vector<pair> account_samples();

/// A CORBA::Any with the account of the published message in little-endian order.
sample any_sample();

/// The same with octets of padding that are zero.
sample without_garbage(const sample& any);

void add_generated(operations& all, const pair& accounts);
void add_bound(operations& all, const pair& accounts);
void add_omniorb(operations& all, const pair& accounts);
void add_fast_cdr(operations& all, const pair& accounts);

void add_generated_any(operations& all, const sample& any);
void add_omniorb_any(operations& all, const sample& any);

}  // namespace bench
