%% Elements of a stream that arrives in pieces, found by a generated framing. A value contains the part of an element
%% from earlier pieces; there is no other state.

-module(polywire_chunks).

-export([new/3, push/2, finish/1, split/3]).
-export_type([chunks/0, look/0]).

%% Makes the frame of a piece, given the previous frame.
-type look() :: fun((binary(), tuple()) -> {ok, tuple()} | {error, term()}).

-record(chunks, {
    look :: look(),
    frame :: tuple(),
    at_most :: non_neg_integer(),
    parts = [] :: [binary()],
    size = 0 :: non_neg_integer()
}).

-opaque chunks() :: #chunks{}.

%% The generated frame's fields.
-define(FIRST, 2).
-define(TAKEN, 3).
-define(COMPLETE, 4).
-define(MAY_END, 5).

%% Starts a stream: a new frame, and the maximum number of bytes of an element.
-spec new(look(), tuple(), non_neg_integer()) -> chunks().
new(Look, Frame, AtMost) ->
    #chunks{look = Look, frame = Frame, at_most = AtMost}.

%% Returns the elements that a piece completes; on an error, those before it.
-spec push(binary(), chunks()) -> {ok, [binary()], chunks()} | {error, term(), [binary()]}.
push(Piece, Chunks) ->
    push(Piece, Chunks, []).

push(<<>>, Chunks, Elements) ->
    {ok, lists:reverse(Elements), Chunks};
push(Piece, Chunks, Elements) ->
    case advance(Piece, Chunks) of
        {complete, Element, Rest, Next} -> push(Rest, Next, [Element | Elements]);
        {partial, Next} -> push(<<>>, Next, Elements);
        {error, Reason} -> {error, Reason, lists:reverse(Elements)}
    end.

%% Ends the stream, which may complete an element.
-spec finish(chunks()) -> {ok, [binary()]} | {error, term()}.
finish(Chunks) ->
    case advance(<<>>, Chunks) of
        {partial, #chunks{frame = Frame, parts = Parts}} when element(?MAY_END, Frame) ->
            {ok, [joined(Parts) || Parts =/= []]};
        {partial, _} ->
            {error, truncated};
        {error, _} = Error ->
            Error
    end.

%% Returns the first element of a binary, and the rest; all of it if no element ends in it.
-spec split(look(), tuple(), binary()) -> {binary(), binary()}.
split(Look, Frame, Binary) ->
    case advance(Binary, new(Look, Frame, byte_size(Binary))) of
        {complete, Element, Rest, _} -> {Element, Rest};
        _ -> {Binary, <<>>}
    end.

advance(Piece, #chunks{look = Look, frame = Frame, parts = Parts, size = Size, at_most = AtMost} = Chunks) ->
    case Look(Piece, Frame) of
        {ok, Next} ->
            First = element(?FIRST, Next),
            Taken = element(?TAKEN, Next),
            Part = binary:part(Piece, First, Taken - First),
            All = Size + byte_size(Part),
            case element(?COMPLETE, Next) of
                _ when All > AtMost ->
                    {error, too_large};
                true ->
                    <<_:Taken/binary, Rest/binary>> = Piece,
                    {complete, joined(added(Part, Parts)), Rest, Chunks#chunks{frame = Next, parts = [], size = 0}};
                false ->
                    {partial, Chunks#chunks{frame = Next, parts = added(Part, Parts), size = All}}
            end;
        {error, _} = Error ->
            Error
    end.

added(<<>>, Parts) -> Parts;
added(Part, Parts) -> [Part | Parts].

%% An element that is entirely in one piece is a sub-binary of it.
joined([]) -> <<>>;
joined([Part]) -> Part;
joined(Parts) -> iolist_to_binary(lists:reverse(Parts)).
