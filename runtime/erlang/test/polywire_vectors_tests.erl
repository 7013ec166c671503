%% Runs the vectors that every engine uses.

-module(polywire_vectors_tests).

-include_lib("eunit/include/eunit.hrl").

read_test_() -> [{name(Row), fun() -> read(Row) end} || Row <- rows("read.tsv")].

write_test_() -> [{name(Row), fun() -> write(Row) end} || Row <- rows("write.tsv")].

pure_test_() -> [{name(Row), fun() -> pure(Row) end} || Row <- rows("pure.tsv")].

read([Leaf, Input, Expected]) ->
    Bytes = bytes(Input),
    Given =
        try read(Leaf, Bytes) of
            {Value, Rest} -> [<<"ok">>, integer_to_binary(byte_size(Bytes) - byte_size(Rest)), text(Leaf, Value)];
            Rest -> [<<"ok">>, integer_to_binary(byte_size(Bytes) - byte_size(Rest))]
        catch
            throw:{polywire_error, Code, 7} -> [<<"error">>, atom_to_binary(Code)]
        end,
    ?assertEqual(Expected, iolist_to_binary(lists:join($\s, Given))).

read(<<"varint">>, Bytes) -> polywire_varint:decode(Bytes, 7);
read(<<"short_varint">>, Bytes) -> polywire_varint:decode_short(Bytes, 7);
read(<<"json_space">>, Bytes) -> polywire_json:skip_space(Bytes);
read(<<"json_string">>, Bytes) -> polywire_json:string(Bytes, 7);
read(<<"json_int">>, Bytes) -> polywire_json:int(Bytes, 7);
read(<<"json_uint">>, Bytes) -> polywire_json:uint(Bytes, 7);
read(<<"json_float64">>, Bytes) -> polywire_json:float64(Bytes, 7);
read(<<"json_float32">>, Bytes) -> polywire_json:float32(Bytes, 7);
read(<<"json_bool">>, Bytes) -> polywire_json:bool(Bytes, 7);
read(<<"json_skip_number">>, Bytes) -> polywire_json:skip_number(Bytes, 7);
read(<<"json_base64">>, Bytes) -> polywire_json:base64(Bytes, 7).

text(<<"json_float64">>, Value) -> hex(<<(polywire_float:bits64(Value)):64>>);
text(<<"json_float32">>, Value) -> hex(<<(polywire_float:bits32(Value)):32>>);
text(_, Value) when is_binary(Value) -> hex(Value);
text(_, Value) when is_integer(Value) -> integer_to_binary(Value);
text(_, Value) -> atom_to_binary(Value).

write([Leaf, Argument, Expected]) -> ?assertEqual(bytes(Expected), write(Leaf, Argument)).

write(<<"varint">>, Argument) -> polywire_varint:encode(binary_to_integer(Argument));
write(<<"decimal_int">>, Argument) -> integer_to_binary(binary_to_integer(Argument));
write(<<"decimal_uint">>, Argument) -> integer_to_binary(binary_to_integer(Argument));
write(<<"json_float64">>, Argument) -> polywire_json:format64(polywire_float:from_bits64(binary_to_integer(Argument, 16)));
write(<<"json_float32">>, Argument) -> polywire_json:format32(polywire_float:from_bits32(binary_to_integer(Argument, 16)));
write(<<"json_string">>, Argument) -> polywire_json:quote(bytes(Argument));
write(<<"json_base64">>, Argument) -> polywire_json:quote_base64(bytes(Argument));
write(<<"spaces">>, Argument) -> polywire_print:spaces(binary_to_integer(Argument));
write(<<"c_string">>, Argument) -> polywire_print:c_string(bytes(Argument));
write(<<"general_float64">>, Argument) ->
    polywire_print:general64(polywire_float:from_bits64(binary_to_integer(Argument, 16)));
write(<<"general_float32">>, Argument) ->
    polywire_print:general32(polywire_float:from_bits32(binary_to_integer(Argument, 16))).

pure([<<"varint_size">>, Argument, Expected]) ->
    ?assertEqual(binary_to_integer(Expected), polywire_varint:width(binary_to_integer(Argument)));
pure([<<"utf8_valid">>, Argument, Expected]) ->
    ?assertEqual(Expected, atom_to_binary(polywire_utf8:is_valid(bytes(Argument))));
pure([<<"is_ascii">>, Argument, Expected]) ->
    ?assertEqual(Expected, atom_to_binary(polywire_bytes:is_ascii(bytes(Argument))));
pure([<<"until_nul">>, Argument, Expected]) ->
    ?assertEqual(bytes(Expected), polywire_bytes:until_nul(bytes(Argument)));
pure([<<"decimal_float64">>, Argument, Expected]) ->
    ?assertEqual(Expected, hex(<<(polywire_decimal:bits64(bytes(Argument))):64>>));
pure([<<"decimal_float32">>, Argument, Expected]) ->
    ?assertEqual(Expected, hex(<<(polywire_decimal:bits32(bytes(Argument))):32>>)).

name([Leaf, Argument | _]) -> binary_to_list(<<Leaf/binary, $\s, Argument/binary>>).

rows(File) ->
    Folder = os:getenv("POLYWIRE_VECTORS", "../../tests/leaves"),
    {ok, Text} = file:read_file(filename:join(Folder, File)),
    [_ | Lines] = binary:split(Text, <<"\n">>, [global, trim]),
    [binary:split(Line, <<"\t">>, [global]) || Line <- Lines].

bytes(<<"-">>) -> <<>>;
bytes(Hex) -> binary:decode_hex(Hex).

hex(<<>>) -> <<"-">>;
hex(Bytes) -> string:lowercase(binary:encode_hex(Bytes)).
