@0xa4be3dd0f6a7cc19;

struct Shelf {
  room @0 :Txt;
  row @1 :UInt8 = 300;
  Row @1 :UInt8;
}
