@0xd2f1c3a45b6e7791;
struct Point { x @0 :Int32; y @1 :Int32; }
struct Doc {
  id @0 :UInt32; name @1 :Text; pts @2 :List(Point); nums @3 :List(UInt16);
  u :union { a @4 :UInt8; b @5 :Text; }
}
