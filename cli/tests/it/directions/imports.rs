//! The imports between the modules of a crate, computed from its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, File, ItemMod, ItemUse, UseTree};

use crate::sources::Module;

/// Returns for each module with a file of its own the modules with files of their own whose names it uses,
/// except in tests.
///
/// A name that is reached through `self::`, `super::`, `crate::` or a child counts for the module to which
/// its path leads, as far as there are files. Code within macros is not examined.
pub(super) fn imports(sources: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut parsed = crate::sources::modules(sources);
    parsed.retain(|module, _| !module.iter().any(|name| name == "tests"));
    let modules: BTreeSet<Module> = parsed.keys().cloned().collect();
    let tests: BTreeSet<Module> =
        parsed.iter().flat_map(|(module, file)| test_children(module, file)).collect();
    let tested = |module: &Module| tests.iter().any(|test| module.starts_with(test));
    parsed
        .iter()
        .filter(|(module, _)| !tested(module))
        .map(|(module, file)| {
            let mut paths = Paths { at: module.clone(), modules: &modules, found: BTreeSet::new() };
            paths.visit_file(file);
            let mut found = paths.found;
            found.remove(module);
            (module.clone(), found)
        })
        .collect()
}

/// Returns the modules with files of their own that this one declares only for tests.
fn test_children(module: &Module, file: &File) -> Vec<Module> {
    let declared = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(child) if child.content.is_none() && is_test(&child.attrs) => {
            Some(child.ident.to_string())
        }
        _ => None,
    });
    declared.map(|name| [module.clone(), vec![name]].concat()).collect()
}

/// The paths in a file, resolved as far as they lead through modules.
struct Paths<'m> {
    /// The module of the visitor, which may have no file of its own.
    at: Module,
    modules: &'m BTreeSet<Module>,
    found: BTreeSet<Module>,
}

impl Paths<'_> {
    /// Adds the module that a path leads to, if it begins in this crate.
    fn add(&mut self, path: &[String]) {
        let Some(first) = path.first() else { return };
        let mut start = self.at.clone();
        let mut rest = path;
        match first.as_str() {
            "crate" => {
                start.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {}
            name => {
                let child = [start.clone(), vec![name.to_owned()]].concat();
                if !self.modules.contains(&child) {
                    return;
                }
            }
        }
        while rest.first().is_some_and(|name| name == "super") {
            start.pop();
            rest = &rest[1..];
        }
        let absolute = [start, rest.to_vec()].concat();
        let longest = (0..=absolute.len()).rev().find(|&length| self.modules.contains(&absolute[..length]));
        self.found.extend(longest.map(|length| absolute[..length].to_vec()));
    }

    fn add_tree(&mut self, before: &[String], tree: &UseTree) {
        let mut path = before.to_vec();
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.add_tree(&path, &step.tree);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_tree(before, tree)),
            UseTree::Name(name) if name.ident != "self" => {
                path.push(name.ident.to_string());
                self.add(&path);
            }
            UseTree::Rename(name) if name.ident != "self" => {
                path.push(name.ident.to_string());
                self.add(&path);
            }
            UseTree::Name(_) | UseTree::Rename(_) | UseTree::Glob(_) => self.add(&path),
        }
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_test(&item.attrs) {
            self.add_tree(&[], &item.tree);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.content.is_some() && !is_test(&item.attrs) {
            self.at.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.at.pop();
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.add(&names);
        }
        visit::visit_path(self, path);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}
