// CodeSynthesis XSD: types and parsers that it generates of the same schema, over Xerces-C++.
#include <sstream>
#include <xercesc/framework/MemBufInputSource.hpp>
#include <xercesc/util/PlatformUtils.hpp>
#include <xsd/cxx/xml/sax/std-input-source.hxx>

#include "implementations.hpp"
#include "official/trade.hxx"

namespace {

constexpr auto quick =
    official::xml_schema::flags::dont_validate | official::xml_schema::flags::dont_initialize;

std::unique_ptr<official::Account> read(const bench::bytes& from) {
  const xercesc::MemBufInputSource source(from.data(), from.size(), "account", false);
  xercesc::MemBufInputSource& input = const_cast<xercesc::MemBufInputSource&>(source);
  return official::account(input, quick);
}

}  // namespace

void bench::add_xsd(operations& all, const sample& accounts) {
  xercesc::XMLPlatformUtils::Initialize();
  all.push_back(repeated(accounts.name + "/xsd/decode_new",
                         [messages = accounts.messages, at = std::size_t{0}]() mutable {
                           keep(read(next(messages, at)));
                         }));
  auto values = std::make_shared<std::vector<std::unique_ptr<official::Account>>>();
  for (const bytes& it : accounts.messages) values->push_back(read(it));
  all.push_back(repeated(accounts.name + "/xsd/encode", [values, at = std::size_t{0}]() mutable {
    std::ostringstream to;
    official::account(to, *next(*values, at), {}, "UTF-8", quick);
    keep(to);
  }));
}
