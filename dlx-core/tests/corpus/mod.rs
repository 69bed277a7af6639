//! The exact cover problems of `testdata`.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::{Problem, knuth};

/// Returns the directory of the problems and their answers.
pub(super) fn directory() -> PathBuf {
    let mut above =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("testdata/exact-cover"));
    above.find(|folder| folder.is_dir()).expect("a folder above the crate has the test data")
}

/// Returns the problem in the file of this name.
pub(super) fn problem(name: &str) -> Problem {
    let path = directory().join(name).with_extension("dlx");
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    knuth::read(BufReader::new(file)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
