// Reads encapsulations with omniORB, and writes what it read in both byte orders. The program
// around it has the types that omniidl prints for a schema, and calls `answer` for each line of its
// input.
#include <omniORB4/CORBA.h>
#include <omniORB4/cdrStream.h>
#include <omniORB4/codeSets.h>

#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using octets = std::vector<CORBA::Octet>;

inline octets from_hex(const std::string& text) {
  octets bytes;
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    bytes.push_back(static_cast<CORBA::Octet>(std::stoi(text.substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

inline std::string to_hex(const octets& bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const auto octet : bytes) {
    text += digits[octet >> 4];
    text += digits[octet & 15];
  }
  return text;
}

/// ISO 8859-1 for characters, UTF-16 in the form of GIOP 1.2 for wide ones.
inline void set_character_sets(cdrStream& stream) {
  const GIOP::Version version{1, 2};
  stream.TCS_C(omni::omniCodeSet::getTCS_C(omni::omniCodeSet::ID_8859_1, version));
  stream.TCS_W(omni::omniCodeSet::getTCS_W(omni::omniCodeSet::ID_UTF_16, version));
}

template <class T>
octets written(const T& value, bool is_little) {
  cdrMemoryStream stream(0, true);
  set_character_sets(stream);
  stream.setByteSwapFlag(is_little);
  stream.marshalOctet(is_little);
  value >>= stream;
  const auto* begin = static_cast<const CORBA::Octet*>(stream.bufPtr());
  return {begin, begin + stream.bufSize()};
}

template <class T>
void read(T& value, const octets& message) {
  cdrEncapsulationStream stream(message.data(), static_cast<CORBA::ULong>(message.size()));
  set_character_sets(stream);
  value <<= stream;
}

/// Returns what a message holds in little-endian and in big-endian order.
template <class T>
std::string recoded(const octets& message) {
  T value;
  read(value, message);
  return to_hex(written(value, true)) + " " + to_hex(written(value, false));
}

/// Returns what a message holds in little-endian order. In the other one, omniORB fails at values
/// inside of chunks.
template <class T>
std::string recoded_little(const octets& message) {
  T value;
  read(value, message);
  return to_hex(written(value, true));
}

using recode = std::function<std::string(const octets&)>;

template <class Factory>
void add_factory(CORBA::ORB_ptr orb, const char* repository_id) {
  CORBA::ValueFactoryBase_var factory = new Factory;
  CORBA::ValueFactoryBase_var former = orb->register_value_factory(repository_id, factory);
}

/// Answers lines of a type and a message.
inline int answer(int argc, char** argv, const std::map<std::string, recode>& types,
                  const std::function<void(CORBA::ORB_ptr)>& prepare = {}) {
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  if (prepare) prepare(orb);
  std::string type, message;
  while (std::cin >> type >> message) {
    try {
      std::cout << types.at(type)(from_hex(message)) << std::endl;
    } catch (const CORBA::Exception& error) {
      std::cout << "refused " << error._name() << std::endl;
    }
  }
  return 0;
}
