package gen

import (
	"math"
	"slices"
	"testing"
)

func TestNewValuesHaveTheDefaults(t *testing.T) {
	v := NewOuter()
	if v.Name != `a"b` || !slices.Equal(v.Data, []byte{1, 255}) || v.Least != math.MinInt64 || !v.IsOn || v.Plain != 0 {
		t.Error(v)
	}
	if !math.IsInf(v.Endless, 1) {
		t.Error(v.Endless)
	}
	inner := NewInner()
	if inner.Ratio != -0.5 || inner.Level != LevelHigh || inner.Next != nil {
		t.Error(inner)
	}
}
