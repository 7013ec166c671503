# The struct that comparisons of Go serializers use; erlcapnp_person is made of it.
@0xbbb42b45cae0e7d0;

struct A {
  name @0 :Text;
  birthDay @1 :Int64;
  phone @2 :Text;
  siblings @3 :Int32;
  spouse @4 :Bool;
  money @5 :Float64;
}
