//! Looking a problem over for mistakes without a search: `dlx check` with one file.

use std::io::{self, Write};

use dlx_core::inner::obstacle;
use dlx_core::{Finding, Problem, lint};
use serde::Serialize;

use crate::shared::flags::{ReportFormat, Source};
use crate::shared::input::{is_standard, read};
use crate::shared::{Exit, Fault, Session, json};

/// The report as a JSON object.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct ProblemObject<'a> {
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    /// Number of primary items.
    primary: usize,
    /// Number of secondary items.
    secondary: usize,
    /// Number of options.
    options: usize,
    /// Whether a finding proves that there is no cover.
    no_cover: bool,
    /// What is probably a mistake, proofs first.
    findings: Vec<FindingObject<'a>>,
}

/// What is probably a mistake.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = Finding))]
struct FindingObject<'a> {
    /// The kind of mistake.
    #[cfg_attr(
        test,
        schema(
            pattern = "^(comment|no_options|too_few_options|totals|unused_secondary|repeated|no_primary|excluded|misspelt)$"
        )
    )]
    kind: &'static str,
    /// Whether it proves that there is no cover.
    proof: bool,
    /// The items that it is about.
    items: Vec<&'a str>,
    /// The numbers of the options that it is about, from 0.
    options: Vec<usize>,
    /// The finding in words.
    text: String,
}

impl<'a> FindingObject<'a> {
    fn new(problem: &'a Problem, finding: &Finding) -> Self {
        Self {
            kind: finding.kind.name(),
            proof: finding.is_proof,
            items: finding.items.iter().map(|&item| problem.name(item)).collect(),
            options: finding.options.iter().map(|option| option.index()).collect(),
            text: finding.display(problem).to_string(),
        }
    }
}

/// Reads a problem and prints what is probably a mistake.
pub(super) fn look_over(source: Source<'_>, format: &ReportFormat, session: &Session) -> Result<Exit, Fault> {
    let is_from_file = source.file.is_some_and(|path| !is_standard(path));
    if is_from_file && is_input_given() {
        message!(Note, "standard input is not read: expected `-` after the problem to check covers from it");
    }
    let loaded = read(source, session)?;
    let problem = loaded.subject.problem();
    let findings = session.watched(|| lint(problem, &mut session.limits(None)));
    let findings = findings.map_err(|why| Fault::Stopped(session.cause_of(why)))?;
    let no_cover = findings.iter().any(|finding| finding.is_proof);
    let (primary, options) = (problem.primary_count(), problem.option_count());
    let secondary = problem.item_count() - primary;
    let mut output = session.output();
    if format.is_json() {
        let findings = findings.iter().map(|finding| FindingObject::new(problem, finding)).collect();
        let object = ProblemObject { source: &loaded.name, primary, secondary, options, no_cover, findings };
        json::write_line(&mut *output, &object)?;
    } else {
        writeln!(output, "items: {primary} primary, {secondary} secondary; options: {options}")?;
        for finding in &findings {
            let label = if finding.is_proof { "no cover" } else { "warning" };
            writeln!(output, "{label}: {}", finding.display(problem))?;
        }
        if findings.is_empty() {
            writeln!(output, "no mistakes found")?;
        }
    }
    Ok(if no_cover { Exit::NoSolution } else { Exit::Answered })
}

/// Prints why a problem has no cover, if that is known without a search and the run has time left.
pub(super) fn note_obstacle(problem: &Problem, session: &Session) {
    if let Ok(Some(finding)) = obstacle(problem, &mut session.limits(None)) {
        message!(Note, "{}", finding.display(problem));
    }
}

/// Whether standard input is a pipe or a file, which may hold covers.
#[cfg(unix)]
fn is_input_given() -> bool {
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;

    let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    let kind = file.and_then(|file| file.metadata()).map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_file())
}

#[cfg(not(unix))]
fn is_input_given() -> bool {
    use io::IsTerminal;

    !io::stdin().is_terminal()
}
