%% Explanations of errors: support for modules that explain them.

-module(polywire_trace).

-export([error/2, fail/2, left/2, offset/2, text/4, within/3]).
-export_type([error/0, place/0, site/0]).

%% The code; the byte of the input at which reading stopped, if it is known; the path to the member that the error is
%% about, as in `orders[2].symbol`, empty for the message itself.
-type error() :: #{code := atom(), offset => non_neg_integer(), path := binary()}.

%% Where a region begins in the input and the position in it, and the steps of the path, the last one first.
-type place() :: {start(), Position :: non_neg_integer(), [step()]}.

%% Where a region begins in the input; where the input was left to read one that is no part of it.
-type start() :: non_neg_integer() | {left, non_neg_integer()} | undefined.

%% The place of a failure: a number that identifies the check, or in modules that explain errors the path.
-type site() :: integer() | place().

%% A member by its name, an element by its index, by those before it or as one of a list, a map's entry; behind
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

%% An error; one without a place comes from a value that is not of its type.
-spec error(atom(), site()) -> error().
error(Code, {undefined, _, Steps}) -> #{code => Code, path => path(Steps)};
error(Code, {{left, Offset}, _, Steps}) -> #{code => Code, offset => Offset, path => path(Steps)};
error(Code, {Start, Position, Steps}) -> #{code => Code, offset => Start + Position, path => path(Steps)};
error(Code, _) -> #{code => Code, path => <<>>}.

%% The place in the input of a position in a region.
-spec offset(start(), non_neg_integer()) -> start().
offset(Start, Position) when is_integer(Start) -> Start + Position;
offset(Start, _) -> Start.

%% The input is left at a position in a region.
-spec left(start(), non_neg_integer()) -> start().
left(Start, Position) when is_integer(Start) -> {left, Start + Position};
left(Start, _) -> Start.

%% Where a text begins that was read between two positions: one without escapes is a part of the region.
-spec text(start(), non_neg_integer(), non_neg_integer(), binary()) -> start() | elsewhere.
text(Start, From, To, Text) when To - From =:= byte_size(Text) + 2 -> offset(Start, From + 1);
text(_, _, _, _) -> elsewhere.

%% The start of bytes that are read in the midst of a region.
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

key(Key) when is_binary(Key) -> iolist_to_binary(polywire_json:quote(Key));
key(Key) when is_atom(Key) -> atom_to_binary(Key);
key(Key) -> integer_to_binary(Key).
