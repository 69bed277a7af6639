//! Tells the program the commit that it is built from, if that is known: `dlx --version` says it.
//!
//! Outside a checkout of this project there is none. Cargo runs this again when the checkout moves to another commit,
//! and not otherwise.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DLX_COMMIT");
    // Packagers who build from an archive can say it themselves.
    if let Ok(commit) = env::var("DLX_COMMIT") {
        println!("cargo::rustc-env=DLX_COMMIT={commit}");
        return;
    }
    // Sources that were unpacked within somebody else's checkout are not part of it.
    if git(&["ls-files", "--error-unmatch", "build.rs"]).is_none() {
        return;
    }
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else { return };
    println!("cargo::rustc-env=DLX_COMMIT={commit}");
    // What changes when there is another commit, or another branch is checked out.
    let mut names = vec!["HEAD".to_owned(), "logs/HEAD".to_owned(), "packed-refs".to_owned()];
    names.extend(git(&["rev-parse", "--symbolic-full-name", "HEAD"]));
    for path in names.iter().filter_map(|name| git(&["rev-parse", "--git-path", name])) {
        // Cargo would take a file that is not there for one that always changes.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// What git prints, if it is there and has an answer.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let words = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !words.is_empty()).then_some(words)
}
