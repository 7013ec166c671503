@0xbf5147cbbecf40c1;
struct Point { x @0 :UInt32; flag @1 :Bool; bold @2 :Bool; y @3 :UInt16; z @4 :UInt64; label @5 :Text; }
struct Number { it @0 :UInt16; more @1 :UInt32; }
struct Name { it @0 :Text; more @1 :UInt32; other @2 :Text; }
struct Shape {
  name @0 :Text;
  points @1 :List(Point);
  numbers @2 :List(Number);
  names @3 :List(Name);
  union { circle @4 :Float32; square @5 :Void; hexagon @7 :UInt8; }
  next @6 :Shape;
  tail @8 :Text;
}
