//! Which files of this crate are the page. The build script and the library share this.

use std::io;
use std::path::Path;

/// The folders whose files all belong to the page.
pub(crate) const FOLDERS: &[&str] = &["css", "js"];

/// Returns the content type of a file of the page, by its name.
pub(crate) fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

/// Returns true for the files beside the folders that belong to the page; the others are settings of tools.
fn is_beside(name: &str) -> bool {
    name == "sw.js" || [".html", ".svg", ".webmanifest"].iter().any(|end| name.ends_with(end))
}

/// Returns the paths of the files of the page below this folder, with slashes, in ascending order.
pub(crate) fn paths(root: &Path) -> io::Result<Vec<String>> {
    let mut found: Vec<String> = list(root)?.into_iter().filter(|name| is_beside(name)).collect();
    let mut folders: Vec<String> = FOLDERS.iter().map(|&folder| folder.to_owned()).collect();
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        if !path.is_dir() {
            continue;
        }
        for name in list(&path)? {
            let is_folder = path.join(&name).is_dir();
            let inner = format!("{folder}/{name}");
            if is_folder {
                folders.push(inner);
            } else if kind(&name).is_some() {
                found.push(inner);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Returns the names in a folder that are text.
fn list(folder: &Path) -> io::Result<Vec<String>> {
    let names = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().into_string().ok()));
    names.filter_map(Result::transpose).collect()
}
