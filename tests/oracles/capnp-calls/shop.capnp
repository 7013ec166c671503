@0xc8f2a1b5d3e97046;

# Services for tests of calls: chains of references, failures, and objects of the caller.

interface Named {
  name @0 () -> (name :Text);
}

interface Item extends(Named) {
  price @0 (count :UInt32) -> (cents :UInt64);
  fail @1 (reason :Text, kind :Kind);

  enum Kind {
    failed @0;
    overloaded @1;
    disconnected @2;
    unimplemented @3;
  }
}

interface Shelf {
  find @0 (name :Text) -> (found :Found);

  struct Found {
    count @0 :UInt32;
    note @1 :Text;
    place :group {
      row @2 :UInt8;
      item @3 :Item;
    }
  }

  next @1 () -> (number :UInt32, shelf :Shelf);
}

interface Shop {
  open @0 (shelf :Text, later :Bool) -> (shelf :Shelf);
  echo @1 (text :Text, data :Data, numbers :List(Int32)) -> (text :Text, data :Data, numbers :List(Int32));
  none @2 () -> (shelf :Shelf);
  count @3 () -> (open :UInt32);
  wait @4 ();
}
