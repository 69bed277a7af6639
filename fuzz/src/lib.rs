//! The bodies of the fuzz targets: each takes bytes and panics where something that must hold does not.
//!
//! `cargo fuzz` builds the programs in `fuzz_targets` with libFuzzer; the tests of this crate call the same bodies
//! with the files of `seeds`. Built without libFuzzer, the programs run the files named as their arguments.

mod agree;
mod bytes;
mod model;

pub use agree::agree;

/// The entry point of a target: that of libFuzzer, or a `main` that runs the files named as arguments.
#[macro_export]
macro_rules! target {
    ($body:path) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $body(data));

        #[cfg(not(fuzzing))]
        fn main() {
            $crate::run_files($body);
        }
    };
}

/// Runs a target on each file named as an argument.
///
/// # Panics
/// If a file cannot be read, or as the target does.
pub fn run_files(body: fn(&[u8])) {
    for file in std::env::args_os().skip(1) {
        println!("{}", file.display());
        body(&std::fs::read(&file).expect("the file can be read"));
    }
}
