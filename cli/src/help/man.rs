//! `dlx man`: manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_mangen::roff::{Roff, roman};

use crate::shared::flags::OutputFile;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Command, such as sudoku solve [default: dlx itself]
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
    /// Write the pages of all commands into FOLDER
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["words", "output"], help_heading = "Output")]
    folder: Option<PathBuf>,
}

impl Command for Man {
    const NAME: &'static str = "man";
    const ABOUT: &'static str = "Print the manual page of a command, or write all of them";
    const EXAMPLES: &'static str = "\
dlx man sudoku solve -o dlx-sudoku-solve.1
dlx man --folder man1";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let root = session.tree();
        if let Some(folder) = &self.folder {
            dlx_files::create_folder(folder)?;
            let mut pages = vec![("dlx".to_owned(), &root)];
            while let Some((name, command)) = pages.pop() {
                dlx_files::write(&folder.join(format!("{name}.1")), &page(&name, command)?)?;
                let below = command.get_subcommands();
                pages.extend(below.map(|below| (format!("{name}-{}", below.get_name()), below)));
            }
            return Ok(Exit::Answered);
        }
        let (path, command) = super::topics::find(&root, &self.words)?;
        session.output().write_all(&page(&path.replace(' ', "-"), command)?)?;
        Ok(Exit::Answered)
    }
}

fn page(name: &str, command: &clap::Command) -> io::Result<Vec<u8>> {
    let (before, after) = (command.get_before_long_help(), command.get_after_long_help());
    let page = clap_mangen::Man::new(command.clone().display_name(name.to_owned()));
    let mut bytes = Vec::new();
    page.render_title(&mut bytes)?;
    page.render_name_section(&mut bytes)?;
    page.render_synopsis_section(&mut bytes)?;
    page.render_description_section(&mut bytes)?;
    if command.get_arguments().next().is_some() {
        page.render_options_section(&mut bytes)?;
    }
    if command.has_subcommands() {
        page.render_subcommands_section(&mut bytes)?;
    }
    // Indented lines must not be joined into a paragraph.
    for text in [before, after].into_iter().flatten().map(ToString::to_string) {
        for part in text.split("\n\n") {
            let mut roff = Roff::new();
            let lines = match part.split_once('\n') {
                Some((heading, lines)) if heading.ends_with(':') => {
                    let heading = heading.split([':', '(']).next().unwrap_or_default().trim().to_uppercase();
                    roff.control("SH", [heading.as_str()]);
                    lines
                }
                _ => {
                    roff.control("PP", []);
                    part
                }
            };
            let is_kept = lines.contains('\n') || lines.starts_with(' ');
            if is_kept {
                roff.control("nf", []);
            }
            for line in lines.lines() {
                roff.text([roman(line)]);
            }
            if is_kept {
                roff.control("fi", []);
            }
            roff.to_writer(&mut bytes)?;
        }
    }
    if command.get_version().is_some() {
        page.render_version_section(&mut bytes)?;
    }
    Ok(bytes)
}
