//! Only `matrix`, `solve` and `completions` know that Sudoku is an exact cover problem; what asks `solve` hands it limits
//! and hears its answers. Explanations import no solver at all.

use std::fs;
use std::path::Path;

/// What any module may import: limits, answers and the escapes of text, which say nothing of exact cover.
const ABOUT_QUESTIONS: [&str; 5] = ["Count", "Limits", "Stopped", "Uniqueness", "escape_controls"];

/// Whether a line that names the engine imports limits and answers alone.
fn is_about_questions(line: &str) -> bool {
    let names = line.trim().strip_prefix("use dlx_core::").and_then(|rest| rest.strip_suffix(';'));
    let names = names.map(|names| names.trim_start_matches('{').trim_end_matches('}'));
    names.is_some_and(|names| names.split(", ").all(|name| ABOUT_QUESTIONS.contains(&name)))
}

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
                if code.any(|line| line.contains("dlx_core") && !is_about_questions(line)) {
                    importers.push(path.file_name().expect("a file has a name").to_owned());
                }
            }
        }
    }
    importers.sort();
    assert_eq!(importers, ["completions.rs", "corpus.rs", "matrix.rs", "solve.rs"]);
}

/// What the modules of explanations may import of this crate: no solver, and nothing that knows one.
const EDGES: [(&str, &[&str]); 8] = [
    ("technique", &[]),
    ("step", &["geometry", "technique"]),
    ("candidates", &["geometry", "grid", "step"]),
    ("techniques", &["candidates", "geometry", "step", "technique", "work"]),
    (
        "explain",
        &["candidates", "geometry", "grid", "pencilmarks", "step", "technique", "techniques", "work"],
    ),
    ("why_not", &["candidates", "explain", "geometry", "step", "techniques", "work"]),
    ("picture", &["geometry", "grid", "pencilmarks", "step"]),
    ("rate", &["explain", "geometry", "step", "technique"]),
];

#[test]
fn explanations_import_no_solver() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (module, allowed) in EDGES {
        let mut files = vec![sources.join(format!("{module}.rs"))];
        if let Ok(folder) = fs::read_dir(sources.join(module)) {
            files = folder.map(|entry| entry.expect("an entry can be read").path()).collect();
        }
        for file in files {
            let text = fs::read_to_string(&file).expect("a source can be read");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            for import in lines.flat_map(|line| line.split("crate::").skip(1)) {
                let end = import
                    .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
                    .unwrap_or(import.len());
                let name = &import[..end];
                assert!(name.is_empty() || allowed.contains(&name), "{} imports {name}", file.display());
            }
        }
    }
}
