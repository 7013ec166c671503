// libxml2: its writer, from the same values, and its reader, which leaves the values as texts.
#include <libxml/parser.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlwriter.h>

#include <charconv>
#include <string_view>

#include "generated/trade.xml.hpp"
#include "implementations.hpp"

namespace {

constexpr const char* sides[] = {"buy", "sell"};
constexpr const char* types[] = {"market", "limit", "stop"};

class writer {
 public:
  std::string_view write(const trade::Account& value) {
    xmlBufferEmpty(buffer_);
    xmlTextWriterPtr to = xmlNewTextWriterMemory(buffer_, 0);
    xmlTextWriterStartDocument(to, nullptr, "UTF-8", nullptr);
    xmlTextWriterStartElementNS(to, of("t"), of("account"), of("urn:trade"));
    number(to, "id", *value.id);
    text(to, "name", value.name->c_str());
    start(to, "wallet");
    text(to, "currency", value.wallet->currency->c_str());
    number(to, "amount", *value.wallet->amount);
    xmlTextWriterEndElement(to);
    for (const trade::Order& it : value.orders) order(to, it);
    xmlTextWriterEndElement(to);
    xmlTextWriterEndDocument(to);
    xmlFreeTextWriter(to);
    return {reinterpret_cast<const char*>(xmlBufferContent(buffer_)),
            static_cast<std::size_t>(xmlBufferLength(buffer_))};
  }

 private:
  static const xmlChar* of(const char* text) { return reinterpret_cast<const xmlChar*>(text); }

  static void start(xmlTextWriterPtr to, const char* name) {
    xmlTextWriterStartElement(to, of(name));
  }

  static void text(xmlTextWriterPtr to, const char* name, const char* value) {
    xmlTextWriterWriteElement(to, of(name), of(value));
  }

  template <class Number>
  static void number(xmlTextWriterPtr to, const char* name, Number value) {
    char digits[32];
    *std::to_chars(digits, digits + sizeof digits - 1, value).ptr = '\0';
    text(to, name, digits);
  }

  static void order(xmlTextWriterPtr to, const trade::Order& value) {
    start(to, "orders");
    number(to, "id", *value.id);
    text(to, "symbol", value.symbol->c_str());
    text(to, "side", sides[static_cast<int>(*value.side)]);
    text(to, "type", types[static_cast<int>(*value.type)]);
    number(to, "price", *value.price);
    number(to, "volume", *value.volume);
    xmlTextWriterEndElement(to);
  }

  xmlBufferPtr buffer_ = xmlBufferCreateSize(1 << 12);
};

}  // namespace

void bench::add_libxml2(operations& all, const sample& accounts) {
  std::vector<trade::Account> values(accounts.messages.size());
  for (std::size_t at = 0; at < values.size(); ++at) {
    require(!polywire::xml::decode(values[at], accounts.messages[at]), "a document is refused");
  }
  all.push_back(repeated(accounts.name + "/libxml2/encode",
                         [values, to = writer(), at = std::size_t{0}]() mutable {
                           keep(to.write(next(values, at)));
                         }));
  all.push_back(repeated(accounts.name + "/libxml2/parse", [messages = accounts.messages,
                                                            at = std::size_t{0}]() mutable {
    const bytes& from = next(messages, at);
    xmlDocPtr document = xmlReadMemory(reinterpret_cast<const char*>(from.data()),
                                       static_cast<int>(from.size()), nullptr, nullptr, 0);
    if (document == nullptr) std::abort();
    xmlFreeDoc(document);
  }));
}
