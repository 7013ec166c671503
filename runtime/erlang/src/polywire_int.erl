%% Integers of a fixed width.

-module(polywire_int).

-export([signed/2]).

%% Returns the low bits of an integer as two's complement.
-spec signed(1..64, integer()) -> integer().
signed(Bits, Number) ->
    <<Signed:Bits/signed>> = <<Number:Bits>>,
    Signed.
