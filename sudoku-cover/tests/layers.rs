//! Only `matrix`, `solve` and `completions` know that Sudoku is an exact cover problem; `corpus` and `generate` ask `solve`, hand it
//! limits, and hear its answers.

use std::fs;
use std::path::Path;

/// What asks a solver must say how long it may take, and hear what it says.
const LIMITS_AND_ANSWERS: &str = "use dlx_core::{Limits, Stopped, Uniqueness};";

#[test]
fn only_matrix_solve_completions_and_corpus_import_the_engine() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut importers = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("a source can be read");
                let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                if code.any(|line| line.contains("dlx_core") && line != LIMITS_AND_ANSWERS) {
                    importers.push(path.file_name().expect("a file has a name").to_owned());
                }
            }
        }
    }
    importers.sort();
    assert_eq!(importers, ["completions.rs", "corpus.rs", "matrix.rs", "solve.rs"]);
}
