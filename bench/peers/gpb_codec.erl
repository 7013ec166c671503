%% gpb: records, with texts as sub-binaries of the message, and the functions of a specific message rather than the
%% wrappers that look it up and verify it. https://hexdocs.pm/gpb/gpb_compile.html (strings_as_binaries, copy_bytes,
%% bypass_wrappers, verify)

-module(gpb_codec).

-export([print/2, new/2]).

%% Generates the module for a schema.
-spec print(file:filename(), Module :: string()) -> ok | {error, iodata()}.
print(Schema, Module) ->
    Choices = [strings_as_binaries, {copy_bytes, false}, bypass_wrappers, {verify, never}],
    case gpb_compile:file(Schema, [{module_name, Module}, use_packages, defs_as_proplists, {i, "."} | Choices]) of
        ok -> ok;
        {error, Reason} -> {error, gpb_compile:format_error(Reason)}
    end.

%% The codec of a message in such a module.
-spec new(module(), Message :: string()) -> polywire_bench:codec().
new(Module, Message) ->
    [Encode, Decode] = [list_to_atom(Name ++ Message) || Name <- ["encode_msg_", "decode_msg_"]],
    #{
        mode => "texts not copied",
        version => Module:gpb_version_as_string(),
        encode => fun Module:Encode/1,
        decode => fun Module:Decode/1
    }.
