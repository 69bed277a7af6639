//! A diagram as a file with its problem, so that covers can be printed from the file alone.
//!
//! ```text
//! dlx diagram 2                  the format and its version
//! problem 57 9c0e…               the bytes of the problem in Knuth's text format, which follow, and its digest
//! a b | x
//! ...
//! order 3                        the number of options where there is an order, else `order none`
//! nodes 4                        the two ends left out
//! root 5
//! ```
//!
//! Lines end with LF. The data that follow are binary words of 32 bits, the lowest byte first: for each
//! option its place in the order, if there is one; for each node its option (2^32 - 1 for a product), `lo`
//! and `hi`. Nodes are numbered from 2, after no cover (0) and the empty cover (1), children before parents.
//! The last 8 bytes are the XXH3 hash of all bytes before them, the lowest byte first.
//!
//! The hash is checked before the data are interpreted. Then two things are checked that a correct hash does
//! not ensure: the digest of the problem, so that a text that another release reads as another problem is
//! refused; and those rules of the module `diagram` that can be checked in one pass. It is not checked that
//! every path is a cover; [`check`](crate::problem::check()) does that for one cover.

mod read;

use std::io::{self, Write};

use thiserror::Error;
use xxhash_rust::xxh3::Xxh3Default;

use super::{Diagram, TERMINALS};
use crate::problem::digest::Digest;
use crate::problem::ids::OptionId;
use crate::text::{ParseError, WriteError, knuth};

/// The first line, up to the version.
const MAGIC: &str = "dlx diagram ";
const VERSION: &str = "2";
/// Number of bytes that are read or written at once: whole nodes.
const PIECE: usize = 12 << 12;

/// The reason why a diagram could not be read: the input failed, or the place in the file, what was expected there and what
/// was found.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct DiagramFileError(pub(in crate::diagram) FileFault);

impl From<io::Error> for DiagramFileError {
    fn from(error: io::Error) -> Self {
        Self(error.into())
    }
}

/// The reason why a diagram could not be read. Bytes are counted from 0.
#[derive(Debug, Error)]
pub(crate) enum FileFault {
    /// The input failed.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The file is not a diagram.
    #[error("line 1: expected `dlx diagram {VERSION}`, found `{}`", found.escape_debug())]
    Foreign {
        /// The beginning of the file.
        found: String,
    },
    /// The version of the file is not supported.
    #[error("line 1: expected version {VERSION} of the format, found version {}", found.escape_debug())]
    OtherVersion {
        /// The version found.
        found: String,
    },
    /// A line before the data is not in the format.
    #[error("byte {byte}: expected `{expected}`, found `{}`", found.escape_debug())]
    Header {
        /// The byte at which the line begins.
        byte: u64,
        /// The beginning of the line.
        found: String,
        /// The expected form of the line.
        expected: &'static str,
    },
    /// The file ends too early.
    #[error("byte {byte}: expected {expected}, found the end of the file")]
    Cut {
        /// The byte at which it ends.
        byte: u64,
        /// The data that are missing.
        expected: &'static str,
    },
    /// The file has data after its end.
    #[error("byte {byte}: expected the end of the file, found more data")]
    Trailing {
        /// The byte at which it should end.
        byte: u64,
    },
    /// The file was altered.
    #[error("byte {byte}: expected the checksum {expected:016x}, found {found:016x}: the file was altered")]
    Checksum {
        /// The byte at which the checksum begins.
        byte: u64,
        /// The checksum in the file.
        found: u64,
        /// The checksum of the data.
        expected: u64,
    },
    /// The text of the problem is not in Knuth's text format.
    #[error("problem, {0}")]
    Problem(ParseError),
    /// The text of the problem does not have the digest of the problem that was written.
    #[error("problem: expected the problem {expected}, found {found}")]
    OtherProblem {
        /// The digest of the problem that was read.
        found: Digest,
        /// The digest in the file.
        expected: Digest,
    },
    /// The order does not have one place for each option.
    #[error("expected an order of {count} options, found one of {found}")]
    OrderLength {
        /// Number of places in the order.
        found: usize,
        /// Number of options of the problem.
        count: usize,
    },
    /// Two options have the same place in the order, or one has a place beyond the last.
    #[error("order: expected a place of its own below {count}, found option {option} at place {place}")]
    OrderPlace {
        /// The option.
        option: OptionId,
        /// Its place.
        place: u32,
        /// Number of options of the problem.
        count: usize,
    },
    /// A node breaks the rules.
    #[error("node {node}: {fault}")]
    Node {
        /// The node, counted from 2.
        node: u64,
        /// The rule that it breaks.
        fault: NodeFault,
    },
    /// The root is not a node.
    #[error("expected a node up to {last} as the root, found {found}")]
    Root {
        /// The number found.
        found: u64,
        /// The number of the last node.
        last: u64,
    },
}

/// The rule that a node breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum NodeFault {
    /// A child is not an earlier node.
    #[error("expected an earlier node as the child, found {found}")]
    Child {
        /// The number of the child.
        found: u32,
    },
    /// The problem has no such option.
    #[error("expected one of {count} or a product, found the option {found}")]
    Option {
        /// The number of the option.
        found: u32,
        /// Number of options of the problem.
        count: usize,
    },
    /// The node is equal to one of its children, as the other adds nothing.
    #[error(
        "expected the other child in place of the node, found an end as the hi of a branch or in a product"
    )]
    Superfluous,
    /// The node is a product, or its option does not come before those of its children in the order.
    #[error(
        "expected options that ascend in the order of the file, found a product or an option out of order"
    )]
    Order,
    /// A path has more options than the problem.
    #[error("expected a path of at most {count} options, found {found}")]
    Path {
        /// Number of options on the path.
        found: u32,
        /// Number of options of the problem.
        count: usize,
    },
}

impl Diagram {
    /// Writes the diagram and its problem. The same diagram gives the same bytes: 12 for each node, 4 for
    /// each option if there is an order, and the text of the problem. [`read`](Self::read) returns an equal
    /// diagram.
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits, Problem};
    ///
    /// let problem =
    ///     Problem::builder().primary(["a", "b"]).option(["a", "b"]).option(["a"]).option(["b"]).build()?;
    /// let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// let mut file = Vec::new();
    /// diagram.write(&mut file)?;
    /// let read = Diagram::read(file.as_slice())?;
    /// assert_eq!(read.count(), diagram.count());
    /// assert_eq!(read.problem().digest(), problem.digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A problem without primary items, which Knuth's text format does not support, or an output that fails.
    pub fn write(&self, output: impl Write) -> Result<(), WriteError> {
        let mut problem = Vec::new();
        knuth::write(&self.problem, &mut problem)?;
        let mut out = Hashing { inner: output, hash: Xxh3Default::new() };
        write!(out, "{MAGIC}{VERSION}\nproblem {} {}\n", problem.len(), self.problem.digest())?;
        out.write_all(&problem)?;
        match &self.order {
            Some(order) => writeln!(out, "order {}", order.len())?,
            None => writeln!(out, "order none")?,
        }
        writeln!(out, "nodes {}\nroot {}", self.len(), self.root.0)?;
        let order = self.order.iter().flat_map(|order| order.iter().copied());
        let nodes = self.nodes[TERMINALS.len()..].iter();
        let mut piece = Vec::with_capacity(PIECE);
        for word in order.chain(nodes.flat_map(|node| [node.option, node.lo.0, node.hi.0])) {
            piece.extend_from_slice(&word.to_le_bytes());
            if piece.len() == PIECE {
                out.write_all(&piece)?;
                piece.clear();
            }
        }
        out.write_all(&piece)?;
        let hash = out.hash.digest();
        out.write_all(&hash.to_le_bytes())?;
        Ok(out.flush()?)
    }
}

/// An output that hashes the bytes written to it.
struct Hashing<W> {
    inner: W,
    hash: Xxh3Default,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
