//! `dlx symmetries`: the symmetries of a problem.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use dlx_core::{Color, ItemId, OptionId, Problem, Symmetries, Symmetry};
use serde::Serialize;

use super::symmetric::{Chosen, short, the_problem};
use crate::shared::flags::{ChosenSymmetries, ProblemList};
use crate::shared::input::for_each;
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
#[command(mut_arg("nodes", |nodes| nodes.hide(true)))]
pub(crate) struct FindSymmetries {
    #[command(flatten)]
    list: ProblemList,
    #[command(flatten)]
    chosen: ChosenSymmetries,
    /// Format of the answer
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = SymmetryFormat::Text)]
    format: SymmetryFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SymmetryFormat {
    /// Text for people
    Text,
    /// One JSON object a line
    Json,
    /// One generator a line, for --generators
    Generators,
}

impl Command for FindSymmetries {
    const NAME: &'static str = "symmetries";
    const ABOUT: &'static str = "Find the symmetries of a problem";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx symmetries queens.dlx
dlx generate soma -o soma.dlx
dlx symmetries --fix V,L,T,Z,A,B,P --format json soma.dlx
dlx symmetries --format generators queens.dlx | tail -n 1 > turn.txt
dlx count --up-to-symmetry --generators turn.txt queens.dlx";
    const NOTES: &'static str = "\
A symmetry is a permutation of the options that comes from a renaming of items and colors. It maps primary items to primary
items with the same bounds, secondary items to secondary items, options to options of the same cost, and covers to covers. \
The kernel is the group of the renamings that change no option.

All symmetries are products of the generators. A generator is written as cycles, in which each item is mapped to the next
one. If several options use the same items in the same colors, cycles of option numbers follow after the word `options`. \
--generators reads such lines, and uses only the products of these symmetries. Two items or options are in one orbit if a
symmetry maps one to the other. The text has the first entries of long lists; JSON has all. `count` and `solve` take
--up-to-symmetry.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        if session.has_nodes() {
            return Err(Fault::usage(
                "--nodes cannot be used with `dlx symmetries`, which has no search tree",
            ));
        }
        let chosen = Chosen::read(&self.chosen, the_problem(self.list.each()), session)?;
        for_each(&self.list, self.format != SymmetryFormat::Text, session, |loaded| {
            let (name, problem, _) = loaded.into_problem()?;
            match session.watched(|| chosen.of(&problem, &mut session.limits(None)))? {
                Ok(symmetries) => {
                    session.watched(|| -> io::Result<()> {
                        let mut output = session.writer();
                        match self.format {
                            SymmetryFormat::Text => write(&symmetries, &mut output)?,
                            SymmetryFormat::Json => {
                                json::write_line(&mut output, &SymmetriesObject::new(&name, &symmetries))?;
                            }
                            SymmetryFormat::Generators => {
                                for generator in symmetries.generators() {
                                    session.go_on()?;
                                    writeln!(output, "{generator}")?;
                                }
                            }
                        }
                        output.flush()
                    })?;
                    Ok(Exit::Answered)
                }
                Err(why) => {
                    let cause = session.cause_of(why);
                    message!(Note, "{}: the symmetries are not known", cause.words());
                    Ok(cause.exit())
                }
            }
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<SymmetriesObject<'static>>("Symmetries")
    }
}

/// Generators and orbits listed in text.
const MOST_LINES: usize = 20;

/// Writes the symmetries as text.
fn write(symmetries: &Symmetries, output: &mut impl Write) -> io::Result<()> {
    let problem = symmetries.problem();
    writeln!(output, "order          {}", short(symmetries.order()))?;
    writeln!(output, "kernel order   {}", short(symmetries.kernel_order()))?;
    let generators = symmetries.generators();
    writeln!(output, "generators     {}", generators.len())?;
    write_some(generators, output)?;
    let orbits = symmetries.item_orbits();
    writeln!(output, "item orbits    {}", orbits.len())?;
    let names =
        |orbit: &Vec<ItemId>| orbit.iter().map(|&item| problem.name(item)).collect::<Vec<_>>().join(" ");
    let (alone, together): (Vec<_>, Vec<_>) = orbits.iter().partition(|orbit| orbit.len() == 1);
    write_some(together.into_iter().map(names), output)?;
    if !alone.is_empty() {
        writeln!(output, "  {} of one item", alone.len())?;
    }
    let orbits = symmetries.option_orbits();
    writeln!(output, "option orbits  {}", orbits.len())?;
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for orbit in &orbits {
        *sizes.entry(orbit.len()).or_default() += 1;
    }
    write_some(sizes.iter().map(|(size, count)| format!("{count} of size {size}")), output)
}

/// Writes the first lines of a list.
fn write_some(lines: impl ExactSizeIterator<Item: Display>, output: &mut impl Write) -> io::Result<()> {
    let more = lines.len().saturating_sub(MOST_LINES);
    for line in lines.take(MOST_LINES) {
        writeln!(output, "  {line}")?;
    }
    if more > 0 { writeln!(output, "  and {more} more; --format json lists all") } else { Ok(()) }
}

/// The symmetries of a problem as an object.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct SymmetriesObject<'a> {
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    /// Number of symmetries: of permutations of the options.
    order: BigNumber,
    /// Order of the kernel: number of permutations of items and colors that change no option.
    kernel_order: BigNumber,
    /// Symmetries of which all others are products.
    generators: Vec<GeneratorObject<'a>>,
    /// The names of the items of each orbit.
    item_orbits: Vec<Vec<&'a str>>,
    /// The numbers of the options of each orbit, from 0.
    option_orbits: Vec<Vec<usize>>,
}

/// A generator as cycles, in which each element is mapped to the next one and the last to the first.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = Generator))]
struct GeneratorObject<'a> {
    /// Cycles of items, by name.
    items: Vec<Vec<&'a str>>,
    /// Cycles of items with colors, such as `x:red`.
    colors: Vec<Vec<String>>,
    /// Cycles of options, by number from 0.
    options: Vec<Vec<usize>>,
}

impl<'a> SymmetriesObject<'a> {
    fn new(source: &'a str, symmetries: &'a Symmetries) -> Self {
        let problem = symmetries.problem();
        Self {
            source,
            order: BigNumber::new(&symmetries.order()),
            kernel_order: BigNumber::new(&symmetries.kernel_order()),
            generators: symmetries.generators().map(|one| GeneratorObject::new(problem, &one)).collect(),
            item_orbits: each(symmetries.item_orbits(), |item| problem.name(item)),
            option_orbits: each(symmetries.option_orbits(), OptionId::index),
        }
    }
}

impl<'a> GeneratorObject<'a> {
    fn new(problem: &'a Problem, symmetry: &Symmetry<'_>) -> Self {
        let pair = |(item, color): (ItemId, Color)| {
            format!("{}:{}", problem.name(item), problem.color_name(color).unwrap_or_default())
        };
        Self {
            items: each(symmetry.item_cycles(), |item| problem.name(item)),
            colors: each(symmetry.color_cycles(), pair),
            options: each(symmetry.option_cycles(), OptionId::index),
        }
    }
}

/// Applies a function to the elements of lists.
fn each<A, B>(lists: Vec<Vec<A>>, of: impl Fn(A) -> B) -> Vec<Vec<B>> {
    lists.into_iter().map(|list| list.into_iter().map(&of).collect()).collect()
}
