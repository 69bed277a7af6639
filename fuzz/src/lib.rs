//! The functions of the fuzz targets: each takes bytes and panics if a property does not hold.
//!
//! `cargo fuzz` builds the programs in `fuzz_targets` with libFuzzer; the tests of this crate call the same
//! functions with the files of `seeds`. Built without libFuzzer, the programs run the files named as their
//! arguments.

#![forbid(unsafe_code)]

mod agree;
mod api;
mod artefacts;
mod bytes;
mod model;
mod problems;
mod sudoku;

pub use agree::agree;
pub use api::api;
pub use artefacts::artefacts;
pub use problems::problems;
pub use sudoku::sudoku;

/// Defines the entry point of a target: that of libFuzzer, or a `main` that runs the files named as
/// arguments.
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
/// If a file cannot be read, or the target panics.
pub fn run_files(body: fn(&[u8])) {
    for file in std::env::args_os().skip(1) {
        println!("{}", file.display());
        body(&std::fs::read(&file).expect("the file can be read"));
    }
}

/// Checks that a message is not empty, and that its displayed form has no control characters that could
/// affect a terminal.
///
/// # Panics
/// If one of these does not hold.
fn assert_shown(message: &str) {
    let shown = dlx_core::inner::escape_controls(message);
    assert!(
        !message.is_empty()
            && !shown.chars().any(|character| character.is_control() && !"\n\t".contains(character))
    );
}

/// Returns bytes in the form in which the message of a failed assertion shows them.
fn text_of(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Runs a target on its seeds, including the cases in which it has failed before.
    fn run(name: &str, target: fn(&[u8])) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .expect("the target has seeds")
            .map(|entry| entry.expect("the folder can be read").path())
            .collect();
        files.sort();
        assert!(files.len() > 5, "{} has few files", folder.display());
        for file in files {
            // The captured output of a failed test then ends with the name of the file.
            println!("{}", file.display());
            target(&std::fs::read(&file).expect("the file can be read"));
        }
    }

    #[test]
    fn engines_agree_on_the_cases_kept() {
        run("agree", super::agree);
    }

    #[test]
    fn readers_of_problems_hold_on_the_cases_kept() {
        run("problems", super::problems);
    }

    #[test]
    fn readers_of_sudoku_hold_on_the_cases_kept() {
        run("sudoku", super::sudoku);
    }

    #[test]
    fn readers_of_what_runs_leave_hold_on_the_cases_kept() {
        run("artefacts", super::artefacts);
    }

    #[test]
    fn questions_of_the_page_hold_on_the_cases_kept() {
        run("api", super::api);
    }
}
