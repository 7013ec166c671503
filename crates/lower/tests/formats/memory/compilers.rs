//! Compilers for the ABIs.

use std::path::Path;
use std::process::Command;

/// A compiler that defines an ABI.
pub struct Compiler {
    /// The name of the ABI.
    pub abi: &'static str,
    program: &'static str,
    flags: &'static [&'static str],
    package: &'static str,
}

const fn gcc(abi: &'static str, program: &'static str, package: &'static str) -> Compiler {
    Compiler { abi, program, flags: &[], package }
}

/// A compiler for each ABI.
pub const COMPILERS: &[Compiler] = &[
    gcc("x86_64-sysv", "x86_64-linux-gnu-gcc", "apt-get install gcc"),
    Compiler {
        abi: "x86_64-msvc",
        program: "clang",
        flags: &["--target=x86_64-pc-windows-msvc"],
        package: "apt-get install clang",
    },
    gcc("x86_64-mingw", "x86_64-w64-mingw32-gcc", "apt-get install gcc-mingw-w64-x86-64"),
    gcc("i386-sysv", "i686-linux-gnu-gcc", "apt-get install gcc-i686-linux-gnu"),
    Compiler {
        abi: "i386-align-double",
        program: "i686-linux-gnu-gcc",
        flags: &["-malign-double"],
        package: "apt-get install gcc-i686-linux-gnu",
    },
    gcc("i386-mingw", "i686-w64-mingw32-gcc", "apt-get install gcc-mingw-w64-i686"),
    gcc("aarch64", "aarch64-linux-gnu-gcc", "apt-get install gcc-aarch64-linux-gnu"),
    gcc("armhf", "arm-linux-gnueabihf-gcc", "apt-get install gcc-arm-linux-gnueabihf"),
    gcc("powerpc", "powerpc-linux-gnu-gcc", "apt-get install gcc-powerpc-linux-gnu"),
    gcc("ppc64el", "powerpc64le-linux-gnu-gcc", "apt-get install gcc-powerpc64le-linux-gnu"),
    gcc("s390x", "s390x-linux-gnu-gcc", "apt-get install gcc-s390x-linux-gnu"),
    gcc("mips-o32", "mips-linux-gnu-gcc", "apt-get install gcc-mips-linux-gnu"),
    gcc("riscv64", "riscv64-linux-gnu-gcc", "apt-get install gcc-riscv64-linux-gnu"),
    gcc("m68k", "m68k-linux-gnu-gcc", "apt-get install gcc-m68k-linux-gnu"),
];

impl Compiler {
    /// Returns the object file of a unit; `None` if the compiler is not installed.
    pub fn object(&self, folder: &Path, unit: &str) -> Option<Vec<u8>> {
        self.object_with(folder, unit, &[])
    }

    /// As [`Self::object`], with more options.
    pub fn object_with(&self, folder: &Path, unit: &str, flags: &[&str]) -> Option<Vec<u8>> {
        let (source, object) = (folder.join(format!("{}.c", self.abi)), folder.join(format!("{}.o", self.abi)));
        std::fs::write(&source, unit).expect("a file");
        let mut command = Command::new(self.program);
        command.args(self.flags).args(flags).args(["-std=gnu17", "-ffreestanding", "-w", "-O0", "-c"]);
        let Ok(output) = command.arg(&source).arg("-o").arg(&object).output() else {
            polywire_oracles::absent(self.program, self.package);
            return None;
        };
        assert!(output.status.success(), "{}: {}", self.program, String::from_utf8_lossy(&output.stderr));
        Some(std::fs::read(&object).expect("the object file"))
    }
}
