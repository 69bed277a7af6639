//! The directions between modules: which may name which. An edge that is not listed here is a mistake.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A module and those it may import.
const ALLOWED: &[(&str, &[&str])] = &[
    ("ids", &[]),
    ("digest", &[]),
    ("problem", &["digest", "ids"]),
    ("rule", &[]),
    ("simd", &[]),
    ("misfit", &["problem", "rule"]),
    ("counters", &[]),
    ("semiring", &["ids", "number", "problem"]),
    ("number", &["ids"]),
    (
        "diagram",
        &[
            "answers", "cheapest", "counters", "digest", "givens", "ids", "limits", "number", "problem",
            "semiring", "text",
        ],
    ),
    ("givens", &["counters", "ids", "problem"]),
    ("check", &["ids", "problem"]),
    ("text", &["problem"]),
    ("walk", &["counters", "givens", "ids", "problem"]),
    ("checkpoint", &["counters", "digest", "givens", "ids", "rule", "walk"]),
    ("limits", &["checkpoint", "counters"]),
    ("sync", &[]),
    ("beside", &["counters", "limits", "sync"]),
    ("instances", &["ids", "problem"]),
    ("formats", &["ids", "problem", "text"]),
    ("answers", &["ids", "limits"]),
    ("driver", &["checkpoint", "counters", "givens", "ids", "limits", "problem", "rule", "walk"]),
    ("taxes", &["givens", "ids", "problem"]),
    ("links", &["counters", "givens", "ids", "problem", "rule", "taxes", "walk"]),
    (
        "memo",
        &[
            "checkpoint",
            "counters",
            "givens",
            "ids",
            "limits",
            "links",
            "number",
            "problem",
            "rule",
            "semiring",
            "sync",
            "walk",
        ],
    ),
    ("rows", &["counters", "givens", "ids", "misfit", "problem", "rule", "simd", "walk"]),
    ("relay", &["counters", "givens", "ids", "links", "misfit", "problem", "rows", "rule", "simd", "walk"]),
    ("plan", &["ids", "problem", "rows", "rule", "simd", "slices"]),
    (
        "judge",
        &[
            "answers", "counters", "givens", "ids", "limits", "plan", "problem", "search", "simd", "slices",
            "walk",
        ],
    ),
    ("slices", &["counters", "givens", "ids", "misfit", "problem", "rule", "simd", "walk"]),
    (
        "cheapest",
        &[
            "answers",
            "checkpoint",
            "counters",
            "givens",
            "ids",
            "limits",
            "links",
            "problem",
            "taxes",
            "walk",
        ],
    ),
    ("estimate", &["ids", "limits", "search"]),
    (
        "search",
        &[
            "answers",
            "checkpoint",
            "counters",
            "driver",
            "givens",
            "ids",
            "limits",
            "links",
            "misfit",
            "plan",
            "problem",
            "relay",
            "rows",
            "rule",
            "slices",
            "walk",
        ],
    ),
    ("why", &["answers", "checkpoint", "counters", "givens", "ids", "limits", "problem", "search"]),
    ("recount", &["answers", "checkpoint", "counters", "givens", "ids", "limits", "problem"]),
    ("reduce", &["checkpoint", "counters", "givens", "ids", "limits", "problem"]),
    ("parallel", &["answers", "checkpoint", "counters", "driver", "ids", "limits", "rule", "search", "sync"]),
    ("race", &["givens", "layers", "limits", "misfit", "order", "problem"]),
    ("compile", &["diagram", "givens", "layers", "limits", "memo", "problem", "race", "semiring"]),
    ("total", &["givens", "layers", "limits", "memo", "problem", "race", "semiring"]),
    ("order", &["givens", "ids", "instances", "problem"]),
    (
        "layers",
        &[
            "beside", "counters", "diagram", "givens", "ids", "limits", "misfit", "number", "order",
            "problem", "semiring",
        ],
    ),
    (
        "count",
        &[
            "answers", "givens", "layers", "limits", "memo", "misfit", "parallel", "problem", "race",
            "reduce", "search",
        ],
    ),
];

/// Modules that only tests compile.
const TEST_ONLY: &[&str] = &["scan", "agreement"];

#[test]
fn modules_import_only_what_stands_below_them() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = BTreeSet::new();
    for file in rust_files(&sources) {
        let module = module_of(&sources, &file);
        // Tests of a module may look at anything.
        let inside = file.strip_prefix(&sources).expect("the file is below the sources");
        let is_test =
            inside.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs");
        if module == "lib" || is_test || TEST_ONLY.contains(&module.as_str()) {
            continue;
        }
        let (_, allowed) = ALLOWED
            .iter()
            .find(|(name, _)| *name == module)
            .unwrap_or_else(|| panic!("the module {module} has no line in ALLOWED"));
        seen.insert(module.clone());
        let text = fs::read_to_string(&file).expect("a source can be read");
        for imported in imports(&text) {
            assert!(
                imported == module || allowed.contains(&imported.as_str()),
                "{} imports {imported}, which {module} may not",
                file.display()
            );
        }
    }
    let listed: BTreeSet<String> = ALLOWED.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(seen, listed, "every module listed in ALLOWED exists");
}

/// The modules that the code names after `crate::`, documentation and comments aside.
fn imports(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = code.flat_map(|line| line.split("crate::").skip(1));
    let names =
        after.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>());
    names.filter(|name| name.starts_with(char::is_lowercase)).collect()
}

fn module_of(sources: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(sources).expect("the file is below the sources");
    let first = relative.components().next().expect("the path is not empty");
    let name = first.as_os_str().to_str().expect("the name is UTF-8");
    name.trim_end_matches(".rs").to_owned()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}
