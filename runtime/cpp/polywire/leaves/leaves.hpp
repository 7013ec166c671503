// The leaves of the C++ runtime: what generated codecs call and no format's structure.
//
// Every reader takes the range [p, end), never reads outside it, and returns the position after
// what it read, or nullptr (bool leaves: false). Every writer takes a position with enough room and
// returns the position after what it wrote. Nothing throws but std::string's own allocation.
//
// memory.hpp       load_le<T> load_be<T>(p)             store_le store_be(out, value)
//                  starts_with(p, end, "literal")       write_literal(out, "literal")
// varint.hpp       read_varint(p, end, value)           write_varint(out, value)
//                  explain_varint(p, end)               varint_size(value)
//                  zigzag_encode zigzag_decode(value)   close_length(length_at, out)
// text.hpp         utf8_valid(p, n) (span)              explain_utf8(p, n)
//                  assign_text<Verify>(string | string_view, p, n, readable_end)
//                  assign_fixed_text<Verify, Width>(string, p, readable_end)
//                  copy_text<Slack>(out, text)          copy_text_padded<Slack>(out, text, total)
//                  copy_fixed_text<Slack, Width>(out, text)
// json_number.hpp  write_int64 write_uint64 write_double(out, value)
//                  read_int64 read_uint64 read_double(p, end, value)
//                  explain_int64 explain_uint64 explain_double(p, end)
//                  json_integer_room json_double_room
// json_text.hpp    write_string(out, text)              json_string_room(n) json_string_size(text)
//                  read_string(p, end, string)          read_string(p, end, scratch, string_view)
//                  skip_string(p, end)                  explain_string(p, end)
// json.hpp         skip_space(p, end)                   read_token(p, end, ':')
//                  read_bool(p, end, value)             read_null(p, end)
//                  skip_value(p, end, depth_limit)      explain_value(p, end, depth_limit)
// fault.hpp        fault, failure{code, at}: what the explain_* functions return
#pragma once

#include "block16.hpp"
#include "fault.hpp"
#include "json.hpp"
#include "json_number.hpp"
#include "json_text.hpp"
#include "memory.hpp"
#include "text.hpp"
#include "varint.hpp"
