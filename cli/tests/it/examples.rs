//! Every example of every help text runs in an empty folder.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{folder, run};

/// Examples of interactive commands: a game, and a page in the browser.
const FOR_PEOPLE: [&str; 2] = ["dlx sudoku play", "dlx sudoku serve"];

/// Returns the commands that a help text lists.
fn below(path: &[String]) -> Vec<Vec<String>> {
    let words: Vec<&str> = path.iter().map(String::as_str).collect();
    let help = run(&[&words[..], &["--help"]].concat()).exits(0).out;
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.map(|name| [path, &[name.to_owned()]].concat()).collect()
}

fn examples(path: &[String]) -> Vec<String> {
    let words: Vec<&str> = path.iter().map(String::as_str).collect();
    let help = run(&[&words[..], &["--help"]].concat()).exits(0).out;
    let list = help.split("Examples:\n").nth(1).unwrap_or_default();
    list.lines().take_while(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
}

/// Runs a line as a shell does, with the tested program as `dlx`.
#[cfg(unix)]
fn paste(line: &str, folder: &Path) {
    let program = Path::new(env!("CARGO_BIN_EXE_dlx")).parent().expect("the program is in a folder");
    let path = env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", line])
        .env("PATH", format!("{}:{path}", program.display()))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("a shell runs");
    let told = String::from_utf8_lossy(&output.stderr);
    // "No solution", "several solutions" and "the lists differ" are valid answers.
    assert!(matches!(output.status.code(), Some(0 | 1 | 4)), "{line}: {:?}: {told}", output.status);
    assert!(!told.contains("error:"), "{line}: {told}");
}

#[test]
#[cfg(unix)]
fn every_example_of_every_help_runs_in_an_empty_folder() {
    let mut open = vec![Vec::new()];
    let mut ran = 0;
    while let Some(path) = open.pop() {
        let examples = examples(&path);
        let below = below(&path);
        let is_family = path.first().is_some_and(|first| first == "generate") && path.len() > 1;
        assert!(!examples.is_empty() || is_family, "{path:?}");
        let folder = folder();
        for line in examples {
            if !FOR_PEOPLE.iter().any(|start| line.starts_with(start)) {
                paste(&line, folder.path());
                ran += 1;
            }
        }
        open.extend(below);
    }
    assert!(ran > 90, "{ran}");
}
