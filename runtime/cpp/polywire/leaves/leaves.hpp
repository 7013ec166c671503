// The leaves of the C++ runtime: what generated codecs call and no format's structure.
//
// Every reader takes the range [p, end), p not null, never reads outside it, and returns the
// position after what it read, or nullptr (bool leaves: false). Every writer takes a position with
// enough room and returns the position after what it wrote. Nothing throws but the allocation of
// strings. For each reader read_x() or skip_x() there is an explain_x(p, end), which returns why it
// refused.
//
// memory.hpp   load_le<T> load_be<T>(p)                store_le store_be(out, value)
//              starts_with next_is(p, end, "literal")  write_literal(out, "literal")
// varint.hpp   read_varint(p, end, value)              write_varint<Slack>(out, value)
//              read_short_varint(p, end, value)
//              varint_size(value)                      close_length(length_at, out)
//              zigzag_encode zigzag_decode(value)
// text.hpp     utf8_valid(p, n) (span)                 until_nul(p, n)
//              is_ascii(span)
//              assign_text<Verify>(string | string_view, p, n, readable_end)
//              assign_fixed_text<Verify, Width>(string, p, readable_end)
//              copy_text<Slack>(out, text[, n])        copy_text_padded<Slack>(out, text, total)
//              copy_fixed_text<Slack, Width>(out, text)    try_copy_fixed_text: checks that it fits
// byte_set.hpp skip_while<Words>(p, end)
// decimal.hpp  write_decimal_int write_decimal_uint(out, value)
// decimal_size_bound decimal_float.hpp
//              decimal_float<Float>(p, n)
// print.hpp    write_general_float64 write_general_float32(out, value)
// general_float_size_bound
//              write_c_string(out, span)          c_string_size_bound(n)
//              write_spaces(out, count)
// json.hpp     read_json_space(p, end)                 read_json_bool(p, end, value)
// json_number_write.hpp
//              write_json_float64 write_json_float32(out, value)
// json_float_size_bound
//   json_number_read.hpp
//              read_json_int read_json_uint(p, end, value)
//              read_json_float64 read_json_float32(p, end, value)
//              skip_json_number(p, end)                explain_skip_json_number(p, end)
//   json_text_write.hpp
//              write_json_string(out, text)       json_string_size_bound(n) json_string_size(text)
//   json_text_read.hpp
//              read_json_string(p, end, string)   read_json_string(p, end, scratch, string_view)
//              skip_json_string(p, end)           write_json_string_body read_json_string_body:
//                                                 the same from after the opening quote on
//   base64.hpp write_json_base64(out, p, n)       json_base64_size(n)
//              read_json_base64(p, end, bytes)
// fault.hpp    fault, failure{code, at}: what the explain functions return
#pragma once

#include "block16.hpp"
#include "byte_set.hpp"
#include "decimal_float.hpp"
#include "fault.hpp"
#include "json.hpp"
#include "memory.hpp"
#include "print.hpp"
#include "text.hpp"
#include "varint.hpp"
