//! The files that the arguments of a run name. An output that is an input or another output is refused before
//! anything is opened, and so is one whose name promises another format.
//!
//! An argument names files if its value is a path, by its type or its hint. It is an output if its help is
//! below the heading `Output`.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, ValueHint};
use dlx_tasks::Folder;

use crate::shared::fault::Fault;

/// The files of a run.
#[derive(Debug, Default)]
pub(crate) struct NamedFiles {
    inputs: Vec<PathBuf>,
    outputs: Vec<NamedOutput>,
}

/// A file or a folder that a run writes.
#[derive(Debug)]
struct NamedOutput {
    flag: String,
    path: PathBuf,
}

/// Formats that people know by the ending of a file, with the endings.
const KNOWN: [&str; 29] = [
    "svg", "html", "htm", "pdf", "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "ico", "ps",
    "eps", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "zip", "gz", "bz2", "xz", "zst", "stl",
    "xmpuzzle",
];

impl NamedFiles {
    /// Returns the files that the arguments of a command name.
    pub(crate) fn of(command: &clap::Command, matches: &ArgMatches) -> Self {
        let mut files = Self::default();
        files.add(command, matches, true);
        files
    }

    fn add(&mut self, command: &clap::Command, matches: &ArgMatches, is_outermost: bool) {
        // Below a command, its global arguments appear again.
        let is_new = |argument: &&Arg| is_outermost || !argument.is_global_set();
        for argument in command.get_arguments().filter(|argument| names_files(argument)).filter(is_new) {
            let values = matches.try_get_raw(argument.get_id().as_str()).ok().flatten().into_iter().flatten();
            let paths = values.map(PathBuf::from).filter(|path| path != Path::new("-"));
            if argument.get_help_heading() == Some("Output") {
                let flag = argument.get_long().unwrap_or_default();
                self.outputs.extend(paths.map(|path| NamedOutput { flag: format!("--{flag}"), path }));
            } else {
                self.inputs.extend(paths);
            }
        }
        if let Some((name, matches)) = matches.subcommand()
            && let Some(command) = command.find_subcommand(name)
        {
            self.add(command, matches, false);
        }
    }

    /// Checks that no output is an input or another output, and that the names of outputs do not promise a
    /// format other than those with these endings.
    ///
    /// # Errors
    /// A usage error that names the two files, or the ending.
    pub(crate) fn check(&self, endings: &[&str]) -> Result<(), Fault> {
        for (number, output) in self.outputs.iter().enumerate() {
            let NamedOutput { flag, path } = output;
            let same = |other: String| {
                Fault::Usage(format!("`{flag} {}` and {other} are the same file", path.display()))
            };
            if dlx_files::is_standard_input(path) {
                return Err(same("standard input".to_owned()));
            }
            if let Some(input) = self.inputs.iter().find(|input| overwrites(path, input)) {
                return Err(same(format!("the input `{}`", input.display())));
            }
            if let Some(other) = self.outputs[..number].iter().find(|other| overwrites(path, &other.path)) {
                return Err(same(format!("`{} {}`", other.flag, other.path.display())));
            }
            if let Some(ending) = ending_of(path)
                && KNOWN.contains(&&*ending)
                && !endings.contains(&&*ending)
                && !path.is_dir()
            {
                let written = match endings {
                    [] => "the ending of a text file".to_owned(),
                    endings => {
                        endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" or ")
                    }
                };
                let help = match &*ending {
                    "svg" | "stl" => "; `dlx render` and `dlx sudoku render` draw",
                    _ => "",
                };
                return Err(Fault::Usage(format!(
                    "{flag} {}: expected {written}, found .{ending}{help}",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// Whether the values of an argument are files or folders.
fn names_files(argument: &Arg) -> bool {
    matches!(argument.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath)
}

/// Whether writing to the first path, a file or a folder of results, changes what is at the second.
fn overwrites(output: &Path, other: &Path) -> bool {
    dlx_files::is_same(output, other) || Folder::new(output).holds(other) || Folder::new(other).holds(output)
}

/// Returns the ending of a path in lower case.
fn ending_of(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// Returns the format that was asked for, or else the one with the ending of the file.
///
/// # Errors
/// A usage error if the two are not the same.
pub(crate) fn format_of<F: Copy + PartialEq>(
    asked: Option<F>,
    output: Option<&Path>,
    endings: &[(&str, F)],
) -> Result<Option<F>, Fault> {
    let named = output.and_then(|path| {
        let found = ending_of(path)?;
        endings.iter().find(|(ending, _)| *ending == found).map(|&(ending, format)| (path, ending, format))
    });
    match (asked, named) {
        (Some(asked), Some((path, ending, format))) if asked != format => Err(Fault::Usage(format!(
            "--output {}: expected a name for --format, found .{ending}",
            path.display()
        ))),
        (asked, named) => Ok(asked.or(named.map(|(.., format)| format))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_decides_unless_it_contradicts_the_flag() {
        let format = |asked, path: &str| format_of(asked, Some(Path::new(path)), &[("svg", 1), ("txt", 2)]);
        assert_eq!(format(None, "a.svg").ok(), Some(Some(1)));
        assert_eq!(format(None, "a.TXT").ok(), Some(Some(2)));
        assert_eq!(format(None, "a.picture").ok(), Some(None));
        assert_eq!(format(Some(2), "a.picture").ok(), Some(Some(2)));
        assert!(format(Some(2), "a.svg").is_err());
    }
}
