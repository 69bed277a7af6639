//! What every pattern tells: its line in HoDoKu's notation, its reason, and what it marks on the board.

use std::fmt;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::reason::Teller;

/// A kind of pattern.
pub(super) trait Shape {
    /// Writes the pattern with what it concludes, as it follows the name of the technique.
    fn write_step(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(end, f)?;
        f.write_str(" => ")?;
        end.write(f)
    }

    /// Writes the pattern between the name of the technique and the conclusion.
    fn write(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Tells why the conclusion holds.
    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller);

    /// Adds what the pattern marks on the board.
    fn mark(&self, end: &Conclusion<'_>, marks: &mut StepMarks);
}
