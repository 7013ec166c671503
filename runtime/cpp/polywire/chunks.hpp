// Elements of a stream that arrives in chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "polywire/bytes.hpp"
#include "polywire/error.hpp"

namespace polywire {

/// Finds elements with a generated framing: `look(next, piece, before)` makes a frame from a piece
/// and the previous frame. Stores only the part of an element from earlier pieces.
template <class Frame, class Look>
class chunks {
 public:
  /// `at_most` limits the bytes of an element.
  chunks(Look look, std::size_t at_most) : look_(std::move(look)), at_most_(at_most) {}

  /// Takes a piece, and calls `each` with every complete element; an error of `each` ends it.
  template <class Each>
  error push(bytes piece, Each each) {
    while (!piece.empty()) {
      if (error wrong = advance(piece)) return wrong;
      if (!frame_.complete) continue;
      if (error wrong = each(element_.empty() ? whole_ : bytes(element_))) return wrong;
      element_.clear();
    }
    return {};
  }

  /// Ends the stream, which may complete an element.
  template <class Each>
  error finish(Each each) {
    bytes nothing_left;
    if (error wrong = advance(nothing_left)) return wrong;
    if (!frame_.may_end) return {error_code::truncated, 0, offset_};
    return element_.empty() ? error{} : each(bytes(element_));
  }

 private:
  /// Scans a piece up to the end of an element. One that is entirely in the piece is not copied.
  error advance(bytes& piece) {
    Frame next;
    if (error wrong = look_(next, piece, frame_)) {
      wrong.offset += offset_;
      return wrong;
    }
    frame_ = next;
    const auto first = static_cast<std::size_t>(frame_.first);
    const auto taken = static_cast<std::size_t>(frame_.taken);
    whole_ = piece.subspan(first, taken - first);
    offset_ += taken;
    piece = piece.subspan(taken);
    if (whole_.size() > at_most_ - element_.size()) return {error_code::too_large, 0, offset_};
    if (!element_.empty() || !frame_.complete) {
      element_.insert(element_.end(), whole_.begin(), whole_.end());
    }
    return {};
  }

  Look look_;
  std::size_t at_most_;
  Frame frame_{};
  std::size_t offset_ = 0;
  /// The part of an element from earlier pieces.
  std::vector<std::uint8_t> element_;
  /// The part of the element in the last chunk.
  bytes whole_;
};

}  // namespace polywire
