//! The parsed sources of a crate, by module.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::Path;

use syn::File;

/// A module as the path from the root of the crate; the root is the empty path.
pub(crate) type Module = Vec<String>;

/// Returns all modules with a file of their own below a folder.
pub(crate) fn modules(sources: &Path) -> BTreeMap<Module, File> {
    let mut files = BTreeMap::new();
    let mut folders = vec![(sources.to_owned(), Module::new())];
    while let Some((folder, module)) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name is UTF-8").to_owned();
            let inside = if matches!(stem.as_str(), "lib" | "main" | "mod") { vec![] } else { vec![stem] };
            let module = [module.clone(), inside].concat();
            if path.is_dir() {
                folders.push((path, module));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source can be read");
                let file = syn::parse_file(&text).expect("a source is Rust");
                // A crate with a library and a program has two roots.
                match files.entry(module) {
                    Entry::Vacant(entry) => {
                        entry.insert(file);
                    }
                    Entry::Occupied(mut entry) => entry.get_mut().items.extend(file.items),
                }
            }
        }
    }
    files
}
