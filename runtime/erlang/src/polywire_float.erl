%% Floats and their bits. Erlang's floats cannot represent all of IEEE 754: NaN and the infinities are atoms, and a NaN
%% with unusual bits is {nan, Bits}.

-module(polywire_float).

-export([bits32/1, bits64/1, from_bits32/1, from_bits64/1, is_bits32/2, is_bits64/2]).
-export_type([value/0]).

-type value() :: float() | nan | infinity | '-infinity' | {nan, non_neg_integer()}.

%% The bits of a binary64.
-spec bits64(value() | integer()) -> non_neg_integer().
bits64(nan) -> 16#7FF8000000000000;
bits64(infinity) -> 16#7FF0000000000000;
bits64('-infinity') -> 16#FFF0000000000000;
bits64({nan, Bits}) -> Bits;
bits64(Number) ->
    try <<Number:64/float>> of
        <<Bits:64>> -> Bits
    catch
        error:badarg -> throw({polywire_error, out_of_range, 0})
    end.

%% Returns the bits of a binary32; a number out of range is refused.
-spec bits32(value() | integer()) -> non_neg_integer().
bits32(nan) -> 16#7FC00000;
bits32(infinity) -> 16#7F800000;
bits32('-infinity') -> 16#FF800000;
bits32({nan, Bits}) -> Bits;
bits32(Number) ->
    try <<Number:32/float>> of
        <<Bits:32>> -> Bits
    catch
        error:badarg -> throw({polywire_error, out_of_range, 0})
    end.

%% The binary64 of these bits.
-spec from_bits64(non_neg_integer()) -> value().
from_bits64(16#7FF8000000000000) -> nan;
from_bits64(16#7FF0000000000000) -> infinity;
from_bits64(16#FFF0000000000000) -> '-infinity';
from_bits64(Bits) ->
    case <<Bits:64>> of
        <<Float/float>> -> Float;
        _ -> {nan, Bits}
    end.

%% The binary32 of these bits.
-spec from_bits32(non_neg_integer()) -> value().
from_bits32(16#7FC00000) -> nan;
from_bits32(16#7F800000) -> infinity;
from_bits32(16#FF800000) -> '-infinity';
from_bits32(Bits) ->
    case <<Bits:32>> of
        <<Float:32/float>> -> Float;
        _ -> {nan, Bits}
    end.

%% Returns true if a binary64 has these bits.
-spec is_bits64(value() | integer(), non_neg_integer()) -> boolean().
is_bits64(Value, Bits) -> bits64(Value) =:= Bits.

%% Returns true if a binary32 has these bits.
-spec is_bits32(value() | integer(), non_neg_integer()) -> boolean().
is_bits32(Value, Bits) -> bits32(Value) =:= Bits.
