@0xd5a1a7a8f1c3b2e1;

enum Side { buy @0; sell @1; }
enum Type { market @0; limit @1; stop @2; }

struct Order {
  id @0 :Int32;
  symbol @1 :Text;
  side @2 :Side;
  type @3 :Type;
  price @4 :Float64;
  volume @5 :Float64;
}

struct Balance {
  currency @0 :Text;
  amount @1 :Float64;
}

struct Account {
  id @0 :Int32;
  name @1 :Text;
  wallet @2 :Balance;
  orders @3 :List(Order);
}
