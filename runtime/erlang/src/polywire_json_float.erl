%% Floats as decimals and back.

-module(polywire_json_float).

-export([format/2, from_decimal/3]).

%% Digits beyond these affect rounding only by being nonzero.
-define(MOST_DIGITS, 800).

%% Returns the float nearest to Digits * 10^Exponent, ties to even; infinity on overflow. Digits have no leading or
%% trailing zeros.
-spec from_decimal(binary(), integer(), 32 | 64) -> float() | infinity.
from_decimal(<<>>, _, _) -> 0.0;
from_decimal(Digits, Exponent, Bits) ->
    Magnitude = byte_size(Digits) + Exponent,
    if
        Magnitude > 400 -> infinity;
        Magnitude < -400 -> 0.0;
        byte_size(Digits) > ?MOST_DIGITS ->
            <<Head:?MOST_DIGITS/binary, Tail/binary>> = Digits,
            rounded(<<Head/binary, $1>>, Exponent + byte_size(Tail) - 1, Bits);
        true -> rounded(Digits, Exponent, Bits)
    end.

rounded(Digits, Exponent, 64) -> nearest64(Digits, Exponent);
rounded(Digits, Exponent, 32) -> nearest32(Digits, Exponent).

nearest64(<<First, Rest/binary>>, Exponent) ->
    Fraction = case Rest of <<>> -> <<"0">>; _ -> Rest end,
    Scale = integer_to_binary(Exponent + byte_size(Rest)),
    try binary_to_float(<<First, $., Fraction/binary, $e, Scale/binary>>)
    catch error:badarg -> infinity
    end.

%% Double rounding is wrong only if the binary64 is halfway between two binary32: then the decimal itself decides.
nearest32(Digits, Exponent) ->
    case nearest64(Digits, Exponent) of
        infinity -> infinity;
        Double ->
            <<Bits:64>> = <<Double:64/float>>,
            nearest32(Double, Bits, Digits, Exponent)
    end.

nearest32(Double, Bits, Digits, Exponent) ->
    Near = to_single(Double),
    case Near =:= Double orelse compare(Digits, Exponent, Bits) of
        true -> Near;
        equal -> Near;
        %% One step away from zero or towards it in binary64 leaves the halfway point, and has no other effect.
        above -> to_single(from_bits(Bits + 1));
        below when Bits > 0 -> to_single(from_bits(Bits - 1));
        below -> Near
    end.

from_bits(Bits) ->
    case <<Bits:64>> of
        <<Float/float>> -> Float;
        _ -> infinity
    end.

to_single(infinity) -> infinity;
to_single(Double) ->
    try <<Double:32/float>> of
        <<Single:32/float>> -> Single;
        _ -> infinity
    catch
        error:badarg -> infinity
    end.

%% Compares a decimal with a positive binary64.
compare(Digits, Exponent, Bits) ->
    {Mantissa, Scale} = case Bits bsr 52 of
        0 -> {Bits, -1074};
        Biased -> {(Bits band 16#FFFFFFFFFFFFF) bor 16#10000000000000, Biased - 1075}
    end,
    Number = binary_to_integer(Digits),
    Left = Number * power(10, Exponent) * power(2, -Scale),
    Right = Mantissa * power(2, Scale) * power(10, -Exponent),
    if
        Left > Right -> above;
        Left < Right -> below;
        true -> equal
    end.

power(_, Exponent) when Exponent =< 0 -> 1;
power(2, Exponent) -> 1 bsl Exponent;
power(Base, Exponent) when Exponent band 1 =:= 0 ->
    Root = power(Base, Exponent bsr 1),
    Root * Root;
power(Base, Exponent) -> Base * power(Base, Exponent - 1).

%% Returns the shortest decimal that round-trips to the same float, in the form of ECMAScript's Number::toString, but
%% with `.0` after an integer below 10^16; NaN and the infinities as strings.
-spec format(polywire_float:value() | integer(), 32 | 64) -> binary().
format(Number, 64) when is_float(Number), abs(Number) >= 1.0e-5, abs(Number) < 1.0e15 ->
    case trunc(Number) of
        Whole when Whole == Number ->
            <<(integer_to_binary(Whole))/binary, ".0">>;
        _ ->
            Text = float_to_binary(Number, [short]),
            case has_exponent(Text) of
                false -> Text;
                true -> any_format(Number, 64)
            end
    end;
format(Number, Bits) ->
    any_format(Number, Bits).

has_exponent(<<$e, _/binary>>) -> true;
has_exponent(<<_, Rest/binary>>) -> has_exponent(Rest);
has_exponent(<<>>) -> false.

any_format(nan, _) -> <<"\"NaN\"">>;
any_format({nan, _}, _) -> <<"\"NaN\"">>;
any_format(infinity, _) -> <<"\"Infinity\"">>;
any_format('-infinity', _) -> <<"\"-Infinity\"">>;
any_format(Number, 64) -> signed(bits(polywire_float:bits64(Number), 64), fun digits64/1);
any_format(Number, 32) -> signed(bits(polywire_float:bits32(Number), 32), fun digits32/1).

%% Returns the sign of a float (true if negative), and its absolute value.
bits(Bits, Size) ->
    <<Sign:1, Rest/bits>> = <<Bits:Size>>,
    <<Float:Size/float>> = <<0:1, Rest/bits>>,
    {Sign, Float}.

signed({0, Float}, Digits) -> unsigned(Float, Digits);
signed({1, Float}, Digits) -> <<$-, (unsigned(Float, Digits))/binary>>.

unsigned(Float, _) when Float == 0 -> <<"0.0">>;
unsigned(Float, Find) ->
    {Digits, Point} = Find(Float),
    layout(Digits, byte_size(Digits), Point).

%% Lays out Digits, the first Point of which are before the decimal point.
layout(Digits, Count, Point) when Count =< Point, Point =< 16 -> <<Digits/binary, (zeros(Point - Count))/binary, ".0">>;
layout(Digits, Count, Point) when Count =< Point, Point =< 21 -> <<Digits/binary, (zeros(Point - Count))/binary>>;
layout(Digits, _, Point) when Point > 0, Point =< 21 ->
    <<Whole:Point/binary, Fraction/binary>> = Digits,
    <<Whole/binary, $., Fraction/binary>>;
layout(Digits, _, Point) when Point > -6, Point =< 0 -> <<"0.", (zeros(-Point))/binary, Digits/binary>>;
layout(<<Digit>>, 1, Point) -> <<Digit, $e, (exponent(Point - 1))/binary>>;
layout(<<First, Rest/binary>>, _, Point) -> <<First, $., Rest/binary, $e, (exponent(Point - 1))/binary>>.

exponent(Exponent) when Exponent >= 0 -> <<$+, (integer_to_binary(Exponent))/binary>>;
exponent(Exponent) -> integer_to_binary(Exponent).

zeros(Count) -> binary:copy(<<$0>>, Count).

digits64(Float) -> split(float_to_binary(Float, [short])).

%% Returns the digits of `12.5`, `0.001` or `1.5e-7` without leading and trailing zeros, and the position of the point.
split(Text) ->
    {Decimal, Exponent} = case binary:split(Text, <<"e">>) of
        [Mantissa, Scale] -> {Mantissa, binary_to_integer(Scale)};
        [Mantissa] -> {Mantissa, 0}
    end,
    [Whole | Fraction] = binary:split(Decimal, <<".">>),
    All = iolist_to_binary([Whole | Fraction]),
    Leading = leading_zeros(All, 0),
    <<_:Leading/binary, Digits/binary>> = All,
    {trim(Digits), byte_size(Whole) - Leading + Exponent}.

leading_zeros(<<$0, Rest/binary>>, Count) -> leading_zeros(Rest, Count + 1);
leading_zeros(_, Count) -> Count.

trim(Digits) ->
    case binary:last(Digits) of
        $0 -> trim(binary:part(Digits, 0, byte_size(Digits) - 1));
        _ -> Digits
    end.

%% Nine digits are always enough for a binary32; fewer are tried first.
digits32(Float) -> digits32(Float, 1).

digits32(Float, Count) ->
    {Digits, Point} = split(float_to_binary(Float, [{scientific, Count - 1}])),
    Number = binary_to_integer(Digits) * power(10, Count - byte_size(Digits)),
    Reads = [Candidate || Candidate <- [Number, Number + 1, Number - 1], reads_as(Candidate, Point - Count, Float)],
    case Reads of
        [Found | _] ->
            Text = integer_to_binary(Found),
            {trim(Text), Point + byte_size(Text) - Count};
        [] -> digits32(Float, Count + 1)
    end.

reads_as(0, _, _) -> false;
reads_as(Number, Exponent, Float) ->
    Text = integer_to_binary(Number),
    Digits = trim(Text),
    from_decimal(Digits, Exponent + byte_size(Text) - byte_size(Digits), 32) =:= Float.
