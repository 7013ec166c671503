# Messages of three shapes: small with nested structs, many structs of many small fields, and many
# texts.
@0xac70863c18288a23;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("bench");

struct Account {
  id @0 :Int32;
  name @1 :Text;
  wallet @2 :Balance;
  orders @3 :List(Order);
}

struct Balance {
  currency @0 :Text;
  amount @1 :Float64;
}

struct Order {
  id @0 :Int32;
  symbol @1 :Text;
  side @2 :Side;
  type @3 :Type;
  price @4 :Float64;
  volume @5 :Float64;
}

enum Side {
  buy @0;
  sell @1;
}

enum Type {
  market @0;
  limit @1;
  stop @2;
}

struct Lot {
  cars @0 :List(Car);
}

struct Car {
  maker @0 :Text;
  model @1 :Text;
  color @2 :Color;
  seats @3 :UInt8;
  doors @4 :UInt8;
  wheels @5 :List(Wheel);
  length @6 :UInt16;
  width @7 :UInt16;
  height @8 :UInt16;
  weight @9 :UInt32;
  engine @10 :Engine;
  tankSize @11 :Float32;
  tankLevel @12 :Float32;
  powerWindows @13 :Bool;
  powerSteering @14 :Bool;
  cruiseControl @15 :Bool;
  cupHolders @16 :UInt8;
  navigation @17 :Bool;
}

enum Color {
  black @0;
  white @1;
  red @2;
  green @3;
  blue @4;
  silver @5;
}

struct Wheel {
  diameter @0 :UInt16;
  pressure @1 :Float32;
  snow @2 :Bool;
}

struct Engine {
  power @0 :UInt16;
  cylinders @1 :UInt8;
  displacement @2 :UInt32;
  gas @3 :Bool;
  electric @4 :Bool;
}

struct Ranking {
  results @0 :List(Result);
}

struct Result {
  url @0 :Text;
  score @1 :Float64;
  snippet @2 :Text;
}
