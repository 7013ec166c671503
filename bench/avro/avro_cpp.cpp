// Avro for C++: values, an encoder and a decoder of its own generated types, all of them kept.
// https://avro.apache.org/docs/1.12.0/api/cpp/html/ ("Code generation")
#include <cstdint>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "avro/Compiler.hh"
#include "avro/Decoder.hh"
#include "avro/Encoder.hh"
#include "avro/Stream.hh"
#include "avro/ValidSchema.hh"
#include "implementations.hpp"
#include "official/shipment.hpp"
#include "official/trade.hpp"

namespace {

/// Writes into kept memory, which is as long as any message: the library's own stream allocates
/// its chunks anew for each message.
class output final : public avro::OutputStream {
 public:
  bool next(std::uint8_t** data, std::size_t* len) override {
    if (used_ == bytes_.size()) return false;
    *data = bytes_.data() + used_;
    *len = bytes_.size() - used_;
    used_ = bytes_.size();
    return true;
  }
  void backup(std::size_t len) override { used_ -= len; }
  [[nodiscard]] std::uint64_t byteCount() const override { return used_; }
  void flush() override {}

  void clear() { used_ = 0; }
  [[nodiscard]] std::span<const std::uint8_t> written() const { return {bytes_.data(), used_}; }

 private:
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(1 << 16);
  std::size_t used_ = 0;
};

/// The same for reading: the library's own stream is allocated for each message.
class input final : public avro::InputStream {
 public:
  bool next(const std::uint8_t** data, std::size_t* len) override {
    if (used_ == bytes_.size()) return false;
    *data = bytes_.data() + used_;
    *len = bytes_.size() - used_;
    used_ = bytes_.size();
    return true;
  }
  void backup(std::size_t len) override { used_ -= len; }
  void skip(std::size_t len) override { used_ += len; }
  [[nodiscard]] std::size_t byteCount() const override { return used_; }

  void read(std::span<const std::uint8_t> bytes) {
    bytes_ = bytes;
    used_ = 0;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t used_ = 0;
};

avro::ValidSchema schema(const std::string& path) {
  std::ifstream file(path);
  avro::ValidSchema made;
  avro::compileJsonSchema(file, made);
  return made;
}

template <class Value>
class codec {
 public:
  using value_type = Value;

  codec() : decoder_(avro::binaryDecoder()) {}

  /// Decodes by the rules of schema resolution.
  codec(const avro::ValidSchema& writer, const avro::ValidSchema& reader)
      : decoder_(avro::resolvingDecoder(writer, reader, avro::binaryDecoder())) {}

  std::span<const std::uint8_t> encode(const Value& value) {
    output_.clear();
    encoder_->init(output_);
    avro::encode(*encoder_, value);
    encoder_->flush();
    return output_.written();
  }

  bool decode(Value& value, std::span<const std::uint8_t> message) {
    input_.read(message);
    decoder_->init(input_);
    avro::decode(*decoder_, value);
    return true;
  }

 private:
  output output_;
  input input_;
  avro::EncoderPtr encoder_ = avro::binaryEncoder();
  avro::DecoderPtr decoder_;
};

}  // namespace

namespace bench {

void add_avro_cpp_accounts(operations& all, const sample& accounts) {
  using account_codec = codec<official_trade::Account>;
  add_both<account_codec>(all, accounts, "Avro for C++");
  const avro::ValidSchema own = schema("trade.avsc");
  add_decode(all, accounts.name + "/Avro for C++/decode, resolving",
             std::make_shared<work<account_codec>>(accounts, own, own));
}

void add_avro_cpp_shipments(operations& all, const sample& shipments) {
  add_both<codec<official_shipment::Shipment>>(all, shipments, "Avro for C++");
}

}  // namespace bench
