//! Transcripts of the main commands: the lines typed and their output. The files `tests/tours/*.txt` are run
//! as written, each in a folder of its own.
//!
//! ```text
//! # A sentence about what comes.
//! $ dlx generate queens 8 > queens.dlx
//! $ dlx count queens.dlx
//! 92
//! ```
//!
//! Below a command is the standard output and standard error of all its parts, and `[exit code 5]` if the
//! exit code is not 0. Commands may be joined with `|`, and the last may end with `> FILE`; no other shell
//! syntax is supported. `DLX_TOURS=record cargo test -p dlx-cli --test it tour::` writes the current output, to be
//! reviewed before it is committed.

use std::env;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::{dlx, folder};

/// Returns the words of a command: separated by blanks, except in quotes.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted, mut is_word) = (Vec::new(), String::new(), false, false);
    for letter in command.chars() {
        match letter {
            '\'' => (is_quoted, is_word) = (!is_quoted, true),
            ' ' if !is_quoted => {
                if is_word {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            letter => {
                word.push(letter);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

/// Returns the output of a line of a transcript.
fn outcome(line: &str, folder: &Path) -> String {
    let mut words = words(line);
    let mut file = None;
    if let [.., arrow, name] = &words[..]
        && arrow == ">"
    {
        file = Some(folder.join(name));
        words.truncate(words.len() - 2);
    }
    let (mut input, mut told, mut code) = (Vec::new(), String::new(), None);
    for command in words.split(|word| word == "|") {
        let [first, arguments @ ..] = command else { panic!("an empty command in `{line}`") };
        assert_eq!(first, "dlx", "in `{line}`");
        let mut stdin = tempfile::tempfile().expect("a temporary file can be made");
        std::io::Write::write_all(&mut stdin, &input).expect("a temporary file can be written");
        stdin.seek(SeekFrom::Start(0)).expect("a temporary file can be read");
        let output = dlx()
            .args(arguments)
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .env_remove("COLUMNS")
            .stdin(Stdio::from(stdin))
            .output()
            .expect("the binary runs");
        told.push_str(&String::from_utf8(output.stderr).expect("standard error is UTF-8"));
        (input, code) = (output.stdout, output.status.code());
    }
    let mut printed = match file {
        Some(path) => {
            fs::write(path, &input).expect("the folder can be written to");
            String::new()
        }
        None => String::from_utf8(input).expect("standard output is UTF-8"),
    };
    printed.push_str(&told);
    match code {
        Some(0) => printed,
        Some(code) => format!("{printed}[exit code {code}]\n"),
        None => format!("{printed}[killed]\n"),
    }
}

/// Returns the transcript with the current output.
fn walked(tour: &str) -> String {
    let folder = folder();
    let mut walked = String::new();
    let mut lines = tour.lines().peekable();
    while let Some(line) = lines.next() {
        // Other blank lines are output.
        let is_gap = line.is_empty() && lines.peek().is_some_and(|next| next.starts_with("# "));
        if !is_gap && !line.starts_with("# ") && !line.starts_with("$ ") {
            continue;
        }
        walked.push_str(line);
        walked.push('\n');
        if let Some(command) = line.strip_prefix("$ ") {
            walked.push_str(&outcome(command, folder.path()));
        }
    }
    walked
}

#[test]
fn tours_are_as_they_were_recorded() {
    let tours: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "tours"].iter().collect();
    let mut paths: Vec<PathBuf> = fs::read_dir(&tours)
        .expect("the tours can be read")
        .map(|entry| entry.expect("an entry can be read").path())
        .collect();
    paths.sort();
    let is_recording = env::var("DLX_TOURS").is_ok_and(|word| word == "record");
    assert!(paths.len() >= 4);
    for path in paths {
        let mut tour = String::new();
        let read = File::open(&path).and_then(|mut file| file.read_to_string(&mut tour));
        read.expect("a tour can be read");
        let walked = walked(&tour);
        if is_recording {
            fs::write(&path, walked).expect("a tour can be written");
            continue;
        }
        for ((recorded, printed), number) in tour.lines().zip(walked.lines()).zip(1..) {
            assert_eq!(printed, recorded, "{}, line {number}", path.display());
        }
        assert_eq!(walked.lines().count(), tour.lines().count(), "{}:\n{walked}", path.display());
    }
}
