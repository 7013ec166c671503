//! The ABI for which an object file was compiled.

use object::{Architecture, BinaryFormat, Endianness, File, Object};
use polywire_model::c::{Abi, abi};

/// Returns the ABI of a file by its machine; `None` if there is none for the machine in this byte order.
pub(super) fn of_file(file: &File<'_>) -> Option<&'static Abi> {
    let is_windows = matches!(file.format(), BinaryFormat::Coff | BinaryFormat::Pe);
    let name = match (file.architecture(), file.endianness()) {
        (Architecture::X86_64 | Architecture::X86_64_X32, Endianness::Little) if !is_windows => "x86_64-sysv",
        (Architecture::X86_64, Endianness::Little) => "x86_64-mingw",
        (Architecture::I386, Endianness::Little) if is_windows => "i386-mingw",
        (Architecture::I386, Endianness::Little) => "i386-sysv",
        (Architecture::Aarch64 | Architecture::Aarch64_Ilp32, Endianness::Little) if !is_windows => "aarch64",
        (Architecture::Arm, Endianness::Little) if !is_windows => "armhf",
        (Architecture::PowerPc | Architecture::PowerPc64, Endianness::Big) => "powerpc",
        (Architecture::PowerPc64, Endianness::Little) => "ppc64el",
        (Architecture::S390x, Endianness::Big) => "s390x",
        (Architecture::Mips | Architecture::Mips64, Endianness::Big) => "mips-o32",
        (Architecture::Riscv32 | Architecture::Riscv64, Endianness::Little) => "riscv64",
        (Architecture::M68k, Endianness::Big) => "m68k",
        _ => return None,
    };
    abi(name)
}
