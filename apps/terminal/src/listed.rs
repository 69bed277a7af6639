//! The list of all steps of a state, one of which is selected.

use sudoku_cover::{Step, StepGroup, StepList};

#[derive(Clone, Debug)]
pub(crate) struct Listed {
    list: StepList,
    /// The number of the selected step among all listed ones.
    selected: usize,
}

/// A line of the list.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) is_heading: bool,
    pub(crate) is_selected: bool,
}

impl Listed {
    /// Returns the list with the first step selected; `None` if it is empty.
    pub(crate) fn new(list: StepList) -> Option<Self> {
        (!list.groups.is_empty()).then_some(Self { list, selected: 0 })
    }

    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.list.groups.iter().flat_map(|group| &group.steps)
    }

    /// Returns the selected step.
    pub(crate) fn step(&self) -> &Step {
        self.steps().nth(self.selected).expect("the selection is in the list")
    }

    /// Selects the step that is this many places further, or else the last or the first one.
    pub(crate) fn select(&mut self, places: isize) {
        let last = self.steps().count() - 1;
        self.selected = self.selected.saturating_add_signed(places).min(last);
    }

    /// Returns the steps below the names of their techniques.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let (mut lines, mut number) = (Vec::new(), 0);
        let heading = |text| Line { text, is_heading: true, is_selected: false };
        for group in &self.list.groups {
            lines.push(heading(title(group)));
            for step in &group.steps {
                // The name of the technique is above.
                let (text, name) = (step.to_string(), group.technique.name());
                let text = text.strip_prefix(name).unwrap_or(&text).trim_start_matches(": ");
                let is_selected = number == self.selected;
                lines.push(Line { text: format!("  {text}"), is_heading: false, is_selected });
                number += 1;
            }
        }
        if !self.list.is_complete {
            lines.push(heading("The search was stopped. There may be more steps.".to_owned()));
        }
        lines
    }
}

/// Returns the name of the technique and the number of steps.
fn title(StepGroup { technique, steps, count }: &StepGroup) -> String {
    if steps.len() < *count {
        format!("{technique}: the first {} of {count}", steps.len())
    } else {
        format!("{technique}: {count}")
    }
}
