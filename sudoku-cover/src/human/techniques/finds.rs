//! The steps that a search for a technique finds: the first one, or all.

use crate::human::pattern::Pattern;
use crate::human::step::Step;
use crate::human::technique::Technique;

/// Takes the steps that a technique finds.
///
/// A technique writes its conclusions into [`step`](Self::step) and hands its pattern to [`take`](Self::take); if that
/// returns false, the step has no conclusions again.
pub(super) struct Finds<'s> {
    pub(super) step: &'s mut Step,
    /// All steps so far, if all are wanted.
    all: Option<&'s mut Vec<Step>>,
    is_exhaustive: bool,
}

impl<'s> Finds<'s> {
    /// Returns finds for a technique. Only the first step is wanted, or all, which are appended to the list.
    pub(super) fn new(technique: Technique, step: &'s mut Step, all: Option<&'s mut Vec<Step>>) -> Self {
        step.begin(technique);
        Finds { step, all, is_exhaustive: true }
    }

    /// Leaves out what HoDoKu's default settings leave out while a puzzle is solved.
    pub(super) fn by_default(self) -> Self {
        Finds { is_exhaustive: false, ..self }
    }

    /// Returns false if patterns that HoDoKu's default settings leave out are not wanted.
    pub(super) fn is_exhaustive(&self) -> bool {
        self.is_exhaustive
    }

    /// Returns true if all steps are wanted, and not only the first one.
    pub(super) fn wants_all(&self) -> bool {
        self.all.is_some()
    }

    /// Completes the step with its pattern. Returns true if no further one is wanted.
    pub(super) fn take(&mut self, pattern: impl Into<Pattern>) -> bool {
        self.step.pattern = pattern.into();
        self.step.finish();
        match &mut self.all {
            None => true,
            Some(all) => {
                let technique = self.step.technique;
                all.push(self.step.clone());
                self.step.begin(technique);
                false
            }
        }
    }
}
