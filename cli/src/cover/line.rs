//! Printing a cover as text, as ids, or as a JSON object.
//!
//! The text of each option is computed once and cached as soon as enough options have been written to repay
//! that.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use dlx_core::inner::{Batch, Reduction};
use dlx_core::{BigUint, OptionId, Problem};

use crate::shared::Fault;
use crate::shared::json::SCHEMA;
use crate::shared::output::BUFFER;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverFormat {
    /// The options as in the file, separated by ` | `; `|` alone is the empty cover
    Text,
    /// The option numbers, from 0
    Ids,
    /// One JSON object a line
    Json,
}

impl CoverFormat {
    /// The name of the format on the command line.
    pub(crate) fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Self::from_str(word, false).ok()
    }
}

/// Formats the covers of one problem; can be shared among threads.
pub(super) struct Lines<'p> {
    problem: &'p Problem,
    format: CoverFormat,
    /// Set if the covers are those of a reduced problem, and must be mapped back.
    reduction: Option<&'p Reduction>,
    /// Number of options written without the table.
    written: AtomicUsize,
    /// The text of each option; `None` inside if it would take too much memory.
    table: OnceLock<Option<Table>>,
}

/// When to flush covers that come slowly, instead of waiting for a full buffer.
pub(super) struct FlushTimer(Instant);

/// Time between two flushes.
const BETWEEN_FLUSHES: Duration = Duration::from_millis(100);

impl FlushTimer {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    /// Flushes if it is due. Returns the fault, if that failed.
    pub(super) fn flush(&mut self, flush: impl FnOnce() -> Result<(), Fault>) -> Option<Fault> {
        let now = Instant::now();
        if now.duration_since(self.0) < BETWEEN_FLUSHES {
            return None;
        }
        self.0 = now;
        flush().err()
    }
}

/// The greatest size of an orbit that is a number in JSON: up to here, all integers are exact in readers that
/// take numbers for floating-point ones. Greater sizes are strings of digits.
const MOST_EXACT: u64 = 1 << 53;

/// Maximum size of the table of option texts, in bytes.
const MOST_BYTES: usize = 1 << 28;

impl<'p> Lines<'p> {
    pub(super) fn new(problem: &'p Problem, format: CoverFormat, reduction: Option<&'p Reduction>) -> Self {
        Self { problem, format, reduction, written: AtomicUsize::new(0), table: OnceLock::new() }
    }

    /// Appends the line of a cover. A JSON object lacks its beginning, because only
    /// [`complete`](Self::complete) knows its number.
    pub(super) fn append(&self, cover: &[OptionId], line: &mut Vec<u8>) {
        let cover = match self.reduction {
            None => Cow::Borrowed(cover),
            Some(reduction) => Cow::Owned(reduction.restore(cover)),
        };
        match self.format {
            CoverFormat::Ids | CoverFormat::Text if cover.is_empty() => line.push(BAR),
            CoverFormat::Ids => {
                self.append_options(&cover, line);
                line.pop();
            }
            CoverFormat::Text => {
                let begin = line.len();
                self.append_options(&cover, line);
                line.truncate(line.len() - SEPARATOR.len());
                if cover.len() == 1 && could_be_ids(&line[begin..]) {
                    line.extend_from_slice(&[b' ', BAR]);
                }
            }
            CoverFormat::Json => {
                line.extend_from_slice(b",\"ids\":[");
                for (place, option) in cover.iter().enumerate() {
                    if place > 0 {
                        line.push(b',');
                    }
                    line.extend_from_slice(itoa::Buffer::new().format(option.index()).as_bytes());
                }
                line.extend_from_slice(b"],\"options\":[");
                self.append_options(&cover, line);
                line.truncate(line.len() - usize::from(!cover.is_empty()));
                line.extend_from_slice(b"]}");
            }
        }
        line.push(b'\n');
    }

    /// Appends the line of a cover that represents an orbit of this size, which only JSON objects say: a text
    /// or a list of ids consists of options alone.
    pub(super) fn append_representative(&self, cover: &[OptionId], orbit: &BigUint, line: &mut Vec<u8>) {
        self.append(cover, line);
        if self.format == CoverFormat::Json {
            line.truncate(line.len() - "}\n".len());
            let orbit = match u64::try_from(orbit) {
                Ok(orbit) if orbit <= MOST_EXACT => orbit.to_string(),
                _ => format!("\"{orbit}\""),
            };
            writeln!(line, ",\"orbit\":{orbit}}}").expect("a vector takes all that is written");
        }
    }

    /// Returns the lines of a batch, with the numbers of JSON objects filled in.
    pub(super) fn complete<'b>(&self, batch: Batch<'b>, numbered: &'b mut Numbered) -> &'b [u8] {
        if self.format != CoverFormat::Json {
            return batch.bytes;
        }
        numbered.lines.clear();
        for line in batch.bytes.split_inclusive(|&byte| byte == b'\n') {
            numbered.covers += 1;
            let begun = write!(numbered.lines, "{{\"schema\":{SCHEMA},\"solution\":{}", numbered.covers);
            begun.expect("a vector takes all that is written");
            numbered.lines.extend_from_slice(line);
        }
        &numbered.lines
    }

    /// Appends options, each followed by its separator.
    fn append_options(&self, cover: &[OptionId], line: &mut Vec<u8>) {
        let table = self.table.get().or_else(|| {
            let written = self.written.fetch_add(cover.len(), Ordering::Relaxed);
            (written >= self.problem.option_count()).then(|| self.table.get_or_init(|| self.make_table()))
        });
        if let Some(Some(table)) = table {
            for &option in cover {
                line.extend_from_slice(table.entry(option));
            }
        } else {
            let mut text = String::new();
            for &option in cover {
                self.append_option(option, &mut text, line);
            }
        }
    }

    /// Appends an option followed by its separator; `text` is a scratch buffer.
    fn append_option(&self, option: OptionId, text: &mut String, line: &mut Vec<u8>) {
        if self.format == CoverFormat::Ids {
            line.extend_from_slice(itoa::Buffer::new().format(option.index()).as_bytes());
            line.push(b' ');
            return;
        }
        text.clear();
        write!(text, "{}", self.problem.display_option(option)).expect("a string takes all that is written");
        if self.format == CoverFormat::Json {
            serde_json::to_writer(&mut *line, text).expect("a vector takes all that is written");
            line.push(b',');
        } else {
            line.extend_from_slice(text.as_bytes());
            line.extend_from_slice(SEPARATOR.as_bytes());
        }
    }

    fn make_table(&self) -> Option<Table> {
        let mut table = Table { bytes: Vec::new(), starts: vec![0] };
        let mut text = String::new();
        for option in self.problem.options() {
            self.append_option(option, &mut text, &mut table.bytes);
            table.starts.push(table.bytes.len());
            if table.bytes.len() + table.starts.len() * size_of::<usize>() > MOST_BYTES {
                return None;
            }
        }
        Some(table)
    }
}

const SEPARATOR: &str = " | ";

/// Stands for the empty cover, as readers skip blank lines, and follows an option that stands alone and consists of
/// numbers, which would be read as ids.
const BAR: u8 = b'|';

/// Returns true if a reader takes this text for a list of ids.
fn could_be_ids(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    text.split_whitespace().all(|word| word.parse::<u32>().is_ok())
}

/// The text of each option, followed by its separator. Copying short entries as fixed-size blocks made no
/// difference: when listing the matchings of 16 points, a sixth of the time goes into writing.
struct Table {
    bytes: Vec<u8>,
    /// The text of option `o` is at `starts[o]..starts[o + 1]`.
    starts: Vec<usize>,
}

impl Table {
    fn entry(&self, option: OptionId) -> &[u8] {
        let option = option.index();
        &self.bytes[self.starts[option]..self.starts[option + 1]]
    }
}

/// Completed lines with their numbers.
pub(super) struct Numbered {
    covers: u64,
    lines: Vec<u8>,
}

impl Numbered {
    /// Starts with the number that follows `covers`.
    pub(super) fn after(covers: u64) -> Self {
        Self { covers, lines: Vec::new() }
    }
}

/// Writes the covers of one problem through a buffer.
pub(super) struct CoverPrinter<'p, W> {
    lines: Lines<'p>,
    numbered: Numbered,
    bytes: Vec<u8>,
    /// Number of covers in `bytes`.
    covers: u64,
    write: W,
}

impl<'p, W: FnMut(&[u8]) -> Result<(), Fault>> CoverPrinter<'p, W> {
    pub(super) fn new(problem: &'p Problem, format: CoverFormat, write: W) -> Self {
        let lines = Lines::new(problem, format, None);
        Self { lines, numbered: Numbered::after(0), bytes: Vec::new(), covers: 0, write }
    }

    pub(super) fn print(&mut self, cover: &[OptionId]) -> Result<(), Fault> {
        self.lines.append(cover, &mut self.bytes);
        self.flush_if_full()
    }

    /// Prints a cover that represents an orbit of this size.
    pub(super) fn print_representative(&mut self, cover: &[OptionId], orbit: &BigUint) -> Result<(), Fault> {
        self.lines.append_representative(cover, orbit, &mut self.bytes);
        self.flush_if_full()
    }

    /// Counts a cover that was added to the buffer.
    fn flush_if_full(&mut self) -> Result<(), Fault> {
        self.covers += 1;
        if self.bytes.len() < BUFFER { Ok(()) } else { self.finish() }
    }

    /// Writes the rest of the buffer.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        let batch = Batch { bytes: &self.bytes, covers: self.covers };
        (self.write)(self.lines.complete(batch, &mut self.numbered))?;
        self.bytes.clear();
        self.covers = 0;
        Ok(())
    }
}

#[cfg(test)]
use crate::shared::json::{self, BigNumber};

/// The object of a cover, which [`Lines`] writes without this type, as it would be most of the work of a list.
#[cfg(test)]
#[derive(serde::Serialize, utoipa::ToSchema)]
pub(super) struct CoverObject {
    /// Number of the cover, from 1.
    #[schema(minimum = 1)]
    solution: u64,
    /// Numbers of the options of the cover, from 0.
    ids: Vec<usize>,
    /// The options as text, as in the file.
    options: Vec<String>,
    /// Number of covers that symmetries map this one to, for covers up to symmetry; above 2^53 in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    orbit: Option<OrbitSize>,
}

/// The number of covers of an orbit.
#[cfg(test)]
#[derive(serde::Serialize, utoipa::ToSchema)]
#[serde(untagged)]
enum OrbitSize {
    Number(u64),
    Digits(BigNumber),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_an_orbit_is_a_number_as_long_as_readers_keep_it_exact() {
        let problem =
            Problem::builder().primary(["a"]).option(["a"]).build().expect("the problem is well-formed");
        for (orbit, expected) in [
            (8, OrbitSize::Number(8)),
            (MOST_EXACT, OrbitSize::Number(MOST_EXACT)),
            (MOST_EXACT + 1, OrbitSize::Digits(BigNumber::new(&"9007199254740993"))),
        ] {
            let (mut line, orbit) = (Vec::new(), BigUint::from(orbit));
            let lines = Lines::new(&problem, CoverFormat::Json, None);
            lines.append_representative(&[OptionId::new(0)], &orbit, &mut line);
            let object = CoverObject {
                solution: 1,
                ids: vec![0],
                options: vec!["a".to_owned()],
                orbit: Some(expected),
            };
            let object = json::to_string(&object);
            let expected =
                object.strip_prefix(r#"{"schema":1,"solution":1"#).expect("the members are in this order");
            assert_eq!(String::from_utf8_lossy(&line), format!("{expected}\n"));
            line.clear();
            Lines::new(&problem, CoverFormat::Ids, None).append_representative(
                &[OptionId::new(0)],
                &orbit,
                &mut line,
            );
            assert_eq!(line, b"0\n");
        }
    }

    /// The output is the same with and without the table of option texts.
    #[test]
    fn the_table_changes_nothing() {
        let problem = Problem::builder()
            .primary(["a", "b\""])
            .secondary(["s"])
            .option(["a", "s:\\x"])
            .option(["b\""])
            .option(["a", "b\""])
            .build()
            .expect("the problem is well-formed");
        let covers: [Vec<OptionId>; 3] =
            [vec![0, 1], vec![2], vec![]].map(|ids| ids.into_iter().map(OptionId::new).collect());
        for (format, expected) in [
            (CoverFormat::Text, "a s:\\x | b\"\na b\"\n|\n"),
            (CoverFormat::Ids, "0 1\n2\n|\n"),
            (
                CoverFormat::Json,
                concat!(
                    r#"{"schema":1,"solution":8,"ids":[0,1],"options":["a s:\\x","b\""]}"#,
                    "\n",
                    r#"{"schema":1,"solution":9,"ids":[2],"options":["a b\""]}"#,
                    "\n",
                    r#"{"schema":1,"solution":10,"ids":[],"options":[]}"#,
                    "\n"
                ),
            ),
        ] {
            let lines = Lines::new(&problem, format, None);
            for _ in 0..5 {
                let mut bytes = Vec::new();
                for cover in &covers {
                    lines.append(cover, &mut bytes);
                }
                let mut numbered = Numbered::after(7);
                let complete = lines.complete(Batch { bytes: &bytes, covers: 3 }, &mut numbered);
                assert_eq!(String::from_utf8_lossy(complete), expected);
            }
            assert!(lines.table.get().is_some());
        }
    }
}
