%% Answers each line, a framing and two pieces, with the elements; see tests/frames.rs.

-module(frames_driver).

-export([main/0]).

-include("frames.hrl").

main() ->
    case io:get_line("") of
        eof ->
            halt();
        Line ->
            [Framing, Left, Right] = string:lexemes(string:trim(Line), " "),
            Chunks = polywire_chunks:new(look(Framing), #'Frame'{}, 20),
            io:put_chars([pieces([from_hex(Left), from_hex(Right)], Chunks), "\n"]),
            main()
    end.

look("json_elements") -> fun frames_json_elements:decode_Frame/2;
look("json_values") -> fun frames_json_values:decode_Frame/2;
look("capnp") -> fun frames_capnp:decode_Frame/2;
look("capnp_packed") -> fun frames_capnp_packed:decode_Frame/2;
look("flatbuffers_size_prefixed") -> fun frames_flatbuffers_size_prefixed:decode_Frame/2;
look("sofh") -> fun frames_sofh:decode_Frame/2;
look("delimited") -> fun frames_delimited:decode_Frame/2.

pieces([], Chunks) ->
    case polywire_chunks:finish(Chunks) of
        {ok, Elements} -> [shown(Elements), "end"];
        {error, _} -> "error"
    end;
pieces([Piece | Pieces], Chunks) ->
    case polywire_chunks:push(Piece, Chunks) of
        {ok, Elements, Next} -> [shown(Elements) | pieces(Pieces, Next)];
        {error, _, Elements} -> [shown(Elements), "error"]
    end.

shown(Elements) ->
    [[string:lowercase(binary:encode_hex(Element)), "- "] || Element <- Elements].

from_hex(Text) ->
    binary:decode_hex(list_to_binary(string:trim(Text, trailing, "-"))).
