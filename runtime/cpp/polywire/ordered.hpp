// Lists in another order, for codecs that write them in key order.
#pragma once

#include <algorithm>
#include <vector>

namespace polywire {

/// Returns the elements in ascending order of a key, equal ones in list order.
template <class List, class Less>
std::vector<const typename List::value_type*> ordered(const List& list, Less less) {
  std::vector<const typename List::value_type*> elements;
  elements.reserve(list.size());
  for (const auto& element : list) elements.push_back(&element);
  std::stable_sort(elements.begin(), elements.end(),
                   [&](const auto* left, const auto* right) { return less(*left, *right); });
  return elements;
}

}  // namespace polywire
