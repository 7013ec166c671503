%% JSON strings (RFC 8259, section 7).

-module(polywire_json_string).

-export([quote/1, read/2]).

%% An ASCII character that needs no escape.
-define(is_plain(C), C >= 32, C < 128, C =/= $", C =/= $\\).

%% Returns a string's characters as UTF-8, and the rest after its closing quote.
-spec read(binary(), polywire_trace:site()) -> {binary(), binary()}.
read(<<$", Rest/binary>>, Site) -> plain(Rest, Rest, 0, Site);
read(<<>>, Site) -> throw({polywire_error, truncated, Site});
read(_, Site) -> throw({polywire_error, wrong_kind, Site}).

%% Without an escape, the text is a sub-binary of the input.
plain(<<$", Rest/binary>>, Start, Length, _) ->
    {binary_part(Start, 0, Length), Rest};
plain(<<A, B, C, D, Rest/binary>>, Start, Length, Site) when ?is_plain(A), ?is_plain(B), ?is_plain(C), ?is_plain(D) ->
    plain(Rest, Start, Length + 4, Site);
plain(<<C, Rest/binary>>, Start, Length, Site) when C >= 32, C < 128, C =/= $\\ ->
    plain(Rest, Start, Length + 1, Site);
plain(<<C/utf8, Rest/binary>>, Start, Length, Site) when C >= 128 ->
    plain(Rest, Start, Length + width(C), Site);
plain(<<$\\, Rest/binary>>, Start, Length, Site) ->
    escape(Rest, binary_part(Start, 0, Length), Site);
plain(Rest, _, _, Site) ->
    refuse(Rest, Site).

escaped(<<$", Rest/binary>>, Text, _) -> {Text, Rest};
escaped(<<$\\, Rest/binary>>, Text, Site) -> escape(Rest, Text, Site);
escaped(<<C, Rest/binary>>, Text, Site) when C >= 32, C < 128 -> escaped(Rest, <<Text/binary, C>>, Site);
escaped(<<C/utf8, Rest/binary>>, Text, Site) when C >= 128 -> escaped(Rest, <<Text/binary, C/utf8>>, Site);
escaped(Rest, _, Site) -> refuse(Rest, Site).

escape(<<$u, Rest/binary>>, Text, Site) -> unicode(Rest, Text, Site);
escape(<<C, Rest/binary>>, Text, Site) -> escaped(Rest, <<Text/binary, (character(C, Site))>>, Site);
escape(<<>>, _, Site) -> throw({polywire_error, truncated, Site}).

character($", _) -> $";
character($\\, _) -> $\\;
character($/, _) -> $/;
character($b, _) -> $\b;
character($f, _) -> $\f;
character($n, _) -> $\n;
character($r, _) -> $\r;
character($t, _) -> $\t;
character(_, Site) -> throw({polywire_error, bad_escape, Site}).

unicode(Input, Text, Site) ->
    case hex(Input, 4, 0, Site) of
        {High, Rest} when High >= 16#D800, High < 16#DC00 ->
            {Low, Behind} = low_surrogate(Rest, Site),
            C = 16#10000 + ((High band 16#3FF) bsl 10) + (Low band 16#3FF),
            escaped(Behind, <<Text/binary, C/utf8>>, Site);
        {Low, _} when Low >= 16#DC00, Low < 16#E000 ->
            throw({polywire_error, bad_escape, Site});
        {C, Rest} ->
            escaped(Rest, <<Text/binary, C/utf8>>, Site)
    end.

low_surrogate(<<"\\u", Rest/binary>>, Site) ->
    case hex(Rest, 4, 0, Site) of
        {Low, Behind} when Low >= 16#DC00, Low < 16#E000 -> {Low, Behind};
        _ -> throw({polywire_error, bad_escape, Site})
    end;
low_surrogate(Rest, Site) when Rest =:= <<>>; Rest =:= <<"\\">> ->
    throw({polywire_error, truncated, Site});
low_surrogate(_, Site) ->
    throw({polywire_error, bad_escape, Site}).

hex(Rest, 0, Number, _) -> {Number, Rest};
hex(<<C, Rest/binary>>, Left, Number, Site) when C >= $0, C =< $9 -> hex(Rest, Left - 1, Number * 16 + C - $0, Site);
hex(<<C, Rest/binary>>, Left, Number, Site) when C >= $a, C =< $f -> hex(Rest, Left - 1, Number * 16 + C - $a + 10, Site);
hex(<<C, Rest/binary>>, Left, Number, Site) when C >= $A, C =< $F -> hex(Rest, Left - 1, Number * 16 + C - $A + 10, Site);
hex(<<>>, _, _, Site) -> throw({polywire_error, truncated, Site});
hex(_, _, _, Site) -> throw({polywire_error, bad_escape, Site}).

%% Handles a control character, ill-formed UTF-8, or the end of the input, possibly inside a character.
refuse(<<C, _/binary>>, Site) when C < 32 ->
    throw({polywire_error, syntax, Site});
refuse(Rest, Site) ->
    case begins_character(Rest) of
        true -> throw({polywire_error, truncated, Site});
        false -> throw({polywire_error, invalid_utf8, Site})
    end.

%% Returns true if bytes are a proper prefix of a well-formed character (Unicode 15, table 3-7).
begins_character(<<>>) -> true;
begins_character(<<A>>) -> A >= 16#C2 andalso A =< 16#F4;
begins_character(<<16#E0, B>>) -> B >= 16#A0 andalso B =< 16#BF;
begins_character(<<16#ED, B>>) -> B >= 16#80 andalso B =< 16#9F;
begins_character(<<A, B>>) when A >= 16#E1, A =< 16#EF -> B >= 16#80 andalso B =< 16#BF;
begins_character(<<A, B, Rest/binary>>) when A >= 16#F0, A =< 16#F4, byte_size(Rest) =< 1 ->
    Low = case A of 16#F0 -> 16#90; _ -> 16#80 end,
    High = case A of 16#F4 -> 16#8F; _ -> 16#BF end,
    B >= Low andalso B =< High andalso is_continued(Rest);
begins_character(_) -> false.

is_continued(<<>>) -> true;
is_continued(<<C>>) -> C >= 16#80 andalso C =< 16#BF.

width(C) when C < 16#800 -> 2;
width(C) when C < 16#10000 -> 3;
width(_) -> 4.

%% Returns a quoted text with the necessary escapes.
-spec quote(binary()) -> binary().
quote(Text) ->
    case is_plain(Text) of
        true -> <<$", Text/binary, $">>;
        false -> <<$", (<<<<(escape(C))/binary>> || <<C>> <= Text>>)/binary, $">>
    end.

is_plain(<<A, B, C, D, Rest/binary>>) when ?is_plain(A), ?is_plain(B), ?is_plain(C), ?is_plain(D) -> is_plain(Rest);
is_plain(<<C, Rest/binary>>) when C >= 32, C =/= $", C =/= $\\ -> is_plain(Rest);
is_plain(<<>>) -> true;
is_plain(_) -> false.

escape($") -> <<"\\\"">>;
escape($\\) -> <<"\\\\">>;
escape($\b) -> <<"\\b">>;
escape($\f) -> <<"\\f">>;
escape($\n) -> <<"\\n">>;
escape($\r) -> <<"\\r">>;
escape($\t) -> <<"\\t">>;
escape(C) when C < 32 -> <<"\\u00", (hex_digit(C bsr 4)), (hex_digit(C band 15))>>;
escape(C) -> <<C>>.

hex_digit(N) when N < 10 -> $0 + N;
hex_digit(N) -> $a + N - 10.
