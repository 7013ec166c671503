@0xbf5147cbbecf40c1;
struct Point { x @0 :UInt32; flag @1 :Bool; }
struct Shape {
  name @0 :Text;
  points @1 :List(Point);
  numbers @2 :List(UInt16);
  names @3 :List(Text);
  union { circle @4 :Float32; square @5 :Void; }
  next @6 :Shape;
}
