// Converts between the types of both, in one translation unit.
#pragma once

inline bool to_theirs(const ledger::polywire_types::Entry& ours, ledger::Entry& theirs) {
  polywire::buffer message;
  if (polywire::protobuf::encode(ours, message)) return false;
  return theirs.ParseFromArray(message.span().data(), static_cast<int>(message.size()));
}

inline bool to_ours(const ledger::Entry& theirs, ledger::polywire_types::Entry& ours) {
  return !polywire::protobuf::decode(ours, polywire::as_bytes(theirs.SerializeAsString()));
}

/// Converts a value to the other type and back.
inline bool goes_round() {
  ledger::Entry theirs, again;
  theirs.set_text("tea");
  theirs.set_cents(250);
  theirs.mutable_at()->set_seconds(1700000000);
  ledger::polywire_types::Entry ours;
  if (!to_ours(theirs, ours) || !to_theirs(ours, again)) return false;
  return ours.text == "tea" && ours.at->seconds == 1700000000 && again.cents() == 250 &&
         again.at().seconds() == google::protobuf::Timestamp(theirs.at()).seconds();
}
