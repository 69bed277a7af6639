//! Simple colors and multi-colors: places of a digit that are true alternately.

use std::fmt;

use serde::Serialize;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::write_cells;
use super::reason::{Say, Teller, Together, all, both_or_all, say, tell};
use super::shape::Shape;
use crate::human::parts::{Link, LinkRule, LockedCells, Node};
use crate::human::technique::Technique;
use crate::model::geometry::Digit;

/// One cluster of places of a digit in two colors, or two: those of one color are true and the others false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Colors {
    /// The digit.
    pub digit: Digit,
    /// The two colors of each cluster, one after the other.
    pub colors: Vec<LockedCells>,
    /// Weak links between places of two colors, or of one.
    pub links: Vec<Link>,
    /// A rule for each cluster that a rule connects, and not houses alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>, required = false))]
    pub rules: Vec<LinkRule>,
}

impl Shape for Colors {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": {} (", self.digit)?;
        for (color, before) in self.colors.iter().zip(["", ") / (", "), (", ") / ("]) {
            f.write_str(before)?;
            write_cells(f, &color.cells)?;
        }
        f.write_str(")")
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let digit = self.digit;
        for LinkRule(rule) in &self.rules {
            tell!(to, "By a rule, ", rule.sentence());
        }
        let and_rules = if self.rules.is_empty() { "" } else { " and rules" };
        say!(to, "Houses", and_rules, " with only two places for ", digit, " connect these cells: ");
        for (place, cluster) in self.colors.chunks_exact(2).enumerate() {
            say!(to, if place > 0 { "; and " } else { "" });
            say!(to, "either ", Color(&cluster[0]), ", or ", Color(&cluster[1]));
        }
        to.end('.');
        match end.technique {
            Technique::SimpleColorsWrap => {
                let [link] = &self.links[..] else { return };
                self.say_meeting(link, to);
                if let Some(opposite) = self.opposite(&link.from) {
                    tell!(to, opposite, ", and ", end);
                }
            }
            Technique::MultiColors1 => {
                for link in &self.links {
                    if let (Some(first), Some(second)) = (self.opposite(&link.from), self.opposite(&link.to))
                    {
                        self.say_meeting(link, to);
                        tell!(to, first, ", or ", second);
                    }
                }
                let is_several = self.links.len() > 1;
                let of = if is_several { " of one of these alternatives" } else { "" };
                end.tell_seeing(format!("a cell on either side{of}"), to);
            }
            Technique::MultiColors2 => {
                for pair in self.links.chunks_exact(2) {
                    let [first, second] = pair else { continue };
                    say!(to, all(&first.from.cells), " sees ", all(&first.to.cells), ", and ");
                    tell!(to, all(&second.from.cells), " sees ", all(&second.to.cells));
                }
                tell!(to, "One of the cells that are seen is ", digit, ", so ", end);
            }
            _ => end.tell_seeing("a cell on either side", to),
        }
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.digits.push(self.digit);
        marks.sets.clone_from(&self.colors);
        marks.links.clone_from(&self.links);
    }
}

impl Colors {
    /// Returns the other color of the cluster that contains the node.
    fn opposite(&self, node: &Node) -> Option<Color<'_>> {
        let contains = |color: &LockedCells| node.cells.iter().all(|cell| color.cells.contains(cell));
        let place = self.colors.iter().position(contains)?;
        self.colors.get(place ^ 1).map(Color)
    }

    fn say_meeting(&self, link: &Link, to: &mut Teller) {
        say!(to, all(&link.from.cells), " and ", all(&link.to.cells), ", ", Together(link.house));
        say!(to, ", cannot both be ", self.digit, ", so ");
    }
}

/// The places of a color, which are all true or all false.
struct Color<'a>(&'a LockedCells);

impl Say for Color<'_> {
    fn say(&self, to: &mut Teller) {
        let LockedCells { cells, digits } = self.0;
        match cells.len() {
            1 => say!(to, all(cells), " is ", all(digits)),
            count => say!(to, all(cells), " are ", both_or_all(count), " ", all(digits)),
        }
    }
}
