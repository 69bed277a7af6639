//! Graph coloring: neighboring vertices get different colors.

use std::collections::BTreeSet;
use std::str::FromStr;

use dlx_core::{ItemId, Problem};
use thiserror::Error;

use crate::geometry::{Geometry, Picture};
use crate::{InstanceError, Published, check_range, check_uses, count_of, primaries};

/// A graph without loops; its vertices are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    vertices: usize,
    /// Each edge once, with the smaller vertex first.
    edges: BTreeSet<[usize; 2]>,
}

/// An error in a graph in the DIMACS format, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct GraphError {
    /// The line number, from 1.
    pub line: usize,
    /// The kind of error.
    pub fault: GraphFault,
}

/// The kinds of errors in a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphFault {
    /// The number of vertices is missing.
    #[error("no line `p edge VERTICES EDGES` before this; expected one before the edges")]
    NoSize,
    /// The number of vertices is given twice.
    #[error("a second line `p`; expected one")]
    SecondSize,
    /// A line of an unknown kind.
    #[error(
        "expected `c` and a comment, `p edge VERTICES EDGES`, or `e VERTEX VERTEX`, found `{}`",
        found.escape_debug()
    )]
    BadLine {
        /// The line.
        found: String,
    },
    /// A vertex number that is too large.
    #[error("vertex {found}, expected 1 to {vertices}")]
    NoSuchVertex {
        /// The vertex number as written in the file, from 1.
        found: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// An edge from a vertex to itself.
    #[error("an edge from vertex {vertex} to itself; expected two different vertices")]
    Loop {
        /// The vertex number as written in the file, from 1.
        vertex: usize,
    },
    /// The graph has too many vertices.
    #[error(transparent)]
    Size(#[from] InstanceError),
}

/// The largest number of vertices of a graph.
const MOST_VERTICES: usize = 1 << 20;

impl Graph {
    /// Reads a graph in the format of the second DIMACS challenge (1993): comments `c ...`, one line `p edge
    /// VERTICES EDGES`, then one line `e 1 2` for each edge, with vertices numbered from 1. An edge may occur
    /// several times, in both directions; many files do this, so the number of edges is not checked. Lines
    /// `n`, which name or color vertices, are ignored.
    ///
    /// # Errors
    /// The first line that does not follow the format.
    pub fn of_dimacs(text: &str) -> Result<Self, GraphError> {
        let mut graph: Option<Self> = None;
        let mut last = 1;
        for (line, text) in (1..).zip(text.lines()) {
            last = line;
            graph = Self::with_line(graph, text).map_err(|fault| GraphError { line, fault })?;
        }
        graph.ok_or(GraphError { line: last, fault: GraphFault::NoSize })
    }

    fn with_line(graph: Option<Self>, text: &str) -> Result<Option<Self>, GraphFault> {
        let bad = || GraphFault::BadLine { found: text.to_owned() };
        let number = |word: &str| word.parse::<usize>().map_err(|_| bad());
        match (graph, &text.split_whitespace().collect::<Vec<_>>()[..]) {
            (graph, [] | ["c" | "n", ..]) => Ok(graph),
            (None, ["p", "edge" | "edges" | "col", vertices, edges]) => {
                number(edges)?;
                let vertices = number(vertices)?;
                check_range("the number of vertices", vertices, 1, MOST_VERTICES)?;
                Ok(Some(Self { vertices, edges: BTreeSet::new() }))
            }
            (Some(_), ["p", ..]) => Err(GraphFault::SecondSize),
            (None, ["e", ..]) => Err(GraphFault::NoSize),
            (Some(mut graph), ["e", one, other]) => {
                let ends = [number(one)?, number(other)?];
                for found in ends {
                    if !(1..=graph.vertices).contains(&found) {
                        return Err(GraphFault::NoSuchVertex { found, vertices: graph.vertices });
                    }
                }
                if ends[0] == ends[1] {
                    return Err(GraphFault::Loop { vertex: ends[0] });
                }
                graph.join(ends[0] - 1, ends[1] - 1);
                Ok(Some(graph))
            }
            _ => Err(bad()),
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        self.edges.insert([one.min(other), one.max(other)]);
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertices
    }

    /// Returns the number of edges, each counted once.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }
}

/// Named graphs that need no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// The complete graph of this many vertices.
    Complete(usize),
    /// A cycle of this many vertices, at least 3.
    Cycle(usize),
    /// A path of this many vertices.
    Path(usize),
    /// A grid with this number of rows and columns; each vertex is joined to those above, below, left and
    /// right of it.
    Grid(usize, usize),
    /// Petersen's graph of 10 vertices and 15 edges: the vertices are the pairs of five things, and disjoint
    /// pairs are joined.
    Petersen,
}

impl Known {
    /// Returns the graph.
    ///
    /// # Errors
    /// If the graph has no vertex, a cycle has fewer than 3, a complete graph more than 1000, or any other
    /// graph more than 2^20 vertices.
    pub fn graph(self) -> Result<Graph, InstanceError> {
        let (vertices, least, most) = match self {
            Self::Complete(n) => (n, 1, 1000),
            Self::Cycle(n) => (n, 3, MOST_VERTICES),
            Self::Path(n) => (n, 1, MOST_VERTICES),
            Self::Grid(rows, columns) => (rows.saturating_mul(columns), 1, MOST_VERTICES),
            Self::Petersen => (10, 1, 10),
        };
        check_range("the number of vertices", vertices, least, most)?;
        let pairs = |n: usize| (0..n).flat_map(move |one| (one + 1..n).map(move |other| [one, other]));
        let mut graph = Graph { vertices, edges: BTreeSet::new() };
        match self {
            Self::Complete(n) => pairs(n).for_each(|[one, other]| graph.join(one, other)),
            Self::Cycle(n) => (0..n).for_each(|vertex| graph.join(vertex, (vertex + 1) % n)),
            Self::Path(n) => (1..n).for_each(|vertex| graph.join(vertex - 1, vertex)),
            Self::Grid(rows, columns) => {
                for vertex in 0..vertices {
                    let (row, column) = (vertex / columns, vertex % columns);
                    if column + 1 < columns {
                        graph.join(vertex, vertex + 1);
                    }
                    if row + 1 < rows {
                        graph.join(vertex, vertex + columns);
                    }
                }
            }
            Self::Petersen => {
                let named: Vec<[usize; 2]> = pairs(5).collect();
                let is_apart =
                    |[one, other]: &[usize; 2]| !named[*one].iter().any(|end| named[*other].contains(end));
                pairs(10).filter(is_apart).for_each(|[one, other]| graph.join(one, other));
            }
        }
        Ok(graph)
    }
}

/// The error for a text that names no known graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected `complete:5`, `cycle:6`, `path:7`, `grid:3x4` or `petersen`, found `{}`",
    found.escape_debug()
)]
pub struct KnownError {
    /// The text.
    pub found: String,
}

impl FromStr for Known {
    type Err = KnownError;

    fn from_str(text: &str) -> Result<Self, KnownError> {
        let known = || {
            let (name, size) = match text.split_once(':') {
                Some(parts) => parts,
                None => return (text == "petersen").then_some(Self::Petersen),
            };
            match name {
                "complete" => Some(Self::Complete(size.parse().ok()?)),
                "cycle" => Some(Self::Cycle(size.parse().ok()?)),
                "path" => Some(Self::Path(size.parse().ok()?)),
                "grid" => {
                    let (rows, columns) = size.split_once('x')?;
                    Some(Self::Grid(rows.parse().ok()?, columns.parse().ok()?))
                }
                _ => None,
            }
        };
        known().ok_or_else(|| KnownError { found: text.to_owned() })
    }
}

/// Returns the problem of coloring the vertices with `colors` colors so that neighbors differ.
///
/// The primary items are the vertices `1`..; for each edge and color there is a secondary item such as
/// `1-2.0`, which only one end of the edge can use. An option gives a vertex a color; the options are ordered
/// by vertex, then by color. The options of a vertex without edges differ only in their number.
///
/// # Errors
/// If there are no colors or more than 1000, or there would be more than 2^24 uses.
pub fn problem(graph: &Graph, colors: usize) -> Result<Problem, InstanceError> {
    check_range("the number of colors", colors, 1, 1000)?;
    check_uses(count_of(colors) * (count_of(graph.vertices) + 2 * count_of(graph.edges.len())))?;
    let mut builder = Problem::builder();
    let vertices = primaries(&mut builder, (1..=graph.vertices).map(|vertex| vertex.to_string()))?;
    // For each vertex, the first item of each of its edges; the items for the other colors follow it.
    let mut edges_of: Vec<Vec<ItemId>> = vec![Vec::new(); graph.vertices];
    for &[one, other] in &graph.edges {
        for color in 0..colors {
            let item = builder.add_secondary(format!("{}-{}.{color}", one + 1, other + 1))?;
            if color == 0 {
                edges_of[one].push(item);
                edges_of[other].push(item);
            }
        }
    }
    for (&vertex, edges) in vertices.iter().zip(&edges_of) {
        for color in 0..colors {
            let used = edges.iter().map(|first| ItemId::new(first.index() + color));
            builder.add_option([vertex].into_iter().chain(used))?;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the vertices in a row, each with the number of its color. For vertices
/// without edges the number has no meaning.
#[must_use]
pub fn geometry(graph: &Graph) -> Geometry {
    let patterns = "cell=<column:1> symbol=<any>-<any>.<symbol>";
    Geometry::known(Picture::Table, [1, 1, graph.vertices], patterns)
}

/// Returns the number of colorings: the value of the chromatic polynomial, if it is known here and fits in
/// 128 bits. For grids it is known only if they are paths.
#[must_use]
pub fn published(graph: Known, colors: usize) -> Option<Published> {
    let k = i128::try_from(colors).ok()?;
    let power = |base: i128, exponent: usize| base.checked_pow(u32::try_from(exponent).ok()?);
    let count = match graph {
        Known::Complete(n) if n > colors => Some(0),
        Known::Complete(n) => {
            (0..n).try_fold(1, |product: i128, used| product.checked_mul(k - i128::try_from(used).ok()?))
        }
        Known::Cycle(n) => power(k - 1, n)?.checked_add(if n % 2 == 0 { k - 1 } else { 1 - k }),
        Known::Path(n) | Known::Grid(1, n) | Known::Grid(n, 1) => {
            power(k - 1, n.checked_sub(1)?)?.checked_mul(k)
        }
        Known::Grid(..) => None,
        Known::Petersen => {
            let factor = [1, -12, 67, -230, 529, -814, 775, -352];
            let factor =
                factor.into_iter().try_fold(0, |sum: i128, next| sum.checked_mul(k)?.checked_add(next))?;
            factor.checked_mul(k)?.checked_mul(k - 1)?.checked_mul(k - 2)
        }
    };
    Some(Published { count: u128::try_from(count?).ok()?, source: "chromatic polynomial" })
}
