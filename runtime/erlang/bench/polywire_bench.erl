%% The program around a generated codec that is measured by `polywire bench`.
%%
%% It reads a file of messages in a format that holds every value as it is (the images), each behind its length in 32
%% bits, the lowest byte first. It writes one line of JSON about itself, and answers each line `OPERATION PASSES` with the
%% nanoseconds of so many passes through all messages.

-module(polywire_bench).

-export([main/1]).

%% The codec's module, that of the images, the record, a version, the file of images, and one to write the codec's
%% messages to.
-spec main([string()]) -> no_return().
main([Codec, Images, Record, Version, Path | Rest]) ->
    ok = io:setopts([{encoding, latin1}]),
    Functions = functions(list_to_atom(Codec), Record),
    try
        {Values, Messages, Checksum, Changed} = check(Functions, functions(list_to_atom(Images), Record), read(Path)),
        [ok = file:write_file(Name, [[<<(byte_size(It)):32/little>>, It] || It <- Messages]) || Name <- Rest],
        introduce(Version, Messages, Checksum, Changed),
        answer(Functions, Values, Messages)
    catch
        throw:Reason ->
            io:format(standard_error, "~ts~n", [Reason]),
            halt(1)
    end.

functions(Module, Record) ->
    {module, Module} = code:ensure_loaded(Module),
    [Encode, Decode, Validate] = [list_to_atom(Name ++ Record) || Name <- ["encode_", "decode_", "validate_"]],
    #{
        encode => fun(Value) -> {ok, Message} = Module:Encode(Value), Message end,
        decode => fun(Message) -> {ok, Value} = Module:Decode(Message), Value end,
        validate => fun(Message) -> ok = Module:Validate(Message) end,
        copy => fun binary:copy/1
    }.

read(Path) ->
    case file:read_file(Path) of
        {ok, All} -> [Image || <<Size:32/little, Image:Size/binary>> <= All];
        {error, Reason} -> throw([Path, ": ", file:format_error(Reason)])
    end.

%% Every message reads back; which values differ is for others to judge.
check(Functions, Images, All) ->
    Checked = [check_one(Number, Image, Functions, Images) || {Number, Image} <- lists:enumerate(All)],
    Again = [It || {_, _, It} <- Checked],
    Changed = length([differ || {Image, It} <- lists:zip(All, Again), Image =/= It]),
    {[Value || {Value, _, _} <- Checked], [Message || {_, Message, _} <- Checked], erlang:crc32(Again), Changed}.

check_one(Number, Image, Functions, #{encode := ToImage, decode := OfImage}) ->
    Value = OfImage(Image),
    Message = attempt(encode, Value, Number, "refuses to encode message ", Functions),
    Read = attempt(decode, Message, Number, "refuses its own message ", Functions),
    attempt(validate, Message, Number, "finds invalid its own message ", Functions),
    {Value, Message, ToImage(Read)}.

attempt(Name, Argument, Number, Complaint, Functions) ->
    Function = maps:get(Name, Functions),
    try Function(Argument)
    catch error:{badmatch, Refusal} -> throw([Complaint, integer_to_list(Number), io_lib:format(": ~0p", [Refusal])])
    end.

introduce(Version, Messages, Checksum, Changed) ->
    Sizes = lists:join($,, [integer_to_list(byte_size(Message)) || Message <- Messages]),
    io:format(
        "{\"language\":\"erlang\",\"mode\":\"\",\"version\":\"~s\",\"operations\":[\"copy\",\"encode\",\"decode\",\"validate\"],"
        "\"sizes\":[~s],\"checksum\":\"~8.16.0b\",\"changed\":~b}~n",
        [Version, Sizes, Checksum, Changed]
    ).

answer(Functions, Values, Messages) ->
    case io:get_line("") of
        eof ->
            halt(0);
        Line ->
            [Name, Passes] = string:lexemes(Line, " \n"),
            Operation = list_to_existing_atom(Name),
            Items = case Operation of encode -> Values; _ -> Messages end,
            Time = time(maps:get(Operation, Functions), Items, list_to_integer(Passes)),
            io:format("~b~n", [Time]),
            answer(Functions, Values, Messages)
    end.

%% In a process of its own, so that what was there before is no garbage to look through.
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
