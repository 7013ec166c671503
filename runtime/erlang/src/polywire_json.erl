%% Reads JSON tokens (RFC 8259); returns a value and the rest.

-module(polywire_json).

-export([base64/2, bool/2, float32/2, float64/2, int/2, skip_number/2, skip_space/1, string/2, uint/2]).
-export([rest_of_int/3, rest_of_uint/3]).
-export([format32/1, format64/1, quote/1, quote_base64/1]).

%% Skips white space (RFC 8259, section 2).
-spec skip_space(binary()) -> binary().
skip_space(<<C, Rest/binary>>) when C =:= $\s; C =:= $\n; C =:= $\r; C =:= $\t -> skip_space(Rest);
skip_space(Rest) -> Rest.

%% A string's characters.
-spec string(binary(), polywire_trace:site()) -> {binary(), binary()}.
string(Input, Site) -> polywire_json_string:read(Input, Site).

%% An integer of 64 bits, two's complement.
-spec int(binary(), polywire_trace:site()) -> {integer(), binary()}.
int(Input, Site) -> polywire_json_number:integer(Input, {-16#8000000000000000, 16#7FFFFFFFFFFFFFFF}, Site).

%% An integer of 64 bits without a sign.
-spec uint(binary(), polywire_trace:site()) -> {non_neg_integer(), binary()}.
uint(Input, Site) -> polywire_json_number:integer(Input, {0, 16#FFFFFFFFFFFFFFFF}, Site).

%% An integer that is at least 1, after its first digits.
-spec rest_of_int(binary(), pos_integer(), polywire_trace:site()) -> {integer(), binary()}.
rest_of_int(Input, Number, Site) ->
    polywire_json_number:rest_of_integer(Input, Number, {-16#8000000000000000, 16#7FFFFFFFFFFFFFFF}, Site).

%% The same without a sign.
-spec rest_of_uint(binary(), pos_integer(), polywire_trace:site()) -> {non_neg_integer(), binary()}.
rest_of_uint(Input, Number, Site) ->
    polywire_json_number:rest_of_integer(Input, Number, {0, 16#FFFFFFFFFFFFFFFF}, Site).

%% A binary64.
-spec float64(binary(), polywire_trace:site()) -> {polywire_float:value(), binary()}.
float64(Input, Site) -> polywire_json_number:float(Input, 64, Site).

%% A binary32.
-spec float32(binary(), polywire_trace:site()) -> {polywire_float:value(), binary()}.
float32(Input, Site) -> polywire_json_number:float(Input, 32, Site).

%% true or false.
-spec bool(binary(), polywire_trace:site()) -> {boolean(), binary()}.
bool(<<"true", Rest/binary>>, _) -> {true, Rest};
bool(<<"false", Rest/binary>>, _) -> {false, Rest};
bool(Input, Site) ->
    case is_prefix(Input, <<"true">>) orelse is_prefix(Input, <<"false">>) of
        true -> throw({polywire_error, truncated, Site});
        false -> throw({polywire_error, wrong_kind, Site})
    end.

is_prefix(Bytes, Whole) -> binary:longest_common_prefix([Bytes, Whole]) =:= byte_size(Bytes).

%% Skips a number.
-spec skip_number(binary(), polywire_trace:site()) -> binary().
skip_number(Input, Site) -> polywire_json_number:skip(Input, Site).

%% Returns the bytes of a string with base64 (RFC 4648, section 4 or 5), with or without padding.
-spec base64(binary(), polywire_trace:site()) -> {binary(), binary()}.
base64(Input, Site) ->
    {Text, Rest} = string(Input, Site),
    {polywire_base64:decode(Text, Site), Rest}.

%% Returns the shortest text that round-trips to the same binary64.
-spec format64(polywire_float:value() | integer()) -> binary().
format64(Value) -> polywire_json_float:format(Value, 64).

%% Returns the shortest text that round-trips to the same binary32.
-spec format32(polywire_float:value() | integer()) -> binary().
format32(Value) -> polywire_json_float:format(Value, 32).

%% Returns a quoted string.
-spec quote(binary()) -> binary().
quote(Text) -> polywire_json_string:quote(Text).

%% Returns a quoted string with base64 (RFC 4648, section 4).
-spec quote_base64(binary()) -> binary().
quote_base64(Bytes) -> <<$", (base64:encode(Bytes))/binary, $">>.
