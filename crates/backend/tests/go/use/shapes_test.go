package corner

import (
	"math"
	"testing"
)

func TestNewArrays(t *testing.T) {
	v := NewOuter()
	if v.Sides != [3][2]Side{{SideBuy, SideBuy}, {SideBuy, SideBuy}, {SideBuy, SideBuy}} {
		t.Error(v.Sides)
	}
	if v.Inners[0].Side != SideBuy || v.Inners[1].Side != SideBuy || v.Key != [4]byte{1, 2, 0, 255} {
		t.Error(v)
	}
	if !math.Signbit(v.Zero) || v.Zero != 0 || !math.IsNaN(float64(v.Unset)) {
		t.Error(v.Zero, v.Unset)
	}
	v.Children.Set([]Outer{*v})
	if children, ok := v.Children.Get(); !ok || len(children) != 1 {
		t.Error(children)
	}
	if _, ok := v.Levels.Get(); ok || v.Shape.Which() != ShapeCaseNone || v.Shapes != nil {
		t.Error(v)
	}
}

func TestUnionsOfArrays(t *testing.T) {
	var v Shape
	v.SetHash([4]byte{1, 2, 3, 4})
	if v.Which() != ShapeCaseHash || v.Hash()[3] != 4 || v.Corners() != [2]float64{} || v.Path() != nil || v.Prices() != nil {
		t.Error(v)
	}
	v.SetCorners([2]float64{1, 2})
	if v.Corners()[1] != 2 || v.Hash() != [4]byte{} {
		t.Error(v)
	}
	v.SetPath([]Inner{{Side: SideSell}})
	v.Path()[0].Side = SideBuy
	if len(v.Path()) != 1 || v.Path()[0].Side != SideBuy {
		t.Error(v)
	}
	v.SetPrices(map[string]float32{"a": 1})
	if v.Prices()["a"] != 1 || v.Path() != nil || v.Inner() != nil {
		t.Error(v)
	}
	v.SetInner(nil)
	if v.Inner().Side != SideBuy {
		t.Error("a new value lacks its defaults")
	}
}
