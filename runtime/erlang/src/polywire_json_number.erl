%% JSON numbers (RFC 8259, section 6), bare or as a whole string.

-module(polywire_json_number).

-export([float/3, integer/3, rest_of_integer/4, skip/2]).

%% A number: true if negative, the digits before and after the point, and the exponent.
-record(number, {negative :: boolean(), whole :: binary(), fraction :: binary(), exponent :: integer()}).

%% Smaller mantissas are exact in a binary64, and so are the powers of ten: their quotient is correctly rounded.
-define(MOST, 900719925474098).
-define(POWERS, {1.0e1, 1.0e2, 1.0e3, 1.0e4, 1.0e5, 1.0e6, 1.0e7, 1.0e8, 1.0e9, 1.0e10, 1.0e11, 1.0e12, 1.0e13, 1.0e14,
    1.0e15, 1.0e16, 1.0e17, 1.0e18, 1.0e19, 1.0e20, 1.0e21, 1.0e22}).

%% Longer numbers are shortened before they are converted.
-define(LONG, 40).

-define(is_digit(C), C >= $0, C =< $9).
-define(goes_on(C), C >= $0, C =< $9; C =:= $.; C =:= $e; C =:= $E).

%% Reads an integer within a range. Most consist only of digits and are read in one pass.
-spec integer(binary(), {integer(), integer()}, polywire_trace:site()) -> {integer(), binary()}.
integer(<<C, Rest/binary>> = Input, {_, High} = Range, Site) when C >= $1, C =< $9 ->
    case bare(Rest, C - $0) of
        {Number, _} = Token when Number =< High -> Token;
        _ -> any_integer(Input, Range, Site)
    end;
integer(<<$", C, Rest/binary>> = Input, {_, High} = Range, Site) when C >= $1, C =< $9 ->
    case bare(Rest, C - $0) of
        {Number, <<$", Behind/binary>>} when Number =< High -> {Number, Behind};
        _ -> any_integer(Input, Range, Site)
    end;
integer(Input, Range, Site) ->
    any_integer(Input, Range, Site).

any_integer(Input, Range, Site) ->
    {Number, Rest} = token(Input, Site),
    {in_range(exact(Number, Site), Range, Site), Rest}.

%% Reads an integer after its first digits, which do not begin with 0.
-spec rest_of_integer(binary(), pos_integer(), {integer(), integer()}, polywire_trace:site()) -> {integer(), binary()}.
rest_of_integer(Input, First, Range, Site) ->
    {Number, Rest} = after_digits(Input, First, Site),
    {in_range(exact(Number, Site), Range, Site), Rest}.

%% Reads digits to the end of a number, unless it is long or contains other characters.
bare(<<C, Rest/binary>>, Number) when ?is_digit(C), Number =< ?MOST -> bare(Rest, Number * 10 + C - $0);
bare(<<C, _/binary>>, _) when ?goes_on(C) -> slow;
bare(Rest, Number) -> {Number, Rest}.

%% Reads a float of 32 or 64 bits, correctly rounded.
-spec float(binary(), 32 | 64, polywire_trace:site()) -> {polywire_float:value(), binary()}.
float(<<C, Rest/binary>> = Input, 64, Site) when ?is_digit(C) ->
    case decimal(Rest, C - $0) of
        slow -> long_float(Input, Site);
        Token -> Token
    end;
float(<<$-, C, _/binary>> = Input, 64, Site) when ?is_digit(C) ->
    <<_, Positive/binary>> = Input,
    case float(Positive, 64, Site) of
        {Number, Rest} when Number > 0.0 -> {-Number, Rest};
        _ -> any_float(Input, 64, Site)
    end;
float(Input, Bits, Site) ->
    any_float(Input, Bits, Site).

%% Checks the characters after the first digit of a decimal, unless it is long or has an exponent.
decimal(<<C, _/binary>>, 0) when ?is_digit(C) -> slow;
decimal(Rest, First) -> whole_digits(Rest, First).

whole_digits(<<C, Rest/binary>>, Number) when ?is_digit(C), Number =< ?MOST ->
    whole_digits(Rest, Number * 10 + C - $0);
whole_digits(<<$., C, Rest/binary>>, Number) when ?is_digit(C), Number =< ?MOST ->
    fraction_digits(Rest, Number * 10 + C - $0, 1);
whole_digits(<<C, _/binary>>, _) when ?goes_on(C) ->
    slow;
whole_digits(Rest, Number) ->
    {erlang:float(Number), Rest}.

fraction_digits(<<C, Rest/binary>>, Number, Count) when ?is_digit(C), Number =< ?MOST, Count < 22 ->
    fraction_digits(Rest, Number * 10 + C - $0, Count + 1);
fraction_digits(<<C, _/binary>>, _, _) when ?goes_on(C) ->
    slow;
fraction_digits(Rest, Number, Count) ->
    {Number / element(Count, ?POWERS), Rest}.

%% Reads a decimal with many digits or an exponent.
long_float(<<$0, C, _/binary>> = Input, Site) when ?is_digit(C) ->
    any_float(Input, 64, Site);
long_float(Input, Site) ->
    case whole_size(Input, 0) of
        Size when Size > 0, Size =< ?LONG ->
            <<Text:Size/binary, Rest/binary>> = Input,
            try binary_to_float(Text) of
                Number -> {Number, Rest}
            catch
                error:badarg -> any_float(Input, 64, Site)
            end;
        _ ->
            any_float(Input, 64, Site)
    end.

%% Returns the size of a number in the form of Erlang's floats, which have digits before and after a point, or 0.
whole_size(<<C, Rest/binary>>, Size) when ?is_digit(C) -> whole_size(Rest, Size + 1);
whole_size(<<$., C, Rest/binary>>, Size) when ?is_digit(C) -> fraction_size(Rest, Size + 2);
whole_size(_, _) -> 0.

fraction_size(<<C, Rest/binary>>, Size) when ?is_digit(C) -> fraction_size(Rest, Size + 1);
fraction_size(<<E, C, Rest/binary>>, Size) when (E =:= $e orelse E =:= $E), ?is_digit(C) -> exponent_size(Rest, Size + 2);
fraction_size(<<E, Sign, C, Rest/binary>>, Size)
        when (E =:= $e orelse E =:= $E), (Sign =:= $+ orelse Sign =:= $-), ?is_digit(C) ->
    exponent_size(Rest, Size + 3);
fraction_size(<<E, _/binary>>, _) when E =:= $e; E =:= $E -> 0;
fraction_size(_, Size) -> Size.

exponent_size(<<C, Rest/binary>>, Size) when ?is_digit(C) -> exponent_size(Rest, Size + 1);
exponent_size(_, Size) -> Size.

any_float(<<"\"NaN\"", Rest/binary>>, _, _) ->
    {nan, Rest};
any_float(<<"\"Infinity\"", Rest/binary>>, _, _) ->
    {infinity, Rest};
any_float(<<"\"-Infinity\"", Rest/binary>>, _, _) ->
    {'-infinity', Rest};
any_float(Input, Bits, Site) ->
    case token_or_name(Input, Site) of
        {#number{} = Number, Rest} -> {rounded(Number, Bits, Site), Rest};
        Named -> Named
    end.

%% Checks the character after a number.
-spec skip(binary(), polywire_trace:site()) -> binary().
skip(Input, Site) ->
    case Input of
        <<C, _/binary>> when C =:= $-; C >= $0, C =< $9 ->
            {_, Rest} = number(Input, Site),
            Rest;
        <<>> -> throw({polywire_error, truncated, Site});
        _ -> throw({polywire_error, wrong_kind, Site})
    end.

token(Input, Site) ->
    case token_or_name(Input, Site) of
        {#number{}, _} = Token -> Token;
        _ -> throw({polywire_error, wrong_kind, Site})
    end.

token_or_name(<<$", _/binary>> = Input, Site) ->
    {Text, Rest} = polywire_json_string:read(Input, Site),
    case Text of
        <<"NaN">> -> {nan, Rest};
        <<"Infinity">> -> {infinity, Rest};
        <<"-Infinity">> -> {'-infinity', Rest};
        _ -> {whole_text(Text, Site), Rest}
    end;
token_or_name(<<C, _/binary>> = Input, Site) when C =:= $-; C >= $0, C =< $9 ->
    number(Input, Site);
token_or_name(<<>>, Site) ->
    throw({polywire_error, truncated, Site});
token_or_name(_, Site) ->
    throw({polywire_error, wrong_kind, Site}).

whole_text(Text, Site) ->
    try number(Text, Site) of
        {Number, <<>>} -> Number;
        _ -> throw({polywire_error, wrong_kind, Site})
    catch
        throw:{polywire_error, _, _} -> throw({polywire_error, wrong_kind, Site})
    end.

number(<<$-, Rest/binary>>, Site) -> whole(Rest, true, Site);
number(Input, Site) -> whole(Input, false, Site).

whole(<<$0, C, _/binary>>, _, Site) when C >= $0, C =< $9 ->
    throw({polywire_error, syntax, Site});
whole(Input, Negative, Site) ->
    {Whole, Rest} = digits(Input, Site),
    fraction(Rest, #number{negative = Negative, whole = Whole, fraction = <<>>, exponent = 0}, Site).

%% A number without a sign after its first digits.
after_digits(Input, First, Site) ->
    Count = count_digits(Input, 0),
    <<More:Count/binary, Rest/binary>> = Input,
    Digits = <<(integer_to_binary(First))/binary, More/binary>>,
    fraction(Rest, #number{negative = false, whole = Digits, fraction = <<>>, exponent = 0}, Site).

fraction(<<$., Input/binary>>, Number, Site) ->
    {Fraction, Rest} = digits(Input, Site),
    exponent(Rest, Number#number{fraction = Fraction}, Site);
fraction(Rest, Number, Site) ->
    exponent(Rest, Number, Site).

exponent(<<E, Sign, Rest/binary>>, Number, Site) when (E =:= $e orelse E =:= $E), (Sign =:= $+ orelse Sign =:= $-) ->
    {Digits, Behind} = digits(Rest, Site),
    Exponent = small(Digits),
    {Number#number{exponent = case Sign of $+ -> Exponent; $- -> -Exponent end}, Behind};
exponent(<<E, Rest/binary>>, Number, Site) when E =:= $e; E =:= $E ->
    {Digits, Behind} = digits(Rest, Site),
    {Number#number{exponent = small(Digits)}, Behind};
exponent(Rest, Number, _) ->
    {Number, Rest}.

%% Reads at least one digit.
digits(Input, Site) ->
    case count_digits(Input, 0) of
        0 when Input =:= <<>> -> throw({polywire_error, truncated, Site});
        0 -> throw({polywire_error, syntax, Site});
        Count ->
            <<Digits:Count/binary, Rest/binary>> = Input,
            {Digits, Rest}
    end.

count_digits(<<C, Rest/binary>>, Count) when C >= $0, C =< $9 -> count_digits(Rest, Count + 1);
count_digits(_, Count) -> Count.

%% Clamps an exponent where a number would need more memory than exists to make a difference.
small(Digits) ->
    case without_leading_zeros(Digits) of
        <<>> -> 0;
        Few when byte_size(Few) =< 15 -> binary_to_integer(Few);
        _ -> 1000000000000000
    end.

without_leading_zeros(<<$0, Rest/binary>>) -> without_leading_zeros(Rest);
without_leading_zeros(Digits) -> Digits.

without_trailing_zeros(Digits) ->
    case byte_size(Digits) of
        0 -> Digits;
        Size ->
            case binary:last(Digits) of
                $0 -> without_trailing_zeros(binary:part(Digits, 0, Size - 1));
                _ -> Digits
            end
    end.

%% Returns an integer below 10^20, or out_of_range.
exact(#number{negative = Negative, whole = Whole, fraction = <<>>, exponent = 0}, _) when byte_size(Whole) =< 20 ->
    signed(Negative, binary_to_integer(Whole));
exact(#number{negative = Negative} = Number, Site) ->
    {Digits, Exponent} = significant(Number),
    Size = byte_size(Digits) + Exponent,
    if
        Digits =:= <<>> -> 0;
        Exponent >= 0, Size =< 20 -> signed(Negative, binary_to_integer(Digits) * power(Exponent));
        true -> throw({polywire_error, out_of_range, Site})
    end.

power(0) -> 1;
power(N) -> 10 * power(N - 1).

%% Returns the digits without leading and trailing zeros, and the power of ten that multiplies them.
significant(#number{whole = Whole, fraction = Fraction, exponent = Exponent}) ->
    All = without_leading_zeros(<<Whole/binary, Fraction/binary>>),
    Digits = without_trailing_zeros(All),
    {Digits, Exponent - byte_size(Fraction) + byte_size(All) - byte_size(Digits)}.

signed(true, Number) -> -Number;
signed(false, Number) -> Number.

in_range(Number, {Low, High}, _) when Number >= Low, Number =< High -> Number;
in_range(_, _, Site) -> throw({polywire_error, out_of_range, Site}).

rounded(#number{negative = Negative} = Number, Bits, Site) ->
    {Digits, Exponent} = significant(Number),
    Rounded = polywire_json_float:from_decimal(Digits, Exponent, Bits),
    case Rounded of
        infinity -> throw({polywire_error, out_of_range, Site});
        _ when Negative -> -Rounded;
        _ -> Rounded
    end.
