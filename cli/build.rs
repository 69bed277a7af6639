//! Passes the commit that the program is built from to `dlx --version`, if it is known.
//!
//! Outside a checkout of this project it is unknown. Cargo reruns this script only when the checkout moves to
//! another commit.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DLX_COMMIT");
    // Packagers who build from an archive can set the commit themselves.
    if let Ok(commit) = env::var("DLX_COMMIT") {
        println!("cargo::rustc-env=DLX_COMMIT={commit}");
        return;
    }
    // Sources unpacked inside another project's checkout do not belong to that checkout.
    if git(&["ls-files", "--error-unmatch", "build.rs"]).is_none() {
        return;
    }
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else { return };
    println!("cargo::rustc-env=DLX_COMMIT={commit}");
    // The files that change with a commit or a checkout.
    let mut names = vec!["HEAD".to_owned(), "logs/HEAD".to_owned(), "packed-refs".to_owned()];
    names.extend(git(&["rev-parse", "--symbolic-full-name", "HEAD"]));
    for path in names.iter().filter_map(|name| git(&["rev-parse", "--git-path", name])) {
        // Cargo treats a missing file as one that always changes.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The output of a git command, if git is installed and succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let words = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !words.is_empty()).then_some(words)
}
