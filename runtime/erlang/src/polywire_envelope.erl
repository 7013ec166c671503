%% Converts values between two conventions: in the other one, a struct that only contains a union is the union, a member
%% without a name of its own is its only field, a case without a value is `{Case, undefined}`, and an absent value is
%% `undefined`.

-module(polywire_envelope).

-export([given/3, shown/3, first/4, split/3]).

%% The generated frame's fields.
-define(TAKEN, 3).
-define(COMPLETE, 4).

-export_type([shapes/0]).

-type type() ::
    any
    | {default, New :: term(), type()}
    | {struct, Name :: atom()}
    | {list, type()}
    | {union, #{Case :: atom() => none | type()}}.

%% For each record, its name in the other convention and its fields, or the type of the one field that represents it.
-type shapes() :: #{Name :: atom() => {record, atom(), [type()]} | {field, type()}}.

%% Converts a value of those shapes to one of ours.
-spec given(term(), type(), shapes()) -> term().
given(undefined, {default, New, _}, _) ->
    New;
given(Value, {default, _, Type}, Shapes) ->
    given(Value, Type, Shapes);
given(undefined, _, _) ->
    undefined;
given(Value, {struct, Name}, Shapes) ->
    case Shapes of
        #{Name := {field, Type}} -> {Name, given(Value, Type, Shapes)};
        #{Name := {record, There, Types}} when element(1, Value) =:= There -> record(Name, Value, Types, fun given/3, Shapes);
        _ -> Value
    end;
given({Case, Value}, {union, Cases}, Shapes) ->
    case Cases of
        #{Case := none} -> Case;
        #{Case := Type} -> {Case, given(Value, Type, Shapes)};
        _ -> {Case, Value}
    end;
given(Values, {list, Type}, Shapes) when is_list(Values), Type =/= any ->
    [given(Value, Type, Shapes) || Value <- Values];
given(Value, _, _) ->
    Value.

%% Converts a value of ours to those shapes.
-spec shown(term(), type(), shapes()) -> term().
shown(undefined, _, _) ->
    undefined;
shown(Value, {struct, Name}, Shapes) ->
    case Shapes of
        #{Name := {field, Type}} -> shown(element(2, Value), Type, Shapes);
        #{Name := {record, There, Types}} -> record(There, Value, Types, fun shown/3, Shapes)
    end;
shown(Value, {default, _, Type}, Shapes) ->
    shown(Value, Type, Shapes);
shown({Case, Value}, {union, Cases}, Shapes) ->
    #{Case := Type} = Cases,
    {Case, shown(Value, Type, Shapes)};
shown(Case, {union, _}, _) ->
    {Case, undefined};
shown(Values, {list, Type}, Shapes) when Type =/= any ->
    [shown(Value, Type, Shapes) || Value <- Values];
shown(Value, _, _) ->
    Value.

%% Returns the value of the first message of a binary, and the rest. The ends of messages are searched for only if there
%% is more than one.
-spec first(fun((binary()) -> {ok, Value} | Error), polywire_chunks:look(), Frame :: tuple(), binary()) ->
    {ok, Value, Rest :: binary()} | Error
when
    Error :: {error, term()}.
first(Decode, Look, Frame, Binary) ->
    case Decode(Binary) of
        {ok, Value} ->
            {ok, Value, <<>>};
        {error, {trailing_bytes, _}} ->
            {Message, Rest} = polywire_chunks:split(Look, Frame, Binary),
            case Decode(Message) of
                {ok, Value} -> {ok, Value, Rest};
                {error, _} = Error -> Error
            end;
        {error, _} = Error ->
            Error
    end.

%% Returns the first message of a binary, and the rest; incomplete if it does not end in the binary.
-spec split(polywire_chunks:look(), Frame :: tuple(), binary()) ->
    {ok, Message :: binary(), Rest :: binary()} | {incomplete, missing_data, AtLeast :: pos_integer()}.
split(Look, Frame, Binary) ->
    case Look(Binary, Frame) of
        {ok, Next} when element(?COMPLETE, Next) ->
            Taken = element(?TAKEN, Next),
            <<Message:Taken/binary, Rest/binary>> = Binary,
            {ok, Message, Rest};
        {ok, _} ->
            {incomplete, missing_data, 1};
        {error, Reason} ->
            error(Reason)
    end.

%% A record of an older schema has fewer fields, and keeps that number.
record(Name, Value, Types, Convert, Shapes) ->
    list_to_tuple([Name | fields(tl(tuple_to_list(Value)), Types, Convert, Shapes)]).

fields([Field | Fields], [Type | Types], Convert, Shapes) ->
    [Convert(Field, Type, Shapes) | fields(Fields, Types, Convert, Shapes)];
fields(Rest, _, _, _) ->
    Rest.
