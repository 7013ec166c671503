%% Native values.

-module(polywire_value).

-export([bytes/1, fixed/2, in_order/1, retain/3, set_nth/3, text/1, unknown/2]).

-type unknown() :: undefined | {Format :: atom(), binary()}.

%% Characters or UTF-8 as a binary.
-spec text(unicode:chardata()) -> binary().
text(Characters) ->
    case unicode:characters_to_binary(Characters) of
        Text when is_binary(Text) -> Text;
        _ -> throw({polywire_error, invalid_utf8, 0})
    end.

%% Bytes as a binary.
-spec bytes(iodata()) -> binary().
bytes(Data) -> iolist_to_binary(Data).

%% Exactly so many bytes.
-spec fixed(iodata(), non_neg_integer()) -> binary().
fixed(Data, Length) ->
    case iolist_to_binary(Data) of
        Bytes when byte_size(Bytes) =:= Length -> Bytes;
        _ -> throw({polywire_error, bad_length, 0})
    end.

%% Keeps further bytes of a format; those of another are dropped.
-spec retain(atom(), binary(), unknown()) -> unknown().
retain(_, <<>>, Kept) -> Kept;
retain(Format, Bytes, {Format, Before}) -> {Format, <<Before/binary, Bytes/binary>>};
retain(Format, Bytes, _) -> {Format, Bytes}.

%% The bytes that were kept for a format.
-spec unknown(atom(), unknown()) -> binary().
unknown(Format, {Format, Bytes}) -> Bytes;
unknown(_, _) -> <<>>.

%% A list with another element at a place, counted from 1.
-spec set_nth(pos_integer(), Element, [Element]) -> [Element].
set_nth(1, Element, [_ | Rest]) -> [Element | Rest];
set_nth(Index, Element, [First | Rest]) -> [First | set_nth(Index - 1, Element, Rest)].

%% Values in ascending order of the keys they come with; equal ones in the order given.
-spec in_order([{Key :: term(), Value}]) -> [Value].
in_order(Keyed) -> [Value || {_, Value} <- lists:keysort(1, Keyed)].
