//! Only the folder `solve` uses exact cover. Other modules pass limits to it and receive its answers.

use std::fs;
use std::path::Path;

/// Names that any module may import: limits, answers, and the words, escapes and suggestions of text, which are not specific to
/// exact cover.
const ABOUT_QUESTIONS: [&str; 9] = [
    "Count",
    "Limits",
    "NODES_BETWEEN_LOOKS",
    "Stopped",
    "Uniqueness",
    "escape_controls",
    "json_words",
    "nearest",
    "suggestion",
];

/// Returns true if a line that imports the engine imports only limits and answers.
fn is_about_questions(line: &str) -> bool {
    let names = line.trim().strip_prefix("use dlx_core::").and_then(|rest| rest.strip_suffix(';'));
    let names =
        names.map(|names| names.trim_start_matches("inner::").trim_start_matches('{').trim_end_matches('}'));
    names.is_some_and(|names| names.split(", ").all(|name| ABOUT_QUESTIONS.contains(&name)))
}

#[test]
fn only_the_room_solve_imports_the_engine() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![sources.clone()];
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
                    importers.push(path);
                }
            }
        }
    }
    assert!(!importers.is_empty(), "the solver imports the engine");
    let solve = sources.join("solve");
    let elsewhere: Vec<_> = importers.iter().filter(|path| !path.starts_with(&solve)).collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
}
