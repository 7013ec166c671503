%% Support for modules that explain errors.

-module(polywire_trace).

-export([error/2, fail/2, left/2, offset/2, text/4, within/3]).
-export_type([error/0, place/0, site/0]).

%% The code; the byte of the input at which reading stopped, if known; the path of the member that the error is about,
%% as in `orders[2].symbol`, empty for the message itself.
-type error() :: #{code := atom(), offset => non_neg_integer(), path := binary()}.

%% The start of a region in the input and the position in it, and the steps of the path, last one first.
-type place() :: {start(), Position :: non_neg_integer(), [step()]}.

%% The start of a region in the input; for a region outside of the input, the position at which the input was left.
-type start() :: non_neg_integer() | {left, non_neg_integer()} | undefined.

%% The place of a failure: a number that identifies the check, or the path in modules that explain errors.
-type site() :: integer() | place().

%% A member by its name, an element by its index, by the elements before it or as one of a list, a map's entry; after
%% `nowhere`, data that is not part of the message.
-type step() ::
    binary()
    | non_neg_integer()
    | {behind, list()}
    | {element, term(), list()}
    | {entry, {Key :: term(), Value :: term()}}
    | nowhere.

-spec fail(atom(), place()) -> no_return().
fail(Code, Place) -> throw({polywire_error, Code, Place}).

%% Returns an error; one without a place is caused by a value of the wrong type.
-spec error(atom(), site()) -> error().
error(Code, {undefined, _, Steps}) -> #{code => Code, path => path(Steps)};
error(Code, {{left, Offset}, _, Steps}) -> #{code => Code, offset => Offset, path => path(Steps)};
error(Code, {Start, Position, Steps}) -> #{code => Code, offset => Start + Position, path => path(Steps)};
error(Code, _) -> #{code => Code, path => <<>>}.

%% Converts a position in a region to a position in the input.
-spec offset(start(), non_neg_integer()) -> start().
offset(Start, Position) when is_integer(Start) -> Start + Position;
offset(Start, _) -> Start.

%% Records that the input is left at a position in a region.
-spec left(start(), non_neg_integer()) -> start().
left(Start, Position) when is_integer(Start) -> {left, Start + Position};
left(Start, _) -> Start.

%% Returns the start of a text read between two positions: one without escapes is a part of the region.
-spec text(start(), non_neg_integer(), non_neg_integer(), binary()) -> start() | elsewhere.
text(Start, From, To, Text) when To - From =:= byte_size(Text) + 2 -> offset(Start, From + 1);
text(_, _, _, _) -> elsewhere.

%% Returns the start of bytes that are read while reading a region.
-spec within(start() | elsewhere, start(), non_neg_integer()) -> start().
within(elsewhere, Start, Position) -> left(Start, Position);
within(Bytes, _, _) -> Bytes.

path(Steps) ->
    Known = lists:takewhile(fun(Step) -> Step =/= nowhere end, lists:reverse(Steps)),
    lists:foldl(fun append/2, <<>>, Known).

append(Name, <<>>) when is_binary(Name) -> Name;
append(Name, Path) when is_binary(Name) -> <<Path/binary, $., Name/binary>>;
append({behind, Before}, Path) -> append(length(Before), Path);
append({element, Element, List}, Path) ->
    append({behind, lists:takewhile(fun(Other) -> Other =/= Element end, List)}, Path);
append({entry, {Key, _}}, Path) -> <<Path/binary, $[, (key(Key))/binary, $]>>;
append(Index, Path) -> <<Path/binary, $[, (integer_to_binary(Index))/binary, $]>>.

key(Key) when is_binary(Key) -> valid(iolist_to_binary(polywire_json:quote(Key)));
key(Key) when is_atom(Key) -> atom_to_binary(Key);
key(Key) -> integer_to_binary(Key).

%% Replaces each maximal part of a character that is not complete, and each other byte that is not UTF-8, by the replacement
%% character.
valid(Text) ->
    case unicode:characters_to_binary(Text) of
        Valid when is_binary(Valid) -> Valid;
        {_, Valid, Wrong} -> <<Valid/binary, 16#fffd/utf8, (valid(behind(Wrong)))/binary>>
    end.

behind(<<Start:3/binary, Rest/binary>> = Wrong) ->
    case is_start(Start) of
        true -> Rest;
        false -> behind_two(Wrong)
    end;
behind(Wrong) ->
    behind_two(Wrong).

behind_two(<<Start:2/binary, Rest/binary>> = Wrong) ->
    case is_start(Start) of
        true -> Rest;
        false -> behind_one(Wrong)
    end;
behind_two(Wrong) ->
    behind_one(Wrong).

behind_one(<<_, Rest/binary>>) -> Rest.

%% Completed by the lowest or the highest bytes that may follow, the start of a character is a character.
is_start(Start) ->
    Ends = [<<16#80>>, <<16#bf>>, <<16#80, 16#80>>, <<16#bf, 16#bf>>],
    lists:any(fun(End) -> is_binary(unicode:characters_to_binary(<<Start/binary, End/binary>>)) end, Ends).
