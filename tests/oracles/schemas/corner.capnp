@0xb1e5a3f0c2d48697;

enum Color { red @0; green @1; blue @2; }

struct UnionPoint { x @0 :Int32; y @1 :Int32 = -1; }

struct Overlap {
  id @0 :UInt16 = 7;
  first :union {
    flag @1 :Bool = true;
    count @3 :UInt32 = 1000;
    name @5 :Text = "unnamed";
    nothing @9 :Void;
  }
  ready @2 :Bool;
  second :union {
    ratio @4 :Float64 = 1.5;
    small @6 :Int8 = -5;
    point @7 :UnionPoint;
    on @8 :Bool = true;
  }
  color @10 :Color = green;
}

struct Point { x @0 :Int32; y @1 :Int32; name @2 :Text; }

struct Route {
  id @0 :UInt64;
  name @1 :Text;
  place @2 :Point;
  path @3 :List(Point);
  tags @4 :List(Text);
  data @5 :Data;
  bits @6 :List(Bool);
  rows @7 :List(List(Int32));
}

struct OldPoint { x @0 :Int16; y @1 :Int16; }

# What older writers of `Lists` had: numbers, texts and smaller structs in the place of structs.
struct OldLists {
  items @0 :List(UInt16);
  notes @1 :List(Text);
  points @2 :List(OldPoint);
  flags @3 :List(Bool);
  numbers @4 :List(UInt16);
  texts @5 :List(Text);
}

struct Item { a @0 :UInt16; label @1 :Text; }

struct Note { text @0 :Text; n @1 :UInt32; }

struct NewPoint { x @0 :Int16; y @1 :Int16; z @2 :Int32 = 9; w @3 :Int64; }

struct Lists {
  items @0 :List(Item);
  notes @1 :List(Note);
  points @2 :List(NewPoint);
  flags @3 :List(Bool);
  numbers @4 :List(UInt16);
  texts @5 :List(Text);
}
