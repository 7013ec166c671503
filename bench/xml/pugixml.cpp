// pugixml: parsing alone, which leaves the values as texts; and the same document printed.
#include <pugixml.hpp>
#include <string>

#include "implementations.hpp"

namespace {

class appended final : public pugi::xml_writer {
 public:
  void write(const void* data, std::size_t size) override {
    text.append(static_cast<const char*>(data), size);
  }

  std::string text;
};

}  // namespace

void bench::add_pugixml(operations& all, const sample& accounts) {
  all.push_back(repeated(accounts.name + "/pugixml/parse",
                         [messages = accounts.messages, at = std::size_t{0}]() mutable {
                           const bytes& from = next(messages, at);
                           pugi::xml_document document;
                           if (!document.load_buffer(from.data(), from.size())) std::abort();
                           keep(document);
                         }));
  // The fastest it can do: the document is changed where it is, and no text is decoded.
  all.push_back(
      repeated(accounts.name + "/pugixml/parse_minimal",
               [messages = accounts.messages, copy = bytes(), at = std::size_t{0}]() mutable {
                 copy = next(messages, at);
                 pugi::xml_document document;
                 if (!document.load_buffer_inplace(copy.data(), copy.size(), pugi::parse_minimal))
                   std::abort();
                 keep(document);
               }));
  std::vector<pugi::xml_document> documents(accounts.messages.size());
  for (std::size_t at = 0; at < documents.size(); ++at) {
    documents[at].load_buffer(accounts.messages[at].data(), accounts.messages[at].size());
  }
  all.push_back(
      repeated(accounts.name + "/pugixml/print",
               [documents = std::make_shared<std::vector<pugi::xml_document>>(std::move(documents)),
                to = appended(), at = std::size_t{0}]() mutable {
                 to.text.clear();
                 next(*documents, at).save(to, "", pugi::format_raw);
                 keep(to.text);
               }));
}
