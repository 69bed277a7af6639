//! The visible part of a board: whole rows and columns around the cursor that fit into the terminal.

use std::ops::Range;

use sudoku_cover::Cell;
use sudoku_cover::draw::Piece;

/// The lines of a board with column numbers above and row numbers on the left, and the ranges of rows and
/// columns shown.
pub(super) struct Window {
    pub(super) lines: Vec<Vec<Piece>>,
    /// Counted from 0.
    rows: Range<usize>,
    columns: Range<usize>,
    side: usize,
}

impl Window {
    /// Returns as much of the board as fits into this width and height, with the cell of the cursor near the
    /// middle. The numbers of rows and columns are always included.
    pub(super) fn around(
        cursor: Cell,
        board: Vec<Vec<Piece>>,
        side: usize,
        width: usize,
        height: usize,
    ) -> Self {
        let of_cells = board.iter().find(|line| line.iter().any(|piece| piece.cell.is_some()));
        let of_cells = of_cells.map_or(&[][..], Vec::as_slice);
        let margin = of_cells.first().map_or(0, letters);
        let (across, down) = (spans(columns(of_cells), margin), spans(rows(&board), 1));
        let columns = visible(&across, cursor.column(), width.saturating_sub(margin));
        let rows = visible(&down, cursor.row(), height.saturating_sub(1));
        let (from, to) = (start(&across, &columns), end(&across, &columns));
        let is_shown = |line: usize| line == 0 || start(&down, &rows) <= line && line < end(&down, &rows);
        let lines = board.into_iter().enumerate().filter(|(line, _)| is_shown(*line));
        let lines = lines.map(|(_, line)| cut(line, |at| at < margin || from <= at && at < to)).collect();
        Self { lines, rows, columns, side }
    }

    /// Returns a text with the visible rows and columns, or `None` if the whole board is visible.
    pub(super) fn words(&self) -> Option<String> {
        let side = self.side;
        let part = |name: &str, shown: &Range<usize>| {
            (shown.len() < side).then(|| format!("{name} {}-{} of {side}", shown.start + 1, shown.end))
        };
        let parts = [part("rows", &self.rows), part("columns", &self.columns)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Returns true if the whole board is visible.
    pub(super) fn is_whole(&self) -> bool {
        self.words().is_none()
    }
}

fn letters(piece: &Piece) -> usize {
    piece.text.chars().count()
}

/// Returns the index after the last line of each row.
fn rows(board: &[Vec<Piece>]) -> Vec<usize> {
    let mut ends = Vec::new();
    for (line, pieces) in board.iter().enumerate() {
        if let Some(cell) = pieces.iter().find_map(|piece| piece.cell) {
            ends.truncate(cell.row());
            ends.push(line + 1);
        }
    }
    // The lines after the last row are the border.
    if let Some(last) = ends.last_mut() {
        *last = board.len();
    }
    ends
}

/// Returns the index after the last character of each column, for a line that has cells.
fn columns(line: &[Piece]) -> Vec<usize> {
    let (mut ends, mut at) = (Vec::new(), 0);
    for piece in line {
        at += letters(piece);
        if let Some(cell) = piece.cell {
            ends.truncate(cell.column());
            ends.push(at);
        }
    }
    if let Some(last) = ends.last_mut() {
        *last = at;
    }
    ends
}

/// Returns the ranges from each end to the next, starting at `first`.
fn spans(ends: Vec<usize>, first: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(first).chain(ends.clone());
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

fn start(spans: &[Range<usize>], shown: &Range<usize>) -> usize {
    spans.get(shown.start).map_or(0, |span| span.start)
}

fn end(spans: &[Range<usize>], shown: &Range<usize>) -> usize {
    shown.end.checked_sub(1).and_then(|last| spans.get(last)).map_or(0, |span| span.end)
}

/// Returns as many spans around the middle one as fit; the middle one is always included.
fn visible(spans: &[Range<usize>], middle: usize, room: usize) -> Range<usize> {
    let mut shown = middle..(middle + 1).min(spans.len());
    let fits = |shown: &Range<usize>| end(spans, shown) - start(spans, shown) <= room;
    loop {
        let before = shown.clone();
        let higher = shown.start.saturating_sub(1)..shown.end;
        if fits(&higher) {
            shown = higher;
        }
        let lower = shown.start..(shown.end + 1).min(spans.len());
        if fits(&lower) {
            shown = lower;
        }
        if shown == before {
            return shown;
        }
    }
}

/// Returns the characters of a line that are kept.
fn cut(line: Vec<Piece>, is_kept: impl Fn(usize) -> bool) -> Vec<Piece> {
    let mut at = 0;
    let mut kept = Vec::new();
    for Piece { text, cell, mark } in line {
        let length = text.chars().count();
        let text: String =
            text.chars().zip(at..).filter(|(_, at)| is_kept(*at)).map(|(letter, _)| letter).collect();
        at += length;
        if !text.is_empty() {
            kept.push(Piece { text, cell, mark });
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use sudoku_cover::{Geometry, Grid, Picture};

    use super::*;

    fn text(window: &Window) -> Vec<String> {
        window.lines.iter().map(|line| line.iter().map(|piece| piece.text.as_str()).collect()).collect()
    }

    #[test]
    fn every_cell_is_shown_when_the_cursor_is_there() {
        for side in [9, 16, 25] {
            let geometry = Geometry::of_side(side).unwrap();
            let mut grid = Grid::empty(side).unwrap();
            for cell in geometry.cells() {
                // This breaks the rules of Sudoku, which does not matter here.
                let digit = u8::try_from(1 + (cell.row() + cell.column()) % side).unwrap();
                grid.set(cell, sudoku_cover::Digit::new(digit)).unwrap();
            }
            let board = Picture::new(&geometry, &grid).unwrap().with_labels().to_pieces();
            for cell in geometry.cells() {
                for (width, height) in [(40, 12), (17, 5)] {
                    let window = Window::around(cell, board.clone(), side, width, height);
                    let digit = grid.get(cell).unwrap().to_string();
                    let is_seen = |piece: &Piece| {
                        piece.cell == Some(cell) && piece.text.trim().trim_start_matches('!') == digit
                    };
                    assert!(window.lines.iter().flatten().any(is_seen), "{cell} of {side}");
                    let lines = text(&window);
                    assert!(lines.len() <= height && lines.iter().all(|line| line.chars().count() <= width));
                    assert!(lines[0].contains(&(cell.column() + 1).to_string()), "{lines:?}");
                    assert!(!window.is_whole());
                }
            }
        }
    }

    #[test]
    fn a_board_that_fits_is_left_as_it_is() {
        let geometry = Geometry::classic();
        let grid = Grid::empty(9).unwrap();
        let board = Picture::new(&geometry, &grid).unwrap().with_labels().to_pieces();
        let window = Window::around(Cell::new(8, 8), board.clone(), 9, 80, 24);
        assert_eq!((window.words(), window.lines), (None, board));
    }

    #[test]
    fn pictures_have_descriptions_in_words() {
        let geometry = Geometry::of_side(16).unwrap();
        let grid = Grid::empty(16).unwrap();
        let board = Picture::new(&geometry, &grid).unwrap().with_labels().with_compact_text().to_pieces();
        let window = Window::around(Cell::new(0, 0), board.clone(), 16, 80, 10);
        assert_eq!(window.words().as_deref(), Some("rows 1-8 of 16"));
        let window = Window::around(Cell::new(15, 8), board, 16, 80, 10);
        assert_eq!(window.words().as_deref(), Some("rows 10-16 of 16"));
    }
}
