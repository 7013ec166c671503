// Reads objects without a type in the schema in place. The argument is a file of messages that
// capnp 0.9.2 wrote with types in these places, the second with a segment for each object;
// references to capabilities, which it cannot write, were added by hand.
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "envelopes.capnp.checked.hpp"
#include "envelopes.capnp.hpp"
#include "envelopes.capnp.view.hpp"
#include "self_pointing.hpp"
#include "shapes.capnp.checked.hpp"
#include "shapes.capnp.hpp"
#include "shapes.capnp.view.hpp"

namespace {

using polywire::error_code;
using polywire::object_kind;

#define REQUIRE(condition)                              \
  if (!(condition)) {                                   \
    std::printf("line %d: %s\n", __LINE__, #condition); \
    return false;                                       \
  }

/// Returns the value of an access, with or without checks.
template <class Value>
const Value& value_of(const polywire::result<Value>& value) {
  return *value;
}

template <class Value>
const Value& value_of(const Value& value) {
  return value;
}

/// Reads by the operations that both kinds of views support.
template <class View>
bool reads_objects(const View& envelope) {
  const auto content = value_of(envelope.content());
  REQUIRE(content.kind() && *content.kind() == object_kind::record);
  const auto letter = content.template as<envelopes::Letter>();
  REQUIRE(letter);
  REQUIRE(value_of(letter->subject()) == "hello" && value_of(letter->pages()) == 3);
  const auto attachment = value_of(letter->attachment());
  REQUIRE(*attachment.kind() == object_kind::list);
  const auto numbers = attachment.template list<std::uint16_t>();
  REQUIRE(numbers && numbers->size() == 3 && value_of((*numbers)[2]) == 65535);
  const auto replies = value_of(letter->replies());
  REQUIRE(replies.size() == 2);
  const auto reply = value_of(replies[1]);
  REQUIRE(value_of(reply.pages()) == 1);
  REQUIRE(polywire::as_text(value_of(value_of(reply.form()).which().scan())) == "abc");
  // An absent object is empty.
  const auto none = value_of(reply.attachment());
  REQUIRE(*none.kind() == object_kind::nothing && none.text()->empty() && none.bytes()->empty());
  REQUIRE(*none.reference() == 0 && none.template list<bool>()->empty());
  REQUIRE(value_of(none.template as<envelopes::Letter>()->pages()) == 1);

  const auto record = value_of(envelope.record()).template as<envelopes::Letter>();
  REQUIRE(record && value_of(record->subject()) == "record");
  const auto list = value_of(envelope.list()).template list<envelopes::Letter>();
  REQUIRE(list && list->size() == 2);
  REQUIRE(value_of(value_of((*list)[0]).subject()) == "first");
  REQUIRE(value_of(value_of((*list)[1]).pages()) == 9);

  const auto rows = value_of(envelope.rows());
  REQUIRE(rows.size() == 2);
  const auto row = value_of(rows[0]).template list<double>();
  REQUIRE(row && row->size() == 2 && value_of((*row)[0]) == 0.5);
  REQUIRE(value_of(rows[1]).template list<double>()->empty());
  const auto services = value_of(envelope.services());
  REQUIRE(services.size() == 3 && value_of(services[0]) == 5);
  REQUIRE(value_of(services[1]) == 0 && value_of(services[2]) == 1);
  const auto counts = value_of(envelope.counts());
  REQUIRE(counts.size() == 3 && value_of(counts[0]) == 2 && value_of(counts[1]) == 0);

  const auto box = value_of(envelope.box());
  REQUIRE(box);
  const auto words = value_of(box->value()).template list<std::string_view>();
  REQUIRE(words && words->size() == 2 && value_of((*words)[1]) == "yz");
  const auto which = envelope.which();
  REQUIRE(value_of(which.which()) == envelopes::Envelope_Which::Case::pick);
  const auto pick = value_of(which.pick());
  REQUIRE(*pick.text() == "text" && pick.bytes()->size() == 5);
  // Reading it as another type is an error.
  REQUIRE(pick.template as<envelopes::Letter>().error().code == error_code::wrong_kind);
  REQUIRE(pick.template list<std::uint16_t>().error().code == error_code::wrong_kind);
  REQUIRE(pick.reference().error().code == error_code::wrong_kind);
  REQUIRE(content.text().error().code == error_code::wrong_kind);
  REQUIRE(content.template list<envelopes::Letter>().error().code == error_code::wrong_kind);
  return true;
}

bool reads_message(polywire::bytes message) {
  const auto validated = polywire::capnp::validated<envelopes::Envelope>(message);
  REQUIRE(validated && reads_objects(*validated));
  polywire::shared_input from(message);
  const auto checked = polywire::capnp::checked<envelopes::Envelope>(from);
  REQUIRE(checked && reads_objects(*checked));
  // The decoder reads an object as a separate message.
  envelopes::Envelope value;
  REQUIRE(!polywire::capnp::decode(value, message));
  const auto own = polywire::capnp::validated<envelopes::Letter>(value.content);
  REQUIRE(own && own->subject() == "hello" && own->replies().size() == 2);
  return true;
}

/// Checks an error that depends on the type chosen by the reader: a validator accepts the message,
/// but reading the object fails.
bool refuses_objects(polywire::bytes message) {
  std::vector<std::uint8_t> copy(message.begin(), message.end());
  copy[polywire::as_text(message).find("hello")] = 0xff;
  const auto validated = polywire::capnp::validated<envelopes::Envelope>(copy);
  REQUIRE(validated);
  const auto letter = validated->content().as<envelopes::Letter>();
  REQUIRE(letter.error().code == error_code::invalid_utf8);
  REQUIRE(validated->record().as<envelopes::Letter>());
  const auto poor = validated->list().list<envelopes::Letter>(32);
  REQUIRE(poor.error().code == error_code::budget_exceeded);
  return true;
}

/// An object can be of another schema's type.
bool reads_others() {
  shapes::Drawing drawing;
  drawing.name = "house";
  drawing.shapes.resize(2);
  polywire::buffer content;
  REQUIRE(!polywire::capnp::encode(drawing, content));
  envelopes::Envelope envelope;
  envelope.content.assign(content.span().begin(), content.span().end());
  polywire::buffer message;
  REQUIRE(!polywire::capnp::encode(envelope, message));
  const auto validated = polywire::capnp::validated<envelopes::Envelope>(message.span());
  REQUIRE(validated);
  const auto read = validated->content().as<shapes::Drawing>();
  REQUIRE(read && read->name() == "house" && read->shapes().size() == 2);
  return true;
}

/// Following a struct whose object points back to it ends at the depth limit.
bool endless() {
  const std::vector<std::uint8_t> message = self_pointing();
  REQUIRE(!polywire::capnp::validated<envelopes::Box>(message));
  polywire::shared_input from(message);
  auto box = polywire::capnp::checked<envelopes::Box>(from);
  int depth = 0;
  while (box && depth <= 200) {
    const auto value = box->value();
    REQUIRE(value);
    box = value->as<envelopes::Box>();
    ++depth;
  }
  REQUIRE(depth == 101 && box.error().code == error_code::too_deep);
  return true;
}

/// Reads an object as anything it could be.
template <class Object>
void read_all(const Object& object) {
  static_cast<void>(object.kind());
  static_cast<void>(object.text());
  static_cast<void>(object.bytes());
  static_cast<void>(object.reference());
  if (const auto letter = object.template as<envelopes::Letter>()) {
    static_cast<void>(letter->subject());
  }
  if (const auto letters = object.template list<envelopes::Letter>()) {
    for (const auto& letter : *letters) static_cast<void>(letter);
  }
  if (const auto words = object.template list<std::string_view>()) {
    for (const auto& word : *words) static_cast<void>(word);
  }
  if (const auto bits = object.template list<bool>()) {
    std::size_t count = 0;
    for (const auto& bit : *bits) {
      static_cast<void>(bit);
      if (++count == 100) break;
    }
  }
}

/// No access reads outside of a message, whatever it contains. To be run under sanitizers.
void read_broken(polywire::bytes message) {
  for (std::size_t at = 0; at < message.size(); ++at) {
    for (const int flip : {0x01, 0x04, 0x80, 0xff}) {
      std::vector<std::uint8_t> copy(message.begin(), message.end());
      copy[at] = static_cast<std::uint8_t>(copy[at] ^ flip);
      if (const auto view = polywire::capnp::validated<envelopes::Envelope>(copy)) {
        for (const auto& object : {view->content(), view->record(), view->list()}) read_all(object);
        for (const auto& object : view->rows()) read_all(object);
      }
      polywire::shared_input from(copy);
      const auto view = polywire::capnp::checked<envelopes::Envelope>(from);
      if (!view) continue;
      for (const auto& object : {view->content(), view->record(), view->list()}) {
        if (object) read_all(*object);
      }
    }
  }
}

std::vector<std::uint8_t> of_hex(const std::string& text) {
  std::vector<std::uint8_t> message;
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    message.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(at, 2), nullptr, 16)));
  }
  return message;
}

}  // namespace

int main(int, char** arguments) {
  std::ifstream file(arguments[1]);
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    const std::vector<std::uint8_t> message = of_hex(line);
    if (!reads_message(message) || !refuses_objects(message)) return 1;
    read_broken(message);
  }
  return count == 2 && reads_others() && endless() ? 0 : 1;
}
