// The program around a measured codec.
//
// Its argument is a file of messages, each after its length in 32 bits, little-endian, in a format
// that represents every value exactly (the images). After `--messages FILE`, it reads the messages
// of that file, which are of the same values, in place of its own. It writes one line of JSON about
// itself, and answers each line `OPERATION PASSES` with the nanoseconds, allocations and allocated
// bytes of that many passes over all messages.
#pragma once

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "polywire/bench/allocations.hpp"
#include "polywire/bench/digest.hpp"
#include "polywire/bench/subject.hpp"

namespace polywire::bench {

using octets = std::vector<std::uint8_t>;

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

/// CRC-32 as in zlib.
class checksum {
 public:
  void add(message_view message) noexcept {
    for (std::uint8_t octet : message) {
      rest_ ^= octet;
      for (int bit = 0; bit < 8; ++bit) rest_ = (rest_ >> 1) ^ (0xedb88320u & (0u - (rest_ & 1u)));
    }
  }
  std::uint32_t value() const noexcept { return ~rest_; }

 private:
  std::uint32_t rest_ = ~0u;
};

inline std::vector<octets> read_framed(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(std::string(path) + ": cannot be read");
  const std::string all{std::istreambuf_iterator<char>(file), {}};
  std::vector<octets> images;
  for (std::size_t at = 0; at + 4 <= all.size();) {
    std::uint32_t size = 0;
    for (unsigned i = 0; i < 4; ++i)
      size |= std::uint32_t{static_cast<std::uint8_t>(all[at + i])} << (8 * i);
    at += 4;
    if (size > all.size() - at) fail(std::string(path) + ": ends within a message");
    images.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(at),
                        all.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
  }
  return images;
}

/// Messages at addresses that are multiples of 16, with readable padding after the last.
class message_store {
 public:
  static constexpr std::size_t alignment = 16;
  static constexpr std::size_t padding = 64;

  message_store() = default;
  /// An unlucky distance between input and output memory (close to a multiple of 4096 bytes) costs
  /// up to a third, so each run uses a different one.
  message_store(const std::vector<octets>& messages, std::size_t shift) {
    std::size_t size = shift + alignment;
    for (const octets& message : messages) size += rounded(message.size());
    memory_ = octets(size + padding);
    const auto start = reinterpret_cast<std::uintptr_t>(memory_.data());
    std::uint8_t* at = memory_.data() + (rounded(start) - start) + rounded(shift);
    for (const octets& message : messages) {
      if (!message.empty()) std::memcpy(at, message.data(), message.size());
      views_.emplace_back(at, message.size());
      at += rounded(message.size());
    }
  }

  const std::vector<message_view>& views() const noexcept { return views_; }

 private:
  static std::size_t rounded(std::size_t size) {
    return (size + alignment - 1) / alignment * alignment;
  }

  octets memory_;
  std::vector<message_view> views_;
};

/// Measures one codec of values of the type T, which Image can also read and write.
template <class T, class Image>
class harness {
 public:
  /// `given` is a file of messages to read in place of the codec's own, or null.
  harness(const char* path, std::unique_ptr<subject<T>> measured, const char* given)
      : subject_(std::move(measured)), writes_(given == nullptr) {
    const std::vector<octets> images = read_framed(path);
    if (!writes_) messages_ = read_framed(given);
    for (const octets& image : images) {
      values_.emplace_back();
      if (!Image::decode(values_.back(), image))
        fail(std::string(path) + ": holds what is no image");
      if (writes_) write_one(values_.back());
      if (values_.size() > messages_.size()) fail(std::string(given) + ": lacks messages");
      check(messages_[values_.size() - 1], image);
    }
  }

  /// Describes the measured codec.
  void introduce() const {
    std::printf("{\"name\":%s,\"mode\":%s,\"version\":%s,\"language\":\"cpp\",\"operations\":[",
                quoted(subject_->name()).c_str(), quoted(subject_->mode()).c_str(),
                quoted(subject_->version()).c_str());
    const char* before = "";
    for (std::size_t i = 0; i < std::size(operation_names); ++i) {
      if (!can(static_cast<operation>(i))) continue;
      std::printf("%s\"%s\"", before, operation_names[i].data());
      before = ",";
    }
    std::printf("],\"sizes\":[");
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      std::printf("%s%zu", i == 0 ? "" : ",", messages_[i].size());
    }
    std::printf("],\"checksum\":\"%08" PRIx32 "\",\"changed\":%zu,\"reads_others\":true}\n",
                checksum_.value(), changed_);
    std::fflush(stdout);
  }

  void answer(const std::string& request) {
    char name[32] = {};
    std::uint64_t passes = 0;
    if (std::sscanf(request.c_str(), "%31s %" SCNu64, name, &passes) != 2)
      fail("no request: " + request);
    const auto* const found =
        std::find(std::begin(operation_names), std::end(operation_names), std::string_view(name));
    const auto what = static_cast<operation>(found - std::begin(operation_names));
    if (found == std::end(operation_names) || !can(what)) fail("not measured here: " + request);
    measure(what, passes);
  }

  /// Writes the messages in the framing of the images, for measuring compression.
  void write(const char* path) const {
    std::ofstream file(path, std::ios::binary);
    for (const octets& message : messages_) {
      const auto size = static_cast<std::uint32_t>(message.size());
      for (unsigned i = 0; i < 4; ++i) file.put(static_cast<char>(size >> (8 * i)));
      file.write(reinterpret_cast<const char*>(message.data()),
                 static_cast<std::streamsize>(message.size()));
    }
    if (!file.flush()) fail(std::string(path) + ": cannot be written");
  }

 private:
  using clock = std::chrono::steady_clock;

  bool can(operation what) const {
    return subject_->can(what) && (writes_ || what != operation::encode);
  }

  void write_one(const T& value) {
    const std::optional<message_view> written = subject_->encode(value);
    if (!written) fail(subject_->name() + ": refuses to encode message " + number());
    messages_.emplace_back(written->begin(), written->end());
  }

  /// Decodes a message in every available way. A codec that refuses its own message or disagrees
  /// with itself is broken; other changes of the value are reported elsewhere.
  void check(const octets& bytes, const octets& image) {
    const message_store store({bytes}, 0);
    const message_view message = store.views()[0];
    // Decoding must replace previous contents.
    T read = values_.front();
    if (!subject_->decode(read, message))
      fail(subject_->name() + ": refuses " + whose() + " message " + number());
    const octets again = Image::encode(read);
    checksum_.add(again);
    if (again != image) ++changed_;
    for (const operation what : {operation::decode_borrowed, operation::visit}) {
      if (subject_->can(what) && subject_->digest(what, message) != digest_of(read)) {
        fail(subject_->name() + ": " + name_of(what) +
             " reads other values than decode in message " + number());
      }
    }
    if (subject_->can(operation::validate) && !subject_->validate(message)) {
      fail(subject_->name() + ": finds " + whose() + " message " + number() + " invalid");
    }
  }

  void measure(operation what, std::uint64_t passes) {
    // Earlier allocations are freed first, so that memory is taken from another place.
    const auto spacer = std::make_unique<octets>(64 + random_() % 4096);
    store_ = message_store(messages_, random_() % 4096);
    subject_->load(values_, store_.views());
    bool accepted = subject_->run(what, 1);
    const allocations before = allocated;
    const clock::time_point start = clock::now();
    accepted = subject_->run(what, passes) && accepted;
    const auto took = std::chrono::duration_cast<std::chrono::nanoseconds>(clock::now() - start);
    const allocations after = allocated;
    if (!accepted)
      fail(subject_->name() + ": " + name_of(what) + " refuses what it accepted before");
    std::printf("%lld %" PRIu64 " %" PRIu64 "\n", static_cast<long long>(took.count()),
                after.number - before.number, after.bytes - before.bytes);
    std::fflush(stdout);
  }

  std::string number() const { return std::to_string(values_.size()); }

  std::string whose() const { return writes_ ? "its own" : "another implementation's"; }

  static std::string name_of(operation what) {
    return std::string(operation_names[static_cast<std::size_t>(what)]);
  }

  static std::string quoted(const std::string& text) {
    std::string json = "\"";
    for (char letter : text) {
      if (letter == '"' || letter == '\\') json += '\\';
      json += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
    }
    return json + "\"";
  }

  std::unique_ptr<subject<T>> subject_;
  std::vector<T> values_;
  std::vector<octets> messages_;
  bool writes_;
  message_store store_;
  checksum checksum_;
  std::size_t changed_ = 0;
  std::mt19937 random_{1};
};

/// `Image::decode(T&, message_view) -> bool` and `Image::encode(const T&) -> octets` are the format
/// of the images. An optional second argument is a file for the codec's messages.
template <class T, class Image>
int run(int argc, char** argv) {
  const char* given = nullptr;
  if (argc > 2 && std::string_view(argv[1]) == "--messages") {
    given = argv[2];
    argc -= 2;
    argv += 2;
  }
  if (argc < 2) fail("the file of images is missing");
  harness<T, Image> all(argv[1], make_subject<T>(), given);
  if (argc > 2) all.write(argv[2]);
  all.introduce();
  for (std::string request; std::getline(std::cin, request);) all.answer(request);
  return 0;
}

}  // namespace polywire::bench
