%% The program around a codec that `polywire bench` measures.
%%
%% It reads a file of messages in a format that represents every value exactly (the images), each after its length in 32
%% bits, little-endian. It writes one line of JSON about itself, and answers each line `OPERATION PASSES` with the
%% nanoseconds that PASSES passes over all messages took.

-module(polywire_bench).

-export([main/2, generated/3, converted/2, of_maps/3, print/3]).

-export_type([codec/0]).

%% Limit on the characters of a term that are shown.
-define(SHOWN, 20).

-type codec() :: #{
    mode := string(),
    version := string(),
    encode := fun((Value :: term()) -> binary()),
    decode := fun((binary()) -> Value :: term()),
    validate => fun((binary()) -> ok),
    %% Converts values of generated codecs to the codec's own and back, if they differ; these conversions are not
    %% measured.
    make => fun((Generated :: term()) -> Value :: term()),
    read => fun((Value :: term()) -> Generated :: term())
}.

%% Takes a codec, and the codec of the images. The program's arguments are the file of images, and one for the codec's
%% messages.
-spec main(codec(), codec()) -> no_return().
main(Codec, Images) ->
    ok = io:setopts([{encoding, latin1}]),
    [Path | Rest] = init:get_plain_arguments(),
    try
        {Values, Messages, Checksum, Changed} = check(Codec, Images, read(Path)),
        [ok = file:write_file(Name, [[<<(byte_size(It)):32/little>>, It] || It <- Messages]) || Name <- Rest],
        Operations = Codec#{copy => fun binary:copy/1},
        introduce(Operations, Messages, Checksum, Changed),
        answer(Operations, Values, Messages)
    catch
        throw:Reason -> fail(Reason)
    end.

fail(Reason) ->
    io:format(standard_error, "~ts~n", [Reason]),
    halt(1).

%% Returns the codec of a generated module for a record.
-spec generated(module(), Record :: string(), Version :: string()) -> codec().
generated(Module, Record, Version) ->
    {module, Module} = code:ensure_loaded(Module),
    [Encode, Decode, Validate] = [list_to_atom(Name ++ Record) || Name <- ["encode_", "decode_", "validate_"]],
    #{
        mode => "",
        version => Version,
        encode => fun(Value) -> {ok, Message} = Module:Encode(Value), Message end,
        decode => fun(Message) -> {ok, Value} = Module:Decode(Message), Value end,
        validate => fun(Message) -> ok = Module:Validate(Message) end
    }.

%% Wraps a codec with values of its own: values of generated codecs are encoded and decoded by it, and vice versa, so
%% that a field unknown to one of them is detected.
-spec converted(codec(), Generated :: codec()) -> codec().
converted(#{encode := Encode, decode := Decode} = Codec, #{encode := OursEncode, decode := OursDecode}) ->
    Codec#{
        make => fun(Generated) -> Decode(OursEncode(Generated)) end,
        read => fun(Value) -> OursDecode(Encode(Value)) end
    }.

%% The codec of an application whose values are maps, for all types.
-spec of_maps(
    Application :: atom(), Encode :: fun((map()) -> binary()), Decode :: fun((binary()) -> map())
) -> codec().
of_maps(Application, Encode, Decode) ->
    _ = application:load(Application),
    Version = case application:get_key(Application, vsn) of {ok, Known} -> Known; undefined -> "" end,
    #{mode => "maps", version => Version, encode => Encode, decode => Decode}.

%% Has another implementation print the module for a schema. One that needs no code for a schema does not export `print/2`:
%% the module is empty.
-spec print(module(), Schema :: file:filename(), Module :: string()) -> no_return().
print(Peer, Schema, Module) ->
    {module, Peer} = code:ensure_loaded(Peer),
    Print =
        case erlang:function_exported(Peer, print, 2) of
            true -> fun Peer:print/2;
            false -> fun(_, _) -> file:write_file(Module ++ ".erl", ["-module(", Module, ").\n"]) end
        end,
    try Print(Schema, Module) of
        ok -> halt(0);
        {error, Reason} -> fail(Reason)
    catch
        _:Reason:Stack ->
            [{In, Function, _, _} | _] = Stack,
            fail(io_lib:format("~p:~p fails: ~0P", [In, Function, Reason, ?SHOWN]))
    end.

read(Path) ->
    case file:read_file(Path) of
        {ok, All} -> [Image || <<Size:32/little, Image:Size/binary>> <= All];
        {error, Reason} -> throw([Path, ": ", file:format_error(Reason)])
    end.

%% Checks that every message can be decoded again; differences of values are reported elsewhere.
check(Codec, Images, All) ->
    Checked = [check_one(Number, Image, Codec, Images) || {Number, Image} <- lists:enumerate(All)],
    Again = [It || {_, _, It} <- Checked],
    Changed = length([differ || {Image, It} <- lists:zip(All, Again), Image =/= It]),
    {[Value || {Value, _, _} <- Checked], [Message || {_, Message, _} <- Checked], erlang:crc32(Again), Changed}.

check_one(Number, Image, Codec, #{encode := ToImage, decode := OfImage}) ->
    Value = attempt(make, OfImage(Image), Number, "cannot hold message ", Codec),
    Message = attempt(encode, Value, Number, "refuses to encode message ", Codec),
    Read = attempt(decode, Message, Number, "refuses its own message ", Codec),
    attempt(validate, Message, Number, "finds invalid its own message ", Codec),
    {Value, Message, ToImage(attempt(read, Read, Number, "gives another value for message ", Codec))}.

%% A codec without this function leaves the state unchanged.
attempt(Name, Argument, Number, Complaint, Codec) ->
    Function = maps:get(Name, Codec, fun(It) -> It end),
    try Function(Argument)
    catch _:Reason -> throw([Complaint, integer_to_list(Number), io_lib:format(": ~0p", [refusal(Reason)])])
    end.

refusal({badmatch, Refusal}) -> Refusal;
refusal(Reason) -> Reason.

introduce(#{mode := Mode, version := Version} = Codec, Messages, Checksum, Changed) ->
    Sizes = lists:join($,, [integer_to_list(byte_size(Message)) || Message <- Messages]),
    Operations = lists:join($,, [[$", atom_to_list(Name), $"] || Name <- operations(), is_map_key(Name, Codec)]),
    io:format(
        "{\"language\":\"erlang\",\"mode\":\"~s\",\"version\":\"~s\",\"operations\":[~s],"
        "\"sizes\":[~s],\"checksum\":\"~8.16.0b\",\"changed\":~b}~n",
        [Mode, Version, Operations, Sizes, Checksum, Changed]
    ).

operations() -> [copy, encode, decode, validate].

answer(Codec, Values, Messages) ->
    case io:get_line("") of
        eof ->
            halt(0);
        Line ->
            [Name, Passes] = string:lexemes(Line, " \n"),
            Operation = list_to_existing_atom(Name),
            Items = case Operation of encode -> Values; _ -> Messages end,
            Time = time(maps:get(Operation, Codec), Items, list_to_integer(Passes)),
            io:format("~b~n", [Time]),
            answer(Codec, Values, Messages)
    end.

%% Runs in a separate process, so that there is no earlier garbage to scan.
time(Function, Items, Passes) ->
    Asker = self(),
    Reference = make_ref(),
    spawn_link(fun() ->
        repeat(Function, Items, 1),
        Start = erlang:monotonic_time(nanosecond),
        repeat(Function, Items, Passes),
        Asker ! {Reference, erlang:monotonic_time(nanosecond) - Start}
    end),
    receive {Reference, Time} -> Time end.

repeat(_, _, 0) -> ok;
repeat(Function, Items, Passes) ->
    each(Function, Items),
    repeat(Function, Items, Passes - 1).

each(_, []) -> ok;
each(Function, [Item | Items]) ->
    Function(Item),
    each(Function, Items).
