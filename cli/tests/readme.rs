//! The commands of the README print what the README says.

mod support;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use support::{dlx, folder};

/// A command of a console block, and what is printed below it.
struct Example<'a> {
    command: &'a str,
    printed: String,
}

fn examples(readme: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let mut is_console = false;
    for line in readme.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => is_console = line == "```console",
            Some(command) if is_console => examples.push(Example { command, printed: String::new() }),
            None if is_console => {
                let example = examples.last_mut().expect("a block begins with a command");
                example.printed.push_str(line);
                example.printed.push('\n');
            }
            _ => {}
        }
    }
    examples
}

/// Runs a pipe of `dlx` commands in a folder.
fn run(command: &str, folder: &Path) -> String {
    let mut printed = Vec::new();
    for part in command.split(" | ") {
        let words = part.strip_prefix("dlx ").expect("only dlx is run").split_whitespace();
        let child = dlx().args(words).current_dir(folder).stdin(Stdio::piped()).spawn();
        let mut child = child.expect("the binary runs");
        // What stands in a README fits into a pipe.
        child.stdin.take().expect("a pipe").write_all(&printed).expect("the child reads");
        printed = child.wait_with_output().expect("the child ends").stdout;
    }
    String::from_utf8(printed).expect("the output is UTF-8")
}

#[test]
fn every_example_prints_what_the_readme_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let folder = folder();
    let exact = folder.path().join("testdata/exact-cover");
    fs::create_dir_all(&exact).expect("a folder can be made");
    for name in ["queens8.dlx", "pent3x20.dlx"] {
        fs::copy(root.join("testdata/exact-cover").join(name), exact.join(name))
            .expect("a file can be copied");
    }
    let mut ran = 0;
    for Example { command, printed } in examples(&readme) {
        if let Some(name) = command.strip_prefix("cat ") {
            fs::write(folder.path().join(name), &printed).expect("a file can be written");
        } else if command.starts_with("dlx ") && !printed.is_empty() {
            assert_eq!(run(command, folder.path()), printed, "{command}");
            ran += 1;
        }
    }
    assert!(ran >= 5, "the README shows the output of {ran} commands only");
}
