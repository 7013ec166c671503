%% Text in the form of C's printf and string literals.

-module(polywire_print).

-export([c_string/1, general32/1, general64/1, spaces/1]).

%% Returns a quoted string, with octal escapes for characters that are not printable ASCII.
-spec c_string(binary()) -> binary().
c_string(Text) -> <<$", (<<<<(escape(C))/binary>> || <<C>> <= Text>>)/binary, $">>.

escape($\n) -> <<"\\n">>;
escape($\r) -> <<"\\r">>;
escape($\t) -> <<"\\t">>;
escape(C) when C =:= $"; C =:= $'; C =:= $\\ -> <<$\\, C>>;
escape(C) when C >= 32, C < 127 -> <<C>>;
escape(C) -> <<$\\, ($0 + (C bsr 6)), ($0 + ((C bsr 3) band 7)), ($0 + (C band 7))>>.

%% This many spaces.
-spec spaces(non_neg_integer()) -> binary().
spaces(Count) -> binary:copy(<<$\s>>, Count).

%% Returns a binary64 with 15 digits, or 17 if 15 do not round-trip.
-spec general64(polywire_float:value() | integer()) -> binary().
general64(Value) -> print(Value, fun polywire_float:bits64/1, fun polywire_decimal:bits64/1, {64, 15, 17}).

%% Returns a binary32 with 6 digits, or 9 if 6 do not round-trip.
-spec general32(polywire_float:value() | integer()) -> binary().
general32(Value) -> print(Value, fun polywire_float:bits32/1, fun polywire_decimal:bits32/1, {32, 6, 9}).

print(nan, _, _, _) -> <<"nan">>;
print({nan, _}, _, _, _) -> <<"nan">>;
print(infinity, _, _, _) -> <<"inf">>;
print('-infinity', _, _, _) -> <<"-inf">>;
print(Number, ToBits, FromText, {Size, Few, All}) ->
    <<Sign:1, Magnitude/bits>> = <<(ToBits(Number)):Size>>,
    <<Bits:Size>> = Positive = <<0:1, Magnitude/bits>>,
    <<Float:Size/float>> = Positive,
    Short = general(Float, Few),
    Text = case FromText(Short) of
        Bits -> Short;
        _ -> general(Float, All)
    end,
    case Sign of
        0 -> Text;
        1 -> <<$-, Text/binary>>
    end.

%% Exponential if the exponent is below -4 or not below the precision, without trailing zeros.
general(Float, Precision) ->
    [Mantissa, Scale] = binary:split(float_to_binary(Float, [{scientific, Precision - 1}]), <<"e">>),
    Digits = without_zeros(binary:replace(Mantissa, <<".">>, <<>>)),
    case binary_to_integer(Scale) of
        Exponent when Exponent < -4; Exponent >= Precision -> <<(pointed(Digits, 1))/binary, $e, (scale(Exponent))/binary>>;
        Exponent when Exponent < 0 -> <<"0.", (binary:copy(<<$0>>, -Exponent - 1))/binary, Digits/binary>>;
        Exponent -> pointed(Digits, Exponent + 1)
    end.

%% At least one digit.
without_zeros(<<Digit>>) -> <<Digit>>;
without_zeros(Digits) ->
    case binary:last(Digits) of
        $0 -> without_zeros(binary:part(Digits, 0, byte_size(Digits) - 1));
        _ -> Digits
    end.

%% Inserts the decimal point after the first Whole digits.
pointed(Digits, Whole) when byte_size(Digits) =< Whole ->
    <<Digits/binary, (binary:copy(<<$0>>, Whole - byte_size(Digits)))/binary>>;
pointed(Digits, Whole) ->
    <<Before:Whole/binary, Behind/binary>> = Digits,
    <<Before/binary, $., Behind/binary>>.

scale(Exponent) when Exponent < 0 -> <<$-, (two_digits(-Exponent))/binary>>;
scale(Exponent) -> <<$+, (two_digits(Exponent))/binary>>.

two_digits(Number) when Number < 10 -> <<$0, ($0 + Number)>>;
two_digits(Number) -> integer_to_binary(Number).
