//! The public names of the libraries, as golden files: added and removed names appear in the diff of a
//! change.
//!
//! The files list the names that a crate exports from its root and its public modules, with the public
//! functions, fields and variants of types, but without signatures. `DLX_UPDATE=1 cargo test -p dlx-cli
//! --test it public_api::` rewrites the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::sources::{self, Module};
use syn::{File, ImplItem, Item, Type, UseTree, Visibility};

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

fn compare(package: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = public_names(&root.join("..").join(package).join("src"));
    let found: String = names.iter().map(|name| format!("{name}\n")).collect();
    let golden = root.join("tests/public_api").join(folder_name(package)).with_extension("txt");
    if std::env::var_os("DLX_UPDATE").is_some() {
        fs::write(&golden, found).expect("the golden file can be written");
        return;
    }
    let expected = fs::read_to_string(&golden).expect("the golden file can be read");
    let expected: BTreeSet<&str> = expected.lines().collect();
    let found: BTreeSet<&str> = found.lines().collect();
    let added: Vec<_> = found.difference(&expected).collect();
    let removed: Vec<_> = expected.difference(&found).collect();
    assert!(added.is_empty() && removed.is_empty(), "{package}: added {added:#?}, removed {removed:#?}");
}

/// Returns the last part of a path of folders.
fn folder_name(path: &str) -> &str {
    path.rsplit('/').next().expect("there is a last part")
}

/// Returns each public name with its path.
fn public_names(folder: &Path) -> BTreeSet<String> {
    let files = sources::modules(folder);
    let mut names = BTreeSet::new();
    let mut types = BTreeSet::new();
    exports(&files, &[], "", &mut names, &mut types);
    for file in files.values() {
        for item in &file.items {
            members(item, &types, &mut names);
        }
    }
    names
}

/// Adds the exports of a module: items, exported names of other modules, and its public modules.
fn exports(
    files: &BTreeMap<Module, File>,
    module: &[String],
    path: &str,
    names: &mut BTreeSet<String>,
    types: &mut BTreeSet<String>,
) {
    let Some(file) = files.get(module) else { return };
    for item in &file.items {
        match item {
            Item::Use(item) if is_public(&item.vis) => {
                let mut used = Vec::new();
                flatten(&item.tree, &[], &mut used);
                for name in used {
                    let last = name.last().expect("a name is not empty").clone();
                    names.insert(format!("{path}{last}"));
                    types.insert(last.clone());
                    let from: Vec<String> = name.iter().filter(|name| !is_keyword(name)).cloned().collect();
                    let inside = [module.to_vec(), from.clone()].concat();
                    let target = if files.contains_key(&inside) { inside } else { from };
                    exports(files, &target, &format!("{path}{last}::"), names, types);
                }
            }
            Item::Mod(item) if is_public(&item.vis) => {
                let inside = [module.to_vec(), vec![item.ident.to_string()]].concat();
                names.insert(format!("{path}{}", item.ident));
                exports(files, &inside, &format!("{path}{}::", item.ident), names, types);
            }
            other => {
                if let Some(name) = public_item(other) {
                    names.insert(format!("{path}{name}"));
                    types.insert(name);
                }
            }
        }
    }
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

/// Returns the name of an item that is declared public.
fn public_item(item: &Item) -> Option<String> {
    let (visibility, name) = match item {
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        Item::Const(item) => (&item.vis, &item.ident),
        Item::Fn(item) => (&item.vis, &item.sig.ident),
        _ => return None,
    };
    is_public(visibility).then(|| name.to_string())
}

/// Adds the public functions, fields and variants of exported types.
fn members(item: &Item, types: &BTreeSet<String>, names: &mut BTreeSet<String>) {
    let mut add = |owner: &str, member: String| {
        if types.contains(owner) {
            names.insert(format!("{owner}::{member}"));
        }
    };
    match item {
        Item::Struct(item) => {
            let fields = item.fields.iter().filter(|field| is_public(&field.vis));
            for field in fields.filter_map(|field| field.ident.as_ref()) {
                add(&item.ident.to_string(), field.to_string());
            }
        }
        Item::Enum(item) if is_public(&item.vis) => {
            item.variants.iter().for_each(|variant| add(&item.ident.to_string(), variant.ident.to_string()));
        }
        Item::Impl(item) if item.trait_.is_none() => {
            let Type::Path(path) = &*item.self_ty else { return };
            let owner = path.path.segments.last().expect("a path is not empty").ident.to_string();
            for member in &item.items {
                match member {
                    ImplItem::Fn(function) if is_public(&function.vis) => {
                        add(&owner, format!("{}()", function.sig.ident));
                    }
                    ImplItem::Const(constant) if is_public(&constant.vis) => {
                        add(&owner, constant.ident.to_string());
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_keyword(name: &str) -> bool {
    matches!(name, "crate" | "self" | "super")
}
