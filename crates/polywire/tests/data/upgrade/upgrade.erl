%% A process keeps its records while the codec of a newer schema is loaded.

-module(upgrade).

-export([run/2]).

run(Old, New) ->
    load(Old),
    Part = fun(Text) -> {'Part', Text} end,
    Note = {'Note', <<"a">>, Part(<<"b">>), [Part(<<"c">>), Part(<<"d">>)], {part, Part(<<"e">>)}},
    {ok, Message} = note_capnp:encode_Note(Note),
    {ok, Note} = note_capnp:decode_Note(Message),
    load(New),
    %% In values written before, new fields have their defaults.
    NewPart = fun(Text) -> {'Part', Text, 12, undefined} end,
    NewNote =
        {'Note', <<"a">>, NewPart(<<"b">>), [NewPart(<<"c">>), NewPart(<<"d">>)], {part, NewPart(<<"e">>)}, true, []},
    {ok, NewNote} = note_capnp:decode_Note(Message),
    %% So they have in records that the process holds.
    {ok, Upgraded} = note_capnp:encode_Note(Note),
    {ok, NewNote} = note_capnp:decode_Note(Upgraded),
    {ok, Upgraded} = note_capnp:encode_Note(NewNote),
    {ok, Upgraded} = note_capnp:encode_Note(Note, #{depth => 10}),
    %% Old records in a new one, and one without parts.
    Mixed = setelement(4, NewNote, [Part(<<"f">>), NewPart(<<"g">>)]),
    {ok, MixedMessage} = note_capnp:encode_Note(Mixed),
    {ok, Read} = note_capnp:decode_Note(MixedMessage),
    Read = setelement(4, NewNote, [NewPart(<<"f">>), NewPart(<<"g">>)]),
    {ok, _} = note_capnp:encode_Note({'Note', <<"a">>, undefined, [], none}),
    %% A value that is no record of the schema is still a program error.
    [
        error = try note_capnp:encode_Note(Wrong) of _ -> ok catch error:_ -> error end
     || Wrong <- [{'Other', 1}, {'Note', <<"a">>, {'Other', 1}, [], none}, note]
    ],
    %% Invalid values are refused in the same way.
    {error, {invalid_utf8, _}} = note_capnp:encode_Note({'Note', <<16#FF>>, undefined, [], none}),
    ok.

load(Folder) ->
    code:purge(note_capnp),
    {module, note_capnp} = code:load_abs(filename:join(Folder, "note_capnp")).
