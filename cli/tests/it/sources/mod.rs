//! The parsed sources of a crate, by module.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

use syn::File;

/// A module as the path from the root of the crate; the root is the empty path.
pub(crate) type Module = Vec<String>;

/// Returns the texts of all files of Rust below a folder.
pub(crate) fn texts(sources: &Path) -> Vec<(PathBuf, String)> {
    let (mut texts, mut folders) = (Vec::new(), vec![sources.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source can be read");
                texts.push((path, text));
            }
        }
    }
    texts
}

/// Returns all modules with a file of their own below a folder.
pub(crate) fn modules(sources: &Path) -> BTreeMap<Module, File> {
    let mut files = BTreeMap::new();
    for (path, text) in texts(sources) {
        let inside = path.strip_prefix(sources).expect("it is below the folder").with_extension("");
        let mut module: Module =
            inside.iter().map(|name| name.to_str().expect("a name is UTF-8").to_owned()).collect();
        module.pop_if(|name| matches!(name.as_str(), "lib" | "main" | "mod"));
        let file = syn::parse_file(&text).expect("a source is Rust");
        // A crate with a library and a program has two roots.
        match files.entry(module) {
            Entry::Vacant(entry) => {
                entry.insert(file);
            }
            Entry::Occupied(mut entry) => entry.get_mut().items.extend(file.items),
        }
    }
    files
}
