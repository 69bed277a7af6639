//! A diagnosis as lines of text.

use std::fmt::{self, Display, Formatter};

use dlx_core::Count;

use super::{Ambiguity, Conflict, Diagnosis};
use crate::model::geometry::Candidate;

/// Greatest number of clues printed where each of them is enough; the fields contain all.
const MOST_SHOWN: usize = 12;

impl Display for Diagnosis {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unique(solution) => writeln!(f, "one solution: {}", solution.to_line()),
            Self::None(conflict) => conflict.fmt(f),
            Self::Several(found) => found.fmt(f),
        }
    }
}

impl Display for Conflict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let core = listed(&self.core);
        match (&self.contradiction, self.core.len()) {
            (Some(contradiction), _) => writeln!(f, "no solution: {contradiction}")?,
            (None, 0) if !self.rules.is_empty() => {}
            (None, 0) => writeln!(f, "no solution: the board has none, even without clues")?,
            (None, 1) => writeln!(f, "no solution: one clue contradicts the rules: {core}")?,
            (None, count) => {
                // An undecided question may have kept a clue that is not needed.
                let set = if self.undecided == 0 { "minimal set of " } else { "" };
                writeln!(f, "no solution: {set}{count} contradicting clues: {core}")?;
            }
        }
        if !self.rules.is_empty() {
            match self.core.len() {
                0 => writeln!(f, "no solution: rules contradict each other, even without clues:")?,
                _ => writeln!(f, "  together with these rules:")?,
            }
            for rule in &self.rules {
                writeln!(f, "    {rule}")?;
            }
        }
        self.write_changes_of_rules(f)?;
        if self.core.is_empty() {
            return write_undecided(self.undecided, f);
        }
        if self.repairs.is_empty() {
            writeln!(f, "  no change of a single clue leaves one solution")?;
        } else {
            writeln!(f, "  changes of a single clue that leave one solution:")?;
        }
        for &clue in &self.core {
            let own = self.repairs.iter().filter(|repair| repair.clue == clue);
            write_changes(&clue, own.map(|repair| repair.digit), f)?;
        }
        if !self.loosening.is_empty() {
            let clues = listed(&self.loosening);
            writeln!(f, "  removing any one of these leaves several solutions: {clues}")?;
        }
        write_undecided(self.undecided, f)
    }
}

impl Conflict {
    fn write_changes_of_rules(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.rule_repairs.is_empty() {
            writeln!(f, "  changes of a single rule that leave one solution:")?;
        }
        for rule in &self.rules {
            let own = self.rule_repairs.iter().filter(|repair| repair.rule == *rule);
            write_changes(rule, own.map(|repair| repair.to.as_ref()), f)?;
        }
        if !self.loosening_rules.is_empty() {
            writeln!(f, "  removing any one of these rules leaves several solutions:")?;
        }
        self.loosening_rules.iter().try_for_each(|rule| writeln!(f, "    {rule}"))
    }
}

/// Writes the changes of one given or rule, if there are any.
fn write_changes<T: Display>(
    what: &impl Display,
    changes: impl Iterator<Item = Option<T>>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let words = |to: Option<T>| match to {
        None => "remove it".to_owned(),
        Some(to) => format!("change it to {to}"),
    };
    let words: Vec<String> = changes.map(words).collect();
    if words.is_empty() { Ok(()) } else { writeln!(f, "    {what}: {}", words.join(", or ")) }
}

impl Display for Ambiguity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let bound = if matches!(self.count, Count::Exact(_)) { "" } else { "at least " };
        writeln!(f, "several solutions: {bound}{}", self.count.at_least())?;
        for solution in &self.solutions {
            writeln!(f, "  {}", solution.to_line())?;
        }
        writeln!(f, "  {} cells differ:", self.differing.len())?;
        let digits = |&cell| {
            let digits = self.candidates.get(cell).digits().map(|digit| digit.to_string());
            format!("{cell}={}", digits.collect::<Vec<_>>().join("/"))
        };
        for cells in self.differing.chunks(6) {
            writeln!(f, "    {}", cells.iter().map(digits).collect::<Vec<_>>().join(" "))?;
        }
        let (single, several) = (listed(&self.single), listed(&self.several));
        match (self.single.len(), self.several.len()) {
            (0, 0) => writeln!(f, "  no additional clues were found that leave one solution")?,
            (0, 2) => writeln!(
                f,
                "  no single additional clue leaves one solution; these two together do: {several}"
            )?,
            (0, count) => writeln!(
                f,
                "  no single additional clue leaves one solution; these {count} together do (fewer may be enough): {several}"
            )?,
            (1, _) => writeln!(f, "  one additional clue leaves one solution: {single}")?,
            (count, _) => {
                let shown = listed(&self.single[..count.min(MOST_SHOWN)]);
                let more = if count > MOST_SHOWN { ", ..." } else { "" };
                writeln!(
                    f,
                    "  one additional clue leaves one solution, any of these {count}: {shown}{more}"
                )?;
            }
        }
        write_undecided(self.undecided, f)
    }
}

fn write_undecided(undecided: usize, f: &mut Formatter<'_>) -> fmt::Result {
    match undecided {
        0 => Ok(()),
        count => writeln!(f, "  undecided questions (node limit reached): {count}"),
    }
}

/// Returns the clues as one line.
fn listed(clues: &[Candidate]) -> String {
    clues.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
