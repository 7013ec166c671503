// Shared by the two translation units.
#pragma once

#include "invoice.hpp"

void add_total(shop::Invoice& invoice);
