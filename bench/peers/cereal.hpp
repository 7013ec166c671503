// cereal: one binary archive for all messages, in reused memory. https://uscilab.github.io/cereal/
// ("Serialization archives": BinaryOutputArchive)
#pragma once

#include <algorithm>
#include <cereal/archives/binary.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <cereal/version.hpp>
#include <span>
#include <streambuf>

#include "described.hpp"

namespace cereal {

template <class Archive, polywire::described_struct S>
void serialize(Archive& archive, S& value) {
  peers::for_each_index<S>([&](auto index) { archive(value.*peers::member<S, index>.pointer); });
}

template <class Archive, class T>
void serialize(Archive& archive, polywire::box<T>& value) {
  archive(*value);
}

}  // namespace cereal

namespace peers {

template <class T>
class cereal_codec {
 public:
  static constexpr const char* name = "cereal";
  static constexpr const char* mode = "binary archive and memory kept";
  static std::string version() {
    const int all = CEREAL_VERSION;
    return std::to_string(all / 10000) + "." + std::to_string(all / 100 % 100) + "." +
           std::to_string(all % 100);
  }

  std::span<const std::uint8_t> encode(const T& value) {
    out_.clear();
    out_archive_(value);
    return out_.bytes();
  }

  bool decode(T& value, std::span<const std::uint8_t> message) {
    in_.use(message);
    try {
      in_archive_(value);
      return true;
    } catch (const cereal::Exception&) {
      return false;
    }
  }

 private:
  class output : public std::streambuf {
   public:
    void clear() { setp(memory_.data(), memory_.data() + memory_.size()); }

    std::span<const std::uint8_t> bytes() const {
      return {reinterpret_cast<const std::uint8_t*>(pbase()),
              static_cast<std::size_t>(pptr() - pbase())};
    }

   protected:
    int_type overflow(int_type next) override {
      const auto size = pptr() - pbase();
      memory_.resize(std::max<std::size_t>(memory_.size() * 2, 256));
      clear();
      pbump(static_cast<int>(size));
      return sputc(traits_type::to_char_type(next));
    }

   private:
    std::vector<char> memory_;
  };

  class input : public std::streambuf {
   public:
    void use(std::span<const std::uint8_t> message) {
      char* const begin = const_cast<char*>(reinterpret_cast<const char*>(message.data()));
      setg(begin, begin, begin + message.size());
    }
  };

  output out_;
  std::ostream out_stream_{&out_};
  cereal::BinaryOutputArchive out_archive_{out_stream_};
  input in_;
  std::istream in_stream_{&in_};
  cereal::BinaryInputArchive in_archive_{in_stream_};
};

}  // namespace peers
