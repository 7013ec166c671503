@0xbf5147cbbecf40c1;

struct Failure { reason @0 :Text; }

interface Named @0xbf5147cbbecf40c2 {
  # Whatever has a name.
  name @0 () -> (name :Text);
}

interface Account extends(Named) {
  balance @1 (currency :Text) -> (amount :Float64, currency :Text);
  close @0 Failure -> Failure;
  # Closes it.
  log @2 (line :Text) -> stream;
}
