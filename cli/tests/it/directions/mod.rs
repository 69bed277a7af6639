//! Which crate may import which, and which part of a crate which other part. A part is a folder of `src`, or a file
//! directly in `src`.
//!
//! The tests fail for an import that is not listed, for a listed one that is not used, and for modules of any crate
//! that import each other in a cycle. A `mod.rs` and a file of its folder may import each other only if the folder is
//! the implementation of one type, which is listed too.
//!
//! Other tests find files of tests that the test program of their crate does not have, and crates that may contain
//! `unsafe`.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::sources::Module;
use imports::imports;

/// The folder of a crate, its name, and the crates of this repository that it imports.
type House = [(&'static str, &'static str, &'static [&'static str])];

/// All crates but `dlx-core/models`, whose files stand in for those of dlx-core, in the order of their imports. Imports of
/// tests alone do not count.
const CRATES: &House = &[
    ("crates/simd", "dlx-simd", &[]),
    ("crates/linear", "dlx-linear", &[]),
    ("dlx-core", "dlx-core", &["dlx-linear", "dlx-simd"]),
    ("crates/ordered", "dlx-ordered", &["dlx-core"]),
    ("crates/formats", "dlx-formats", &["dlx-core"]),
    ("crates/files", "dlx-files", &[]),
    ("apps/page", "dlx-page", &[]),
    ("crates/instances", "dlx-instances", &["dlx-core"]),
    ("crates/tasks", "dlx-tasks", &["dlx-core", "dlx-files"]),
    ("sudoku-cover", "sudoku-cover", &["dlx-core", "dlx-ordered", "dlx-simd"]),
    ("apps/api", "dlx-api", &["dlx-core", "dlx-instances", "sudoku-cover"]),
    ("apps/page/wasm", "dlx-wasm", &["dlx-api"]),
    ("apps/server", "dlx-web", &["dlx-api", "dlx-page"]),
    ("apps/terminal", "dlx-terminal", &["dlx-core", "sudoku-cover"]),
    (
        "apps/python",
        "dlx-python",
        &["dlx-core", "dlx-formats", "dlx-instances", "dlx-ordered", "dlx-tasks", "sudoku-cover"],
    ),
    (
        "cli",
        "dlx-cli",
        &[
            "dlx-core",
            "dlx-files",
            "dlx-formats",
            "dlx-instances",
            "dlx-ordered",
            "dlx-tasks",
            "dlx-terminal",
            "dlx-web",
            "sudoku-cover",
        ],
    ),
    ("benches", "benches", &["dlx-core", "dlx-instances", "dlx-ordered", "sudoku-cover"]),
    ("benches/against", "against", &["benches", "dlx-core", "dlx-instances", "dlx-ordered", "sudoku-cover"]),
    (
        "fuzz",
        "dlx-fuzz",
        &["dlx-api", "dlx-core", "dlx-formats", "dlx-instances", "dlx-tasks", "sudoku-cover"],
    ),
];

/// A part and the parts that it may import.
type Rooms = [(&'static str, &'static [&'static str])];

/// The order of the parts: problems and files; control of runs; engines, searches that use engines; symmetries; threads
/// that share searches; counting, diagrams and optimization; the first covers by any of them, why there is
/// none, and what makers of puzzles ask.
const CORE: &Rooms = &[
    ("problem", &[]),
    ("text", &["problem"]),
    ("control", &["problem"]),
    ("lint", &["control", "problem"]),
    ("engine", &["control", "problem"]),
    ("search", &["control", "engine", "problem"]),
    ("symmetry", &["control", "problem"]),
    ("parallel", &["control", "engine", "problem", "search", "symmetry"]),
    ("cheapest", &["control", "engine", "parallel", "problem", "symmetry"]),
    ("reduce", &["control", "parallel", "problem"]),
    ("count", &["control", "engine", "parallel", "problem", "reduce", "search", "symmetry"]),
    ("diagram", &["cheapest", "control", "count", "parallel", "problem", "text"]),
    (
        "first",
        &["cheapest", "control", "count", "diagram", "engine", "parallel", "problem", "reduce", "search"],
    ),
    ("why", &["control", "first", "problem", "search"]),
    ("survey", &["control", "engine", "first", "problem", "search", "symmetry"]),
];

/// The order of the parts: boards and grids; puzzles as text; solving by
/// exact cover, and by techniques; playing, drawing and making puzzles, and booklets of them.
const SUDOKU: &Rooms = &[
    ("schema", &[]),
    ("work", &[]),
    ("random", &[]),
    ("model", &["work"]),
    ("text", &["model"]),
    ("solve", &["model", "random", "text", "work"]),
    ("human", &["model", "solve", "work"]),
    ("game", &["human", "model", "text"]),
    ("draw", &["human", "model"]),
    ("make", &["draw", "human", "model", "random", "solve", "text", "work"]),
];

/// The order of the parts: lines of words, what can be done with them, and the levels that a machine has.
const KERNELS: &Rooms = &[("line", &[]), ("lanes", &["line"]), ("levels", &["lanes"])];

/// The order of the parts: indices and programs, the factors of a basis, the simplex method.
const LINEAR: &Rooms = &[
    ("index", &[]),
    ("program", &["index"]),
    ("elimination", &["index"]),
    ("factors", &["elimination", "index"]),
    ("simplex", &["factors", "index", "program"]),
];

/// The parts shared by commands, the commands of both kinds, and the tree of commands with its help.
const COMMANDS: &Rooms = &[
    ("shared", &[]),
    ("cover", &["shared"]),
    ("sudoku", &["shared"]),
    ("help", &["cover", "shared", "sudoku"]),
];

/// The folders of dlx-core whose `mod.rs` has a type that other files of the folder implement as well.
const TYPES_OF_CORE: &[&str] =
    &["cheapest::linear", "count::memo", "diagram", "engine::driver", "engine::links", "problem", "symmetry"];

const TYPES_OF_SUDOKU: &[&str] = &[
    "draw",
    "human::explain",
    "human::techniques::fish",
    "human::techniques::fish::houses",
    "make::diagnose",
    "make::generate",
    "model::geometry",
    "model::geometry::rules",
    "solve::singles",
    "text",
];

/// The folders of other crates, with the folder of the crate.
const TYPES_OF_OTHERS: &[(&str, &[&str])] = &[
    ("benches", &["baselines"]),
    ("crates/instances", &["draw", "xmpuzzle"]),
    ("crates/linear", &["simplex"]),
];

#[test]
fn rooms_of_dlx_core_import_what_they_may() {
    check("dlx-core", CORE);
}

#[test]
fn rooms_of_sudoku_cover_import_what_they_may() {
    check("sudoku-cover", SUDOKU);
}

#[test]
fn rooms_of_the_command_line_import_what_they_may() {
    check("cli", COMMANDS);
}

#[test]
fn crates_import_what_they_may() {
    for (folder, name, allowed) in CRATES {
        let text = manifest(folder);
        assert!(text.contains(&format!("name = \"{name}\"")), "{folder} has another name than {name}");
        let imported: BTreeSet<&str> =
            dependencies(&text, |section| !section.contains("dev-")).map(|(name, _)| name).collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert_eq!(imported, allowed, "{folder}/Cargo.toml");
    }
}

/// A dependency of the tests of dlx-core that depends on one of its features would turn it on in all of them: the
/// program that `scripts/test` builds without the feature would have it.
#[test]
fn the_tests_of_dlx_core_are_built_with_one_feature_alone() {
    let workspace = manifest("");
    let (_, core) =
        dependencies(&workspace, |_| true).find(|(name, _)| *name == "dlx-core").expect("it is listed");
    assert!(core.contains("default-features = false"), "{core}");

    let text = manifest("dlx-core");
    let used = dependencies(&text, |section| section.contains("dev-")).map(|(name, _)| name);
    let mut left: Vec<&str> = used.collect();
    assert!(!left.is_empty(), "the tests of dlx-core use no crate of the workspace");
    while let Some(name) = left.pop() {
        let (folder, _, imported) = CRATES.iter().find(|(_, other, _)| *other == name).expect("it is listed");
        let text = manifest(folder);
        for (_, line) in
            dependencies(&text, |section| !section.contains("dev-")).filter(|(name, _)| *name == "dlx-core")
        {
            assert_eq!(line, "dlx-core.workspace = true", "{folder}/Cargo.toml, with no feature");
        }
        left.extend(*imported);
    }
}

#[test]
fn every_member_of_the_workspace_is_listed() {
    let text = manifest("");
    let members = text.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let (members, _) = members.expect("the workspace has members");
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert!(!members.is_empty());
    for member in members {
        assert!(CRATES.iter().any(|(folder, _, _)| *folder == member), "{member} is not listed");
    }
}

#[test]
fn no_crate_has_a_circle_of_imports() {
    for (folder, _, _) in CRATES {
        let types = match *folder {
            "dlx-core" => TYPES_OF_CORE,
            "sudoku-cover" => TYPES_OF_SUDOKU,
            other => {
                TYPES_OF_OTHERS.iter().find(|(name, _)| *name == other).map_or(&[][..], |(_, types)| types)
            }
        };
        let imports = imports(&sources(folder));
        assert!(!imports.is_empty(), "{folder} has no sources");
        let folders = folders_in_circles(&imports);
        let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
        assert_eq!(folders, types, "{folder}: folders of one type");
        if let Some(circle) = circle(&between_siblings(&imports)) {
            let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            panic!("{folder}: a circle of imports: {}", names.join(" -> "));
        }
    }
}

#[test]
fn rooms_of_the_kernels_import_what_they_may() {
    check("crates/simd", KERNELS);
}

#[test]
fn rooms_of_linear_programs_import_what_they_may() {
    check("crates/linear", LINEAR);
}

/// The crates that do not forbid `unsafe`: that of the kernels, and those for which macros write it, where the lints of
/// the workspace deny it.
const NOT_FORBIDDING: [&str; 3] =
    ["apps/page/wasm/src/lib.rs", "apps/python/src/lib.rs", "crates/simd/src/lib.rs"];

#[test]
fn unsafe_code_is_in_the_crate_of_kernels_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest can be read");
    assert!(manifest.contains("unsafe_code = \"deny\""), "the lints of the workspace deny it");
    let members = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let (members, _) = members.expect("the manifest lists the crates");
    let names = members.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
    let roots: Vec<String> = names
        .flat_map(|name| [format!("{name}/src/lib.rs"), format!("{name}/src/main.rs")])
        .filter(|file| root.join(file).exists())
        .collect();
    let forbids = |file: &&String| {
        let text = fs::read_to_string(root.join(file)).expect("a source can be read");
        text.lines().any(|line| line == "#![forbid(unsafe_code)]")
    };
    let mut others: Vec<&String> = roots.iter().filter(|file| !forbids(file)).collect();
    others.sort_unstable();
    assert_eq!(others, NOT_FORBIDDING);
}

#[test]
fn a_circle_is_found() {
    let edges = [
        ("a::x", "a::y"),
        ("a::y", "b"),
        ("b", "a::z"),
        ("a", "a::x"),
        ("c", "b"),
        ("d::x", "d::y"),
        ("d::y", "d::z"),
        ("d::z::w", "d::x"),
    ];
    let module = |name: &str| -> Module { name.split("::").map(str::to_owned).collect() };
    let mut imports: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in edges {
        imports.entry(module(from)).or_default().insert(module(to));
    }
    let found = |imports: &_| circle(&between_siblings(imports));
    assert_eq!(found(&imports), Some(["a", "b"].map(module).to_vec()));
    imports.remove(&module("a::y"));
    assert_eq!(found(&imports), Some(["d::x", "d::y", "d::z"].map(module).to_vec()));
    imports.remove(&module("d::y"));
    assert_eq!(found(&imports), None);
}

/// A file that `main.rs` does not name is not built, and nothing else would say so.
#[test]
fn every_file_of_tests_is_part_of_a_test_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = 0;
    for folder in ["", "apps", "crates"] {
        for entry in fs::read_dir(root.join(folder)).expect("the folder can be read") {
            let tests = entry.expect("an entry can be read").path().join("tests/it");
            let Ok(main) = fs::read_to_string(tests.join("main.rs")) else { continue };
            for file in fs::read_dir(&tests).expect("the folder can be read") {
                let path = file.expect("an entry can be read").path();
                let name = path.file_stem().and_then(|name| name.to_str()).expect("a name is UTF-8");
                let is_named = main.lines().any(|line| line == format!("mod {name};"));
                assert!(name == "main" || is_named, "main.rs does not name {}", path.display());
                files += 1;
            }
        }
    }
    assert!(files > 0, "no crate has tests");
}

/// Tests and examples in the sources of such a library would not be run, and nothing else would say so.
#[test]
fn libraries_that_are_not_tested_have_no_tests() {
    let mut untested = 0;
    for (folder, _, _) in CRATES {
        let text = manifest(folder);
        let library = text.split("\n[").find(|section| section.starts_with("lib]")).unwrap_or_default();
        for (setting, mark) in [("\ntest = false", "#[test]"), ("\ndoctest = false", "/ ```")] {
            if !library.contains(setting) {
                continue;
            }
            untested += 1;
            for (file, source) in crate::sources::texts(&sources(folder)) {
                assert!(!source.contains(mark), "{} has `{mark}`: {folder}/Cargo.toml", file.display());
            }
        }
    }
    assert!(untested > 0, "no library has such a setting");
}

/// A tag can be moved to other code; a commit cannot.
#[test]
fn actions_of_the_forge_are_pinned_to_commits() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows");
    let mut pinned = 0;
    for file in fs::read_dir(folder).expect("the folder can be read") {
        let text =
            fs::read_to_string(file.expect("an entry can be read").path()).expect("a workflow can be read");
        for action in
            text.lines().filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("uses: "))
        {
            let commit = action.split([' ', '@']).nth(1).unwrap_or_default();
            let is_commit = commit.len() == 40 && commit.bytes().all(|digit| digit.is_ascii_hexdigit());
            assert!(
                is_commit && action.contains(" # v"),
                "expected a commit and its version, found {action}"
            );
            pinned += 1;
        }
    }
    assert!(pinned > 0, "no workflow uses an action");
}

/// Returns the folder of the sources of a crate.
fn sources(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("src")
}

/// Returns the text of the `Cargo.toml` in this folder.
fn manifest(folder: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("Cargo.toml");
    fs::read_to_string(path).expect("the file can be read")
}

/// Returns the crates of this repository that a manifest lists in these sections, each with its line.
fn dependencies(manifest: &str, is_listed: impl Fn(&str) -> bool) -> impl Iterator<Item = (&str, &str)> {
    let mut is_in_section = false;
    manifest.lines().filter_map(move |line| {
        if line.starts_with('[') {
            is_in_section = line.ends_with("dependencies]") && is_listed(line);
        }
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        let is_ours = CRATES.iter().any(|(_, other, _)| *other == name);
        (is_in_section && is_ours).then_some((name, line))
    })
}

fn check(package: &str, rooms: &Rooms) {
    let imports = imports(&sources(package));
    let mut used = BTreeSet::new();
    for (module, imported) in &imports {
        let Some(room) = module.first() else { continue };
        let of_room = rooms.iter().find(|(name, _)| name == room);
        let (_, allowed) = of_room.unwrap_or_else(|| panic!("the room {room} of {package} is not listed"));
        used.insert((room.clone(), String::new()));
        for other in imported.iter().filter_map(|module| module.first()).filter(|other| *other != room) {
            let (from, to) = (module.join("::"), other);
            assert!(
                allowed.contains(&other.as_str()),
                "{package}: {from} imports {to}, which {room} may not"
            );
            used.insert((room.clone(), other.clone()));
        }
    }
    for (room, allowed) in rooms {
        let is_used = |other: &str| used.contains(&((*room).to_owned(), other.to_owned()));
        assert!(is_used(""), "{package} has no room {room}");
        for other in *allowed {
            assert!(is_used(other), "{package}: {room} may import {other}, which is not used");
        }
    }
}

/// Returns the folders whose `mod.rs` imports one of its files that imports it.
fn folders_in_circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<String> {
    let files = imports.iter().filter_map(|(file, imported)| {
        let (_, folder) = file.split_last()?;
        let is_mutual = imported.contains(folder) && imports.get(folder)?.contains(file);
        (is_mutual && !folder.is_empty()).then(|| folder.join("::"))
    });
    files.collect()
}

/// Returns the imports between modules of one folder, each with all that it contains. Imports between a module and
/// one that it contains are left out.
fn between_siblings(imports: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut siblings: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in imports.iter().flat_map(|(from, imported)| imported.iter().map(move |to| (from, to))) {
        let common = from.iter().zip(to).take_while(|(from, to)| from == to).count();
        if common < from.len().min(to.len()) {
            siblings.entry(from[..=common].to_vec()).or_default().insert(to[..=common].to_vec());
        }
    }
    siblings
}

/// Returns the first cycle of imports, by name.
fn circle(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    imports.keys().find_map(|start| {
        // A breadth-first search; each module with the one that it was reached from.
        let mut found_from: BTreeMap<&Module, &Module> = BTreeMap::new();
        let mut last_found = vec![start];
        while !last_found.is_empty() {
            let mut next = Vec::new();
            for from in last_found {
                for to in imports.get(from).into_iter().flatten() {
                    if to == start {
                        let mut way: Vec<Module> = vec![from.clone()];
                        while let Some(before) = way.last().and_then(|module| found_from.get(module)) {
                            way.push((*before).clone());
                        }
                        way.reverse();
                        return Some(way);
                    }
                    if !found_from.contains_key(to) {
                        found_from.insert(to, from);
                        next.push(to);
                    }
                }
            }
            last_found = next;
        }
        None
    })
}
