//! The public names of the libraries, as golden files: added and removed names appear in the diff of a
//! change.
//!
//! The files list the names that a crate exports from its root and its public modules, with the public
//! functions, fields and variants of types, but without signatures. Names with `#[doc(hidden)]`, which only the
//! crates of this repository use, are in a file of their own. `DLX_UPDATE=1 cargo test -p dlx-cli --test it
//! public_api::` rewrites the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::sources::{self, Module};
use syn::{Attribute, File, ImplItem, Item, Type, UseTree, Visibility};

#[test]
fn the_names_of_dlx_core_are_those_of_the_golden_file() {
    compare("dlx-core");
}

#[test]
fn the_names_of_sudoku_cover_are_those_of_the_golden_file() {
    compare("sudoku-cover");
}

#[test]
fn the_names_of_dlx_instances_are_those_of_the_golden_file() {
    compare("crates/instances");
}

#[test]
fn the_names_of_dlx_simd_are_those_of_the_golden_file() {
    compare("crates/simd");
}

#[test]
fn the_names_of_dlx_linear_are_those_of_the_golden_file() {
    compare("crates/linear");
}

/// What is public is to be learned, and kept from then on.
#[test]
fn dlx_core_has_fewer_than_300_public_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = Exports::of(&root.join("../dlx-core/src"));
    assert!(names.public.len() < 300, "{} names", names.public.len());
}

fn compare(package: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Exports { public, hidden, .. } = Exports::of(&root.join("..").join(package).join("src"));
    let golden = root.join("tests/public_api");
    let name = folder_name(package);
    compare_with(&golden.join(format!("{name}.txt")), &public);
    let of_hidden = golden.join(format!("{name}-hidden.txt"));
    if !hidden.is_empty() || of_hidden.exists() {
        compare_with(&of_hidden, &hidden);
    }
}

fn compare_with(golden: &Path, names: &BTreeSet<String>) {
    if std::env::var_os("DLX_UPDATE").is_some() {
        let text: String = names.iter().map(|name| format!("{name}\n")).collect();
        fs::write(golden, text).expect("the golden file can be written");
        return;
    }
    let expected = fs::read_to_string(golden).expect("the golden file can be read");
    let expected: BTreeSet<&str> = expected.lines().collect();
    let found: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let added: Vec<_> = found.difference(&expected).collect();
    let removed: Vec<_> = expected.difference(&found).collect();
    let is_equal = added.is_empty() && removed.is_empty();
    assert!(is_equal, "{}: added {added:#?}, removed {removed:#?}", golden.display());
}

/// Returns the last part of a path of folders.
fn folder_name(path: &str) -> &str {
    path.rsplit('/').next().expect("there is a last part")
}

/// The names that a crate exports, each with its path.
#[derive(Default)]
struct Exports {
    public: BTreeSet<String>,
    hidden: BTreeSet<String>,
    /// The exported names without their paths: those of types have members.
    public_types: BTreeSet<String>,
    hidden_types: BTreeSet<String>,
}

impl Exports {
    fn of(folder: &Path) -> Self {
        let files = sources::modules(folder);
        let mut exports = Self::default();
        let root = files.get(&[][..]).expect("a crate has a root");
        exports.add_items(&files, &[], &root.items, "", false);
        for file in files.values() {
            file.items.iter().for_each(|item| exports.add_members(item));
        }
        exports
    }

    fn add(&mut self, path: &str, name: &str, is_hidden: bool) {
        let (names, types) = match is_hidden {
            false => (&mut self.public, &mut self.public_types),
            true => (&mut self.hidden, &mut self.hidden_types),
        };
        names.insert(format!("{path}{name}"));
        types.insert(name.to_owned());
    }

    /// Adds the exports of a module: items, exported names of other modules, and its public modules.
    fn add_items(
        &mut self,
        files: &BTreeMap<Module, File>,
        module: &[String],
        items: &[Item],
        path: &str,
        is_hidden: bool,
    ) {
        for item in items {
            match item {
                Item::Use(item) if is_public(&item.vis) => {
                    let is_hidden = is_hidden || has_hidden(&item.attrs);
                    let mut used = Vec::new();
                    flatten(&item.tree, &[], &mut used);
                    for name in used {
                        let last = name.last().expect("a name is not empty").clone();
                        self.add(path, &last, is_hidden);
                        let from: Vec<String> =
                            name.iter().filter(|name| !is_keyword(name)).cloned().collect();
                        let inside = [module.to_vec(), from.clone()].concat();
                        let target = if files.contains_key(&inside) { inside } else { from };
                        if let Some(file) = files.get(&target).filter(|_| is_public_module(files, &target)) {
                            self.add_items(
                                files,
                                &target,
                                &file.items,
                                &format!("{path}{last}::"),
                                is_hidden,
                            );
                        }
                    }
                }
                Item::Mod(item) if is_public(&item.vis) => {
                    let is_hidden = is_hidden || has_hidden(&item.attrs);
                    let name = item.ident.to_string();
                    let inside = [module.to_vec(), vec![name.clone()]].concat();
                    let path = format!("{path}{name}::");
                    match &item.content {
                        Some((_, items)) => self.add_items(files, module, items, &path, is_hidden),
                        None => {
                            self.add(path.trim_end_matches(&format!("{name}::")), &name, is_hidden);
                            let file = files.get(&inside).expect("a module has a file");
                            self.add_items(files, &inside, &file.items, &path, is_hidden);
                        }
                    }
                }
                other => {
                    if let Some((name, attributes)) = public_item(other) {
                        self.add(path, &name, is_hidden || has_hidden(attributes));
                    }
                }
            }
        }
    }

    /// Adds the public functions, fields and variants of exported types.
    fn add_members(&mut self, item: &Item) {
        let mut add = |owner: &str, member: String, attributes: &[Attribute]| {
            if self.public_types.contains(owner) && !has_hidden(attributes) {
                self.public.insert(format!("{owner}::{member}"));
            } else if self.public_types.contains(owner) || self.hidden_types.contains(owner) {
                self.hidden.insert(format!("{owner}::{member}"));
            }
        };
        match item {
            Item::Struct(item) => {
                for field in item.fields.iter().filter(|field| is_public(&field.vis)) {
                    if let Some(name) = &field.ident {
                        add(&item.ident.to_string(), name.to_string(), &field.attrs);
                    }
                }
            }
            Item::Enum(item) if is_public(&item.vis) => {
                for variant in &item.variants {
                    add(&item.ident.to_string(), variant.ident.to_string(), &variant.attrs);
                }
            }
            Item::Impl(item) if item.trait_.is_none() => {
                let Type::Path(path) = &*item.self_ty else { return };
                let owner = path.path.segments.last().expect("a path is not empty").ident.to_string();
                for member in &item.items {
                    match member {
                        ImplItem::Fn(function) if is_public(&function.vis) => {
                            add(&owner, format!("{}()", function.sig.ident), &function.attrs);
                        }
                        ImplItem::Const(constant) if is_public(&constant.vis) => {
                            add(&owner, constant.ident.to_string(), &constant.attrs);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns true if these names are those of a public module, and not those of a function in a module of its name.
fn is_public_module(files: &BTreeMap<Module, File>, module: &[String]) -> bool {
    let Some((name, parent)) = module.split_last() else { return false };
    let is_it = |item: &Item| matches!(item, Item::Mod(item) if item.ident == name && is_public(&item.vis));
    files.get(parent).is_some_and(|file| file.items.iter().any(is_it))
}

/// Collects the names at the ends of a tree of imports, each with its path.
fn flatten(tree: &UseTree, before: &[String], names: &mut Vec<Vec<String>>) {
    let with = |name: &syn::Ident| [before.to_vec(), vec![name.to_string()]].concat();
    match tree {
        UseTree::Path(step) => flatten(&step.tree, &with(&step.ident), names),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, names)),
        UseTree::Name(name) => names.push(with(&name.ident)),
        UseTree::Rename(name) => names.push(with(&name.rename)),
        UseTree::Glob(_) => panic!("a glob hides what is exported"),
    }
}

/// Returns the name of an item that is declared public, and its attributes.
fn public_item(item: &Item) -> Option<(String, &[Attribute])> {
    let (visibility, name, attributes) = match item {
        Item::Struct(item) => (&item.vis, &item.ident, &item.attrs),
        Item::Enum(item) => (&item.vis, &item.ident, &item.attrs),
        Item::Trait(item) => (&item.vis, &item.ident, &item.attrs),
        Item::Type(item) => (&item.vis, &item.ident, &item.attrs),
        Item::Const(item) => (&item.vis, &item.ident, &item.attrs),
        Item::Fn(item) => (&item.vis, &item.sig.ident, &item.attrs),
        _ => return None,
    };
    is_public(visibility).then(|| (name.to_string(), &**attributes))
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns true if `#[doc(hidden)]` is one of these attributes.
fn has_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "hidden")
    })
}

fn is_keyword(name: &str) -> bool {
    matches!(name, "crate" | "self" | "super")
}
