//! C++: printed headers compiled and run.

mod support;

use polywire_backend::cpp::{Options, driver, generate};
use polywire_ir::Module;
use support::write_files;

#[test]
fn trade() {
    let model = polywire_model::trade::model();
    let modules: Vec<Module> =
        polywire_lower::FORMATS.iter().filter_map(|format| (format.lower)(&model).ok()).collect();
    let options = Options { name: "trade".into() };
    let mut files = generate(&modules, &options).expect("prints");
    files.push(driver::driver(&modules, &options));
    write_files("trade", &files);
}
