//! Lists the files of the page for a release, whose binary contains them. Other builds read them from the disk, so that
//! a changed script is served without a build.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "src/folder.rs"]
#[allow(dead_code, reason = "the content types are for the library")]
mod folder;

fn main() -> io::Result<()> {
    println!("cargo::rustc-check-cfg=cfg(embedded)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/folder.rs");
    if env::var("PROFILE").as_deref() != Ok("release") {
        return Ok(());
    }
    println!("cargo::rustc-cfg=embedded");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    // Cargo looks for changes within a folder too.
    for folder in folder::FOLDERS.iter().filter(|folder| root.join(folder).is_dir()) {
        println!("cargo::rerun-if-changed={folder}");
    }
    let mut list = String::from("&[\n");
    for path in folder::paths(&root)? {
        println!("cargo::rerun-if-changed={path}");
        let file = root.join(&path);
        let file = file.to_str().ok_or_else(|| io::Error::other("the path of this crate is not text"))?;
        list += &format!("    ({path:?}, include_bytes!({file:?})),\n");
    }
    list += "]\n";
    fs::write(Path::new(&variable("OUT_DIR")?).join("files.rs"), list)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(|error| io::Error::other(format!("{name}: {error}")))
}
