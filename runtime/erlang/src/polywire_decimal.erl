%% Decimals as the bits of floats.

-module(polywire_decimal).

-export([bits32/1, bits64/1]).

%% Returns the bits of the binary64 nearest to a decimal, infinity on overflow; those of a NaN if the text is not a
%% decimal.
-spec bits64(binary()) -> non_neg_integer().
bits64(Text) -> polywire_float:bits64(nearest(Text, 64)).

%% Like bits64/1, for a binary32.
-spec bits32(binary()) -> non_neg_integer().
bits32(Text) -> polywire_float:bits32(nearest(Text, 32)).

nearest(Text, Bits) ->
    case parts(Text) of
        {Whole, Fraction, Exponent} ->
            All = without_leading_zeros(<<Whole/binary, Fraction/binary>>),
            Digits = without_trailing_zeros(All),
            Scale = Exponent - byte_size(Fraction) + byte_size(All) - byte_size(Digits),
            polywire_json_float:from_decimal(Digits, Scale, Bits);
        none -> nan
    end.

%% Returns the digits before and after the point, and the exponent.
parts(Text) ->
    {Whole, Rest} = digits(Text),
    {Fraction, Behind} = case Rest of
        <<$., Point/binary>> -> digits(Point);
        _ -> {<<>>, Rest}
    end,
    case exponent(Behind) of
        Exponent when is_integer(Exponent), byte_size(Whole) + byte_size(Fraction) > 0 -> {Whole, Fraction, Exponent};
        _ -> none
    end.

exponent(<<>>) -> 0;
exponent(<<E, Rest/binary>>) when E =:= $e; E =:= $E ->
    case Rest of
        <<$-, Text/binary>> -> signed(-1, digits(Text));
        <<$+, Text/binary>> -> signed(1, digits(Text));
        _ -> signed(1, digits(Rest))
    end;
exponent(_) -> none.

%% The exponent is clamped where a number would need more memory than exists to make a difference.
signed(_, {<<>>, _}) -> none;
signed(Sign, {Digits, <<>>}) ->
    case without_leading_zeros(Digits) of
        <<>> -> 0;
        Few when byte_size(Few) =< 15 -> Sign * binary_to_integer(Few);
        _ -> Sign * 1000000000000000
    end;
signed(_, _) -> none.

digits(Text) -> split_binary(Text, count_digits(Text, 0)).

count_digits(<<C, Rest/binary>>, Count) when C >= $0, C =< $9 -> count_digits(Rest, Count + 1);
count_digits(_, Count) -> Count.

without_leading_zeros(<<$0, Rest/binary>>) -> without_leading_zeros(Rest);
without_leading_zeros(Digits) -> Digits.

without_trailing_zeros(<<>>) -> <<>>;
without_trailing_zeros(Digits) ->
    case binary:last(Digits) of
        $0 -> without_trailing_zeros(binary:part(Digits, 0, byte_size(Digits) - 1));
        _ -> Digits
    end.
