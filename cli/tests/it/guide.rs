//! The commands in the guide print what it shows: each page of `docs/`, and the README, is run in an empty
//! folder of its own.
//!
//! - In a block `console`, lines after `$ ` are run, and the lines below must be their output. `$ cat FILE`
//!   creates a file with the lines below it, unless a command has written that file.
//! - In a block `sh`, each line is run. Its output is not compared.
//! - A picture in `docs/pictures` that a command of the page writes must be the picture that the page shows.
//! - Links must lead to a file, and to a heading of it if they name one.
//!
//! `DLX_GUIDE=record cargo test -p dlx-cli --test it guide::` writes the current output and pictures into the
//! guide, to be reviewed before they are committed.
#![cfg(unix)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::folder;

/// Prefixes of shell lines about the repository itself.
const OF_THE_REPOSITORY: [&str; 5] = ["cargo ", "./scripts/", "git ", "pip ", "python "];

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), ".."].iter().collect()
}

/// The Markdown files of a folder and its subfolders, sorted.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(markdown(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the pages whose commands are run.
fn pages() -> Vec<PathBuf> {
    let mut pages = markdown(&root().join("docs"));
    pages.push(root().join("README.md"));
    pages
}

fn is_recording() -> bool {
    env::var("DLX_GUIDE").is_ok_and(|word| word == "record")
}

/// Runs a shell line and returns what it prints on both streams.
fn output_of(line: &str, folder: &Path) -> String {
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
    // "No cover", "several solutions" and "the check failed" are valid answers.
    assert!(matches!(output.status.code(), Some(0 | 1 | 4)), "{line}: {printed}");
    printed
}

/// Runs the commands of a page in the folder, and returns the page with their output and the number of commands.
fn run(page: &str, folder: &Path) -> (String, usize) {
    let mut updated = String::new();
    let mut commands = 0;
    let mut block = None;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        updated.push_str(line);
        updated.push('\n');
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
                match command.strip_prefix("cat ").map(|name| folder.join(name)) {
                    Some(file) if !file.exists() => {
                        fs::write(file, &shown).expect("a file can be written");
                        updated.push_str(&shown);
                    }
                    _ => updated.push_str(&output_of(command, folder)),
                }
                commands += 1;
            }
            (Some("sh"), None, _) if !OF_THE_REPOSITORY.iter().any(|start| line.starts_with(start)) => {
                output_of(line, folder);
                commands += 1;
            }
            _ => {}
        }
    }
    (updated, commands)
}

/// Returns the targets of the links and pictures of a page, without those to other sites.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    let prose = page.lines().filter(move |line| {
        is_code ^= line.starts_with("```");
        !is_code
    });
    let targets =
        prose.flat_map(|line| line.split("](").skip(1)).filter_map(|rest| Some(rest.split_once(')')?.0));
    targets.filter(|target| !target.contains("://"))
}

/// Returns the anchor that a forge gives to a heading.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().to_lowercase();
    letters
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c))
        .collect::<String>()
        .replace(' ', "-")
}

#[test]
fn every_command_prints_and_draws_what_the_guide_shows() {
    let mut commands = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page can be read");
        let folder = folder();
        let (updated, run) = run(&page, folder.path());
        commands += run;
        if is_recording() {
            fs::write(&path, &updated).expect("a page can be written");
        }
        for ((printed, shown), number) in updated.lines().zip(page.lines()).zip(1..) {
            assert!(is_recording() || printed == shown, "{}:{number}: expected {printed}", path.display());
        }
        assert!(is_recording() || updated.lines().count() == page.lines().count(), "{}", path.display());

        for target in links(&page).filter(|target| target.ends_with(".svg")) {
            let picture = path.with_file_name(target);
            let Ok(drawn) = fs::read(folder.path().join(picture.file_name().expect("a name"))) else {
                continue;
            };
            if is_recording() {
                fs::create_dir_all(picture.parent().expect("a folder")).expect("a folder can be made");
                fs::write(&picture, drawn).expect("a picture can be written");
            } else {
                let is_same = fs::read(&picture).is_ok_and(|shown| shown == drawn);
                assert!(is_same, "{}: {target} is not what the page draws", path.display());
            }
        }
    }
    assert!(commands > 100, "{commands}");
}

#[test]
fn every_link_leads_somewhere_and_the_index_names_every_page() {
    let mut of_the_root: Vec<PathBuf> = fs::read_dir(root())
        .expect("the root can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    of_the_root.extend(
        ["apps/python", "benches", "fuzz", "testdata"].map(|name| root().join(name).join("README.md")),
    );
    of_the_root.extend(markdown(&root().join("docs")));
    let mut linked = Vec::new();
    for path in &of_the_root {
        let page = fs::read_to_string(path).expect("a page can be read");
        for target in links(&page) {
            let (file, heading) =
                target.split_once('#').map_or((target, None), |(file, heading)| (file, Some(heading)));
            let leads_to = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            assert!(leads_to.exists(), "{}: {target} leads nowhere", path.display());
            if let Some(heading) = heading {
                let page = fs::read_to_string(&leads_to).expect("a page can be read");
                let has_heading = page.lines().any(|line| line.starts_with('#') && anchor(line) == heading);
                assert!(has_heading, "{}: {target} has no such heading", path.display());
            }
            linked.push(leads_to.canonicalize().expect("the file is there"));
        }
    }
    for page in markdown(&root().join("docs")) {
        assert!(
            linked.contains(&page.canonicalize().expect("the page is there")),
            "no link to {}",
            page.display()
        );
    }
}
