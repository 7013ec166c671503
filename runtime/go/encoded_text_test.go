package polywire

import "testing"

func TestEncodedTexts(t *testing.T) {
	for _, it := range []struct{ text, want string }{
		{Latin1Text("caf\xe9 \x00\xff").String(), "café \x00ÿ"},
		{Latin1Text(nil).String(), ""},
		{UTF16LEText("a\x00\xac\x20\x3d\xd8\x00\xde").String(), "a€😀"},
		{UTF16BEText("\x00a\x20\xac\xd8\x3d\xde\x00").String(), "a€😀"},
		{UTF16LEText("\x3d\xd8a\x00\x00\xde\x3d\xd8b").String(), "\ufffda\ufffd\ufffd\ufffd"},
		{string(UTF16BEText("\x00b").Append([]byte("a"))), "ab"},
	} {
		if it.text != it.want {
			t.Errorf("%q, not %q", it.text, it.want)
		}
	}
}
