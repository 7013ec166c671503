// Package version finds the versions of the modules of this program.
package version

import "runtime/debug"

// Of returns the version of a module.
func Of(module string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, it := range info.Deps {
		if it.Path == module {
			return it.Version
		}
	}
	return ""
}
