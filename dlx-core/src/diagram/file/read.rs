//! The reader of a diagram. The data are not interpreted before the hash has been checked, and no data are
//! accepted that could cause a panic later.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3Default;

use super::{DiagramFileError, FileFault, MAGIC, NodeFault, PIECE, VERSION};
use crate::diagram::{Diagram, DiagramNode, NodeId, PRODUCT, TERMINALS};
use crate::problem::digest::Digest;
use crate::problem::ids::{MOST, OptionId, narrow, wide};
use crate::text::{ReadError, knuth};

impl Diagram {
    /// Reads a diagram and its problem. The input is read to its end.
    ///
    /// # Errors
    /// An input that fails, and a file that is truncated, altered, of another kind or of another version. The
    /// error says what was expected, what was found, and where.
    ///
    /// # Complexity
    /// Linear in the file. Whatever sizes the file states, the memory used is at most a small multiple of its
    /// real size.
    pub fn read(input: impl Read) -> Result<Self, DiagramFileError> {
        Self::read_and_check(input).map_err(DiagramFileError)
    }

    fn read_and_check(input: impl Read) -> Result<Self, FileFault> {
        let mut source = Source { inner: BufReader::new(input), hash: Xxh3Default::new(), byte: 0 };
        source.magic()?;
        let (length, digest) = source.header("problem <bytes> <digest>", |line| {
            let (length, digest) = line.rsplit_once(' ')?;
            Some((number("problem ", length)?, digest.parse::<Digest>().ok()?))
        })?;
        let mut problem = Vec::new();
        source.data(length, "the rest of the problem", |bytes| problem.extend_from_slice(bytes))?;
        let order_length = source.header("order <options>` or `order none", |line| match line {
            "order none" => Some(None),
            line => small("order ", line).map(Some),
        })?;
        let count = source.header("nodes <number>", |line| small("nodes ", line))?;
        let root = source.header("root <node>", |line| number("root ", line))?;
        let mut order = Vec::new();
        let order_bytes = order_length.unwrap_or(0) * 4;
        source.data(order_bytes, "the rest of the order", |bytes| order.extend(words(bytes)))?;
        let mut nodes = TERMINALS.to_vec();
        source.data(count * 12, "the rest of the nodes", |bytes| {
            nodes.extend(bytes.chunks_exact(12).map(|bytes| {
                let mut fields = words(bytes);
                let mut field = || fields.next().unwrap_or(0);
                DiagramNode { option: field(), lo: NodeId(field()), hi: NodeId(field()) }
            }));
        })?;
        source.end()?;

        let problem = knuth::read(problem.as_slice()).map_err(|error| match error {
            ReadError::Io(error) => FileFault::Io(error),
            ReadError::Parse(error) => FileFault::Problem(error),
        })?;
        if problem.digest() != digest {
            return Err(FileFault::OtherProblem { found: problem.digest(), expected: digest });
        }
        let last = count + 1;
        let root = match u32::try_from(root) {
            Ok(small) if root <= last => NodeId(small),
            _ => return Err(FileFault::Root { found: root, last }),
        };
        let order: Option<Arc<[u32]>> = order_length.map(|_| order.into());
        if let Some(order) = &order {
            check_order(order, problem.option_count())?;
        }
        let diagram = Self::new(&problem, nodes, root, order);
        diagram.check_nodes()?;
        Ok(diagram)
    }

    /// Checks that the nodes obey those rules of the module that can be checked in one pass.
    ///
    /// No path may have more options than the problem. This follows from the rules, and it bounds the counts.
    fn check_nodes(&self) -> Result<(), FileFault> {
        let count = self.problem.option_count();
        let fault = |node: usize, fault| Err(FileFault::Node { node: node as u64, fault });
        let mut longest = vec![0_u32; self.nodes.len()];
        for (at, &DiagramNode { option, lo, hi }) in self.nodes.iter().enumerate().skip(TERMINALS.len()) {
            if let Some(child) = [lo, hi].into_iter().find(|child| child.index() >= at) {
                return fault(at, NodeFault::Child { found: child.0 });
            }
            let is_product = option == PRODUCT;
            if is_product && (lo.is_terminal() || hi.is_terminal()) || hi == NodeId::NONE {
                return fault(at, NodeFault::Superfluous);
            }
            let (without, with) = (longest[lo.index()], longest[hi.index()]);
            longest[at] = if is_product {
                without.saturating_add(with)
            } else if wide(option) < count {
                without.max(with).saturating_add(1)
            } else {
                return fault(at, NodeFault::Option { found: option, count });
            };
            if wide(longest[at]) > count {
                return fault(at, NodeFault::Path { found: longest[at], count });
            }
        }
        match self.order.as_ref().and_then(|order| self.first_unordered(order)) {
            Some(node) => fault(node.index(), NodeFault::Order),
            None => Ok(()),
        }
    }
}

/// Returns the number after these words.
fn number(words: &str, line: &str) -> Option<u64> {
    let digits = line.strip_prefix(words)?;
    // `parse` alone would also take a sign.
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// Returns the number after these words, if it is small enough for a number of options or nodes.
fn small(words: &str, line: &str) -> Option<u64> {
    number(words, line).filter(|&number| number <= (MOST - TERMINALS.len()) as u64)
}

/// Checks that each option has a place of its own.
fn check_order(order: &[u32], count: usize) -> Result<(), FileFault> {
    if order.len() != count {
        return Err(FileFault::OrderLength { found: order.len(), count });
    }
    let mut is_taken = vec![false; count];
    for (option, &place) in order.iter().enumerate() {
        match is_taken.get_mut(wide(place)) {
            Some(taken) if !*taken => *taken = true,
            _ => {
                let option = OptionId(narrow(option));
                return Err(FileFault::OrderPlace { option, place, count });
            }
        }
    }
    Ok(())
}

/// Returns the words of 32 bits, the lowest byte first.
fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.chunks_exact(4).map(|bytes| {
        let mut word = [0; 4];
        word.copy_from_slice(bytes);
        u32::from_le_bytes(word)
    })
}

/// An input that is hashed while it is read.
struct Source<R> {
    inner: BufReader<R>,
    hash: Xxh3Default,
    /// Number of bytes read.
    byte: u64,
}

/// Greatest length of a line before the data, in bytes.
const LONGEST_LINE: u64 = 64;

/// The end of a line.
#[derive(Clone, Copy)]
enum End {
    Line,
    File,
    /// The line is longer than the longest one.
    None,
}

impl<R: Read> Source<R> {
    fn magic(&mut self) -> Result<(), FileFault> {
        let (found, end) = self.line()?;
        let expected = "the line `dlx diagram 2`";
        match (found.strip_prefix(MAGIC), end) {
            (Some(VERSION), End::Line) => Ok(()),
            (Some("" | VERSION), End::File) => Err(FileFault::Cut { byte: self.byte, expected }),
            (None, End::File) if MAGIC.starts_with(&found) => {
                Err(FileFault::Cut { byte: self.byte, expected })
            }
            (Some(version), _) => Err(FileFault::OtherVersion { found: version.to_owned() }),
            (None, _) => Err(FileFault::Foreign { found }),
        }
    }

    /// Reads a line after the first, and returns its meaning.
    fn header<T>(
        &mut self,
        expected: &'static str,
        meaning: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, FileFault> {
        let byte = self.byte;
        let (found, end) = self.line()?;
        match end {
            End::Line => meaning(&found).ok_or(FileFault::Header { byte, found, expected }),
            End::File => Err(FileFault::Cut { byte: self.byte, expected }),
            End::None => Err(FileFault::Header { byte, found, expected }),
        }
    }

    /// Returns the next line, cut at the greatest length, and its end.
    fn line(&mut self) -> Result<(String, End), FileFault> {
        let mut bytes = Vec::new();
        self.inner.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        self.passed(&bytes);
        let is_short = (bytes.len() as u64) < LONGEST_LINE;
        let end = match bytes.pop_if(|last| *last == b'\n') {
            Some(_) => End::Line,
            None if is_short => End::File,
            None => End::None,
        };
        Ok((String::from_utf8_lossy(&bytes).into_owned(), end))
    }

    fn data(
        &mut self,
        length: u64,
        expected: &'static str,
        mut take: impl FnMut(&[u8]),
    ) -> Result<(), FileFault> {
        let mut piece = vec![0; PIECE];
        let mut left = length;
        while left > 0 {
            let size = usize::try_from(left).map_or(PIECE, |left| left.min(PIECE));
            self.fill(&mut piece[..size], expected)?;
            self.passed(&piece[..size]);
            take(&piece[..size]);
            left -= size as u64;
        }
        Ok(())
    }

    /// Reads the checksum, and checks that nothing follows.
    fn end(&mut self) -> Result<(), FileFault> {
        let expected = self.hash.digest();
        let byte = self.byte;
        let mut bytes = [0; 8];
        self.fill(&mut bytes, "the checksum")?;
        let found = u64::from_le_bytes(bytes);
        if found != expected {
            return Err(FileFault::Checksum { byte, found, expected });
        }
        if self.inner.fill_buf()?.is_empty() { Ok(()) } else { Err(FileFault::Trailing { byte: byte + 8 }) }
    }

    fn fill(&mut self, bytes: &mut [u8], expected: &'static str) -> Result<(), FileFault> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.inner.read(&mut bytes[filled..]) {
                Ok(0) => {
                    let byte = self.byte + filled as u64;
                    return Err(FileFault::Cut { byte, expected });
                }
                Ok(more) => filled += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn passed(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.byte += bytes.len() as u64;
    }
}
