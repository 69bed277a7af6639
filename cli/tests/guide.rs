//! The commands of the README and the guide, each page in an empty folder of its own.
//!
//! In a block `console`, lines after `$ ` are run, what stands below is what they print, and `cat FILE` at the beginning
//! makes the file. In a block `sh` every line is run. `DLX_GUIDE=record cargo test -p dlx-cli --test guide` writes
//! down what is printed now, to be read before it is committed.
#![cfg(unix)]

mod support;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::folder;

/// Lines of shell blocks about the repository itself.
const OF_THE_REPOSITORY: [&str; 2] = ["cargo ", "./scripts/"];

/// What a line prints on both streams.
fn printed(line: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_dlx")).parent().expect("the program is in a folder");
    let path = env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}\n}} 2>&1")])
        .env("PATH", format!("{}:{path}", program.display()))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("a shell runs");
    let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
    // None, several and a false check are answers.
    assert!(matches!(output.status.code(), Some(0 | 1 | 4)), "{line}: {printed}");
    printed
}

/// The page with what its commands print.
fn walked(page: &str, ran: &mut usize) -> String {
    let folder = folder();
    let mut walked = String::new();
    let mut block = None;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        walked.push_str(line);
        walked.push('\n');
        match (block, line.strip_prefix("```"), line.strip_prefix("$ ")) {
            (None, Some(kind), _) => block = Some(kind),
            (Some(_), Some(_), _) => block = None,
            (Some("console"), None, Some(command)) => {
                let mut shown = String::new();
                while let Some(next) =
                    lines.next_if(|next| !next.starts_with("$ ") && !next.starts_with("```"))
                {
                    shown.push_str(next);
                    shown.push('\n');
                }
                if let Some(name) = command.strip_prefix("cat ") {
                    fs::write(folder.path().join(name), &shown).expect("a file can be written");
                    walked.push_str(&shown);
                } else {
                    walked.push_str(&printed(command, folder.path()));
                    *ran += 1;
                }
            }
            (Some("sh"), None, _) if !OF_THE_REPOSITORY.iter().any(|start| line.starts_with(start)) => {
                printed(line, folder.path());
                *ran += 1;
            }
            _ => {}
        }
    }
    walked
}

#[test]
fn every_command_prints_what_the_guide_shows() {
    let root: PathBuf = [env!("CARGO_MANIFEST_DIR"), ".."].iter().collect();
    let guide = fs::read_dir(root.join("docs")).expect("there is a guide");
    let mut pages: Vec<PathBuf> = guide.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.push(root.join("README.md"));
    let is_recording = env::var("DLX_GUIDE").is_ok_and(|word| word == "record");
    let mut ran = 0;
    for path in pages {
        let page = fs::read_to_string(&path).expect("a page can be read");
        let walked = walked(&page, &mut ran);
        if is_recording {
            fs::write(&path, walked).expect("a page can be written");
        } else {
            for ((printed, shown), number) in walked.lines().zip(page.lines()).zip(1..) {
                assert_eq!(printed, shown, "{}, line {number}", path.display());
            }
            assert_eq!(walked.lines().count(), page.lines().count(), "{}", path.display());
        }
    }
    assert!(ran > 40, "{ran}");
}
