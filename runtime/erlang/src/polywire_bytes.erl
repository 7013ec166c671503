%% Parts of binaries.

-module(polywire_bytes).

-export([before/2, between/3, fit/6, is_ascii/1, mismatch/4, until_nul/1]).

%% Returns the bytes of an earlier rest of a window up to where this many bytes are left.
-spec before(binary(), non_neg_integer()) -> binary().
before(Rest, Left) when Left < byte_size(Rest) -> binary:part(Rest, 0, byte_size(Rest) - Left);
before(_, _) -> <<>>.

%% Returns the bytes between two positions; none if the second is before the first.
-spec between(binary(), non_neg_integer(), non_neg_integer()) -> binary().
between(Region, From, To) when From < To -> binary:part(Region, From, To - From);
between(_, _, _) -> <<>>.

%% Returns the bytes at a position, truncated to the length of Fill or extended by the rest of it.
-spec fit(binary(), non_neg_integer(), non_neg_integer(), binary(), atom(), polywire_trace:site()) -> binary().
fit(Region, Position, Length, Fill, Code, Site) ->
    Size = byte_size(Fill),
    case Region of
        <<_:Position/binary, Bytes:Length/binary, _/binary>> when Length >= Size -> binary:part(Bytes, 0, Size);
        <<_:Position/binary, Bytes:Length/binary, _/binary>> ->
            <<Bytes/binary, (binary:part(Fill, Length, Size - Length))/binary>>;
        _ -> throw({polywire_error, Code, Site})
    end.

%% Fails on bytes that differ from the expected ones; a prefix of them is truncated.
-spec mismatch(binary(), binary(), atom(), polywire_trace:site()) -> no_return().
mismatch(Rest, Expected, Code, Site) ->
    Size = byte_size(Rest),
    case Expected of
        <<Rest:Size/binary, _/binary>> -> throw({polywire_error, truncated, Site});
        _ -> throw({polywire_error, Code, Site})
    end.

%% Returns true if all bytes are below 16#80.
-spec is_ascii(binary()) -> boolean().
is_ascii(<<A, B, C, D, Rest/binary>>) when (A bor B bor C bor D) < 16#80 -> is_ascii(Rest);
is_ascii(<<A, Rest/binary>>) when A < 16#80 -> is_ascii(Rest);
is_ascii(Rest) -> Rest =:= <<>>.

%% The bytes before the first NUL, or all of them.
-spec until_nul(binary()) -> binary().
until_nul(Bytes) ->
    case binary:match(Bytes, <<0>>) of
        {At, _} -> binary:part(Bytes, 0, At);
        nomatch -> Bytes
    end.
