%% Native values.

-module(polywire_value).

-export([bytes/1, entries/1, fixed/2, in_order/1, present/2, retain/3, set_nth/3, text/1, unknown/2]).

-type unknown() :: undefined | {Format :: atom(), binary()}.

%% Converts characters or UTF-8 to a binary.
-spec text(unicode:chardata()) -> binary().
text(Characters) ->
    case short(Characters, bnot 127) of
        long -> long_text(Characters);
        Text -> Text
    end.

long_text(Characters) ->
    try iolist_to_binary(Characters) of
        Text ->
            case polywire_utf8:is_ascii(Text) of
                true -> Text;
                false -> encoded(Characters)
            end
    catch
        error:badarg -> encoded(Characters)
    end.

encoded(Characters) ->
    case unicode:characters_to_binary(Characters) of
        Text when is_binary(Text) -> Text;
        _ -> throw({polywire_error, invalid_utf8, 0})
    end.

%% Returns the value of a field, or its default if absent.
-spec present(undefined | Value, Value) -> Value.
present(undefined, Default) -> Default;
present(Value, _) -> Value.

%% Converts iodata to a binary.
-spec bytes(iodata()) -> binary().
bytes(Data) ->
    case short(Data, bnot 255) of
        long -> iolist_to_binary(Data);
        Bytes -> Bytes
    end.

-define(FITS(Bits, Mask), (Bits) band Mask =:= 0).
-define(WORD(A, B, C, D), (A bsl 24 bor (B bsl 16) bor (C bsl 8) bor D)).

%% Converts a flat list of up to 15 elements without any of a mask's bits, taken four at a time: for so few, calling a
%% built-in function costs more. Everything else is long.
short([A, B, C, D | Rest], Mask) when ?FITS(A bor B bor C bor D, Mask) -> short_4(Rest, ?WORD(A, B, C, D), Mask);
short([A, B, C], Mask) when ?FITS(A bor B bor C, Mask) -> <<A, B, C>>;
short([A, B], Mask) when ?FITS(A bor B, Mask) -> <<A, B>>;
short([A], Mask) when ?FITS(A, Mask) -> <<A>>;
short([], _) -> <<>>;
short(_, _) -> long.

short_4([A, B, C, D | Rest], Word, Mask) when ?FITS(A bor B bor C bor D, Mask) ->
    short_8(Rest, Word, ?WORD(A, B, C, D), Mask);
short_4([A, B, C], Word, Mask) when ?FITS(A bor B bor C, Mask) -> <<Word:32, A, B, C>>;
short_4([A, B], Word, Mask) when ?FITS(A bor B, Mask) -> <<Word:32, A, B>>;
short_4([A], Word, Mask) when ?FITS(A, Mask) -> <<Word:32, A>>;
short_4([], Word, _) -> <<Word:32>>;
short_4(_, _, _) -> long.

short_8([A, B, C, D | Rest], First, Word, Mask) when ?FITS(A bor B bor C bor D, Mask) ->
    short_12(Rest, First, Word, ?WORD(A, B, C, D), Mask);
short_8([A, B, C], First, Word, Mask) when ?FITS(A bor B bor C, Mask) -> <<First:32, Word:32, A, B, C>>;
short_8([A, B], First, Word, Mask) when ?FITS(A bor B, Mask) -> <<First:32, Word:32, A, B>>;
short_8([A], First, Word, Mask) when ?FITS(A, Mask) -> <<First:32, Word:32, A>>;
short_8([], First, Word, _) -> <<First:32, Word:32>>;
short_8(_, _, _, _) -> long.

short_12([A, B, C], First, Second, Word, Mask) when ?FITS(A bor B bor C, Mask) ->
    <<First:32, Second:32, Word:32, A, B, C>>;
short_12([A, B], First, Second, Word, Mask) when ?FITS(A bor B, Mask) -> <<First:32, Second:32, Word:32, A, B>>;
short_12([A], First, Second, Word, Mask) when ?FITS(A, Mask) -> <<First:32, Second:32, Word:32, A>>;
short_12([], First, Second, Word, _) -> <<First:32, Second:32, Word:32>>;
short_12(_, _, _, _, _) -> long.

%% Returns exactly this many bytes.
-spec fixed(iodata(), non_neg_integer()) -> binary().
fixed(Data, Length) ->
    case iolist_to_binary(Data) of
        Bytes when byte_size(Bytes) =:= Length -> Bytes;
        _ -> throw({polywire_error, bad_length, 0})
    end.

%% Appends kept bytes of a format; those of another one are dropped.
-spec retain(atom(), binary(), unknown()) -> unknown().
retain(_, <<>>, Kept) -> Kept;
retain(Format, Bytes, {Format, Before}) -> {Format, <<Before/binary, Bytes/binary>>};
retain(Format, Bytes, _) -> {Format, Bytes}.

%% Returns the bytes kept for a format.
-spec unknown(atom(), unknown()) -> binary().
unknown(Format, {Format, Bytes}) -> Bytes;
unknown(_, _) -> <<>>.

%% Returns a list with the element at a one-based index replaced.
-spec set_nth(pos_integer(), Element, [Element]) -> [Element].
set_nth(1, Element, [_ | Rest]) -> [Element | Rest];
set_nth(Index, Element, [First | Rest]) -> [First | set_nth(Index - 1, Element, Rest)].

%% Returns the entries of a map in ascending order of their keys.
-spec entries(#{Key => Value}) -> [{Key, Value}].
entries(Map) -> lists:sort(maps:to_list(Map)).

%% Returns values in ascending order of their keys; equal ones in the given order.
-spec in_order([{Key :: term(), Value}]) -> [Value].
in_order(Keyed) -> [Value || {_, Value} <- lists:keysort(1, Keyed)].
