//! Draws a game. If the terminal is large enough, or the player asks for it, each note of a cell has its own
//! place in a square. Otherwise, on boards up to side 9, the notes are in two lines, 1 to 5 above 6 to 9,
//! which fit into 80 columns and 24 lines. A board that does not fit scrolls with the cursor, and the last
//! line says so.
//!
//! No information is shown by color alone: givens are bold and in brackets, the cursor is reversed,
//! contradicting digits have a `!`, and the cells of a hint are underlined. Colors are those of the
//! terminal, and only those that are legible on both black and white.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;
use sudoku_cover::draw::{Mark, Piece};
use sudoku_cover::{Cell, Grade, Hint, Picture};

use crate::keys;
use crate::listed::{self, Listed};
use crate::state::{InputMode, Play};
use crate::window::Window;

/// Tells whether the board has colors. Brackets, bold and underlined text give the same information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coloring {
    /// The terminal's own colors.
    Colors,
    /// Bold, underlined and reversed text only.
    None,
}

pub(crate) fn draw(frame: &mut Frame<'_>, play: &Play, coloring: Coloring) {
    let area = frame.area();
    if play.is_help() {
        let lines: Vec<Line<'_>> = keys::HELP.iter().map(|line| Line::from(*line)).collect();
        frame.render_widget(Paragraph::new(Text::from(lines)), area);
        return;
    }
    if let Some(listed) = play.open_list() {
        draw_list(frame, listed);
        return;
    }
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let mut below = wrapped(&state_line(play), width);
    below.extend(shortened(wrapped(play.message(), width), height.saturating_sub(LEAST_OF_BOARD)));
    let (board, has_keys) = board(play, width, height.saturating_sub(below.len()));
    let keys = board.words().map(|words| format!("{words} · {}", keys::SCROLLED));
    let hinted = play.game.hint().map(hinted).unwrap_or_default();
    let styled = |piece: Piece| {
        let style = style(&piece, play, &hinted, coloring);
        Span::styled(piece.text, style)
    };
    let lines = board.lines.into_iter().map(|line| Line::from_iter(line.into_iter().map(styled)));
    let lines: Vec<Line<'_>> = lines.collect();
    let [top, middle, bottom] = Layout::vertical([
        Constraint::Length(u16::try_from(lines.len()).unwrap_or(u16::MAX)),
        Constraint::Min(1),
        Constraint::Length(u16::from(has_keys)),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(Text::from(lines)), top);
    frame.render_widget(Paragraph::new(Text::from_iter(below)), middle);
    let keys = Paragraph::new(fitting(keys.as_deref().unwrap_or(keys::SHORT), width).to_owned());
    frame.render_widget(keys.style(Style::new().add_modifier(Modifier::DIM)), bottom);
}

/// Returns the cells that a hint shows: its area, or from the grade with the cells of the pattern on, these.
fn hinted(hint: &Hint) -> Vec<Cell> {
    if hint.grade() < Grade::Cells { hint.area().to_vec() } else { hint.all_cells() }
}

/// The largest part of the screen for the reason for the selected step: one of so many.
const PART_OF_REASON: u16 = 3;

/// Draws the list of steps, with the reason for the selected one below.
fn draw_list(frame: &mut Frame<'_>, listed: &Listed) {
    let area = frame.area();
    let reason = listed.step().reason().to_string();
    let mut reason: Vec<String> =
        reason.lines().flat_map(|line| wrapped(line, usize::from(area.width))).collect();
    reason.truncate(usize::from(area.height / PART_OF_REASON));
    let height = u16::try_from(reason.len()).unwrap_or(u16::MAX);
    let [top, _, middle, bottom] = Layout::vertical([
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(height),
        Constraint::Length(1),
    ])
    .areas(area);
    let lines = listed.lines();
    let selected = lines.iter().position(|line| line.is_selected).unwrap_or(0);
    let room = usize::from(top.height);
    let first = (selected + 1).saturating_sub(room / 2).min(lines.len().saturating_sub(room));
    let shown = lines.into_iter().skip(first).take(room).map(|line| {
        let modifier = match line {
            listed::Line { is_selected: true, .. } => Modifier::REVERSED,
            listed::Line { is_heading: true, .. } => Modifier::BOLD,
            _ => Modifier::empty(),
        };
        Line::styled(line.text, Style::new().add_modifier(modifier))
    });
    frame.render_widget(Paragraph::new(Text::from_iter(shown)), top);
    frame.render_widget(Paragraph::new(Text::from_iter(reason)), middle);
    let keys = Paragraph::new(fitting(keys::LIST, usize::from(area.width)));
    frame.render_widget(keys.style(Style::new().add_modifier(Modifier::DIM)), bottom);
}

/// The lines that a message leaves: the numbers of the columns, a row of large cells, the state and the keys.
const LEAST_OF_BOARD: usize = 6;

/// Returns the lines of a message if there are at most so many; otherwise the first of them and one that says so.
fn shortened(mut lines: Vec<String>, most: usize) -> Vec<String> {
    let most = most.max(1);
    if lines.len() > most {
        lines.truncate(most.saturating_sub(1));
        lines.push("(The rest needs a larger terminal.)".to_owned());
    }
    lines
}

/// Returns the first keys of a line of keys, as many as fit into this width; at least one.
fn fitting(keys: &str, width: usize) -> &str {
    let mut fitting = keys;
    while fitting.chars().count() > width {
        let Some((shorter, _)) = fitting.rsplit_once(" · ") else { break };
        fitting = shorter;
    }
    fitting
}

/// Wraps words into lines of this width; a longer word is cut off.
fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let line = lines.last_mut().expect("there is a line from the beginning");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Returns the board in the largest view that fits into this area, or else the part of it around the cursor,
/// and whether a line is left for the keys. Showing the whole board has priority over the keys.
fn board(play: &Play, width: usize, height: usize) -> (Window, bool) {
    let window = |size, height| {
        let side = play.game.geometry().side();
        Window::around(play.cursor(), pieces(play, size), side, width, height)
    };
    let large = window(Size::Large, height.saturating_sub(1));
    if play.is_enlarged() || large.is_whole() {
        return (large, true);
    }
    let with_keys = window(Size::Compact, height.saturating_sub(1));
    let without_keys = window(Size::Compact, height);
    if !with_keys.is_whole() && without_keys.is_whole() { (without_keys, false) } else { (with_keys, true) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Large,
    Compact,
}

fn pieces(play: &Play, size: Size) -> Vec<Vec<Piece>> {
    let fits = "the grids of a game have the side of its board";
    let geometry = play.game.geometry();
    let picture = Picture::new(geometry, play.game.given()).expect(fits);
    let mut picture = picture.with_digits(play.game.digits()).expect(fits).with_labels();
    if size == Size::Compact {
        picture = picture.with_compact_text();
    }
    // Notes of two digits have no compact form.
    if size == Size::Large || geometry.side() <= 9 {
        picture = picture.with_candidates(play.game.marks()).expect(fits);
        if let Some(step) = play.game.hint().and_then(Hint::step) {
            picture = picture.with_step(step);
        }
    }
    picture.to_pieces()
}

fn style(piece: &Piece, play: &Play, hinted: &[Cell], coloring: Coloring) -> Style {
    let (color, modifier) = match piece.mark {
        Mark::Given => (None, Modifier::BOLD),
        Mark::Found => (Some(Color::Magenta), Modifier::empty()),
        Mark::Conflict => (Some(Color::Red), Modifier::BOLD),
        Mark::Placed | Mark::Shown => (Some(Color::Green), Modifier::BOLD),
        Mark::Eliminated => (Some(Color::Red), Modifier::CROSSED_OUT),
        _ => (None, Modifier::empty()),
    };
    let mut style = Style::new().add_modifier(modifier);
    if let Some(color) = color.filter(|_| coloring == Coloring::Colors) {
        style = style.fg(color);
    }
    if piece.cell.is_some_and(|cell| hinted.contains(&cell)) {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if piece.cell == Some(play.cursor()) {
        style = style.add_modifier(Modifier::REVERSED);
    }
    style
}

/// Returns the line with the cell of the cursor, its content and the input mode.
fn state_line(play: &Play) -> String {
    let cell = play.cursor();
    let typing = match play.input_mode() {
        InputMode::Digits => "digits",
        InputMode::Notes => "NOTES",
    };
    let notes: Vec<String> = play.game.marks().get(cell).digits().map(|digit| digit.to_string()).collect();
    let content = match (play.game.given().get(cell), play.game.digits().get(cell)) {
        (Some(digit), _) => format!("given {digit}"),
        (None, Some(digit)) => digit.to_string(),
        (None, None) if notes.is_empty() => "empty".to_owned(),
        (None, None) => format!("notes {}", notes.join(" ")),
    };
    format!("{cell}: {content} · typing {typing}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, Direction};
    use crate::state::tests::classic;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;
    use sudoku_cover::{Digit, Game, Geometry, Grid, Record};

    fn shown(play: &Play, width: u16, height: u16, coloring: Coloring) -> (Vec<String>, Buffer) {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, play, coloring)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        ((0..height).map(line).collect(), buffer)
    }

    /// Returns the two lines of a cell as they are on the screen.
    fn cell_text(lines: &[String], cell: Cell) -> [String; 2] {
        let from = 2 + cell.column() * 8 + 1;
        let first = 1 + cell.row() * 2 + cell.row() / 3;
        [first, first + 1].map(|line| lines[line].chars().skip(from).take(7).collect())
    }

    #[test]
    fn in_80_by_24_the_whole_board_is_seen_with_all_notes_at_their_places() {
        let mut play = classic();
        play.act(Action::FillNotes);
        let (lines, _) = shown(&play, 80, 24, Coloring::Colors);
        for cell in play.game.geometry().cells() {
            let expected = match play.game.digits().get(cell) {
                Some(digit) => ["       ".to_owned(), format!("  [{digit}]  ")],
                None => {
                    let marks: Vec<u8> = play.game.marks().get(cell).digits().map(Digit::value).collect();
                    let place =
                        |digit: u8| if marks.contains(&digit) { digit.to_string() } else { "·".to_owned() };
                    let line = |digits: std::ops::RangeInclusive<u8>| digits.map(place).collect::<String>();
                    [format!(" {} ", line(1..=5)), format!(" {}  ", line(6..=9))]
                }
            };
            assert_eq!(cell_text(&lines, cell), expected, "{cell}\n{}", lines.join("\n"));
        }
        assert!(lines[21].starts_with("r1c1: given 5 · typing digits"), "{}", lines[21]);
        assert!(lines[22].starts_with("51 cells left") && lines[23].starts_with(keys::SHORT), "{lines:?}");
    }

    #[test]
    fn every_note_that_is_typed_is_seen_in_80_by_24() {
        let mut play = classic();
        play.act(Action::Switch);
        for cell in play.game.geometry().cells().collect::<Vec<_>>() {
            go_to(&mut play, cell);
            if play.game.digits().get(cell).is_some() {
                continue;
            }
            for digit in 1..=9 {
                play.act(Action::Type(digit));
                let text = cell_text(&shown(&play, 80, 24, Coloring::None).0, cell).concat();
                assert!(text.contains(&digit.to_string()), "{cell}: {text}");
            }
        }
    }

    fn go_to(play: &mut Play, cell: Cell) {
        play.act(Action::Move(Direction::Top));
        play.act(Action::Move(Direction::RowStart));
        (0..cell.row()).for_each(|_| play.act(Action::Move(Direction::Down)));
        (0..cell.column()).for_each(|_| play.act(Action::Move(Direction::Right)));
    }

    #[test]
    fn the_large_view_scrolls_with_the_cursor_and_says_so() {
        let mut play = classic();
        play.act(Action::FillNotes);
        play.act(Action::View);
        let (lines, _) = shown(&play, 80, 24, Coloring::Colors);
        assert!(lines[0].contains('9') && lines[23].starts_with("rows 1-5 of 9 · F1 help"), "{lines:?}");
        go_to(&mut play, Cell::new(8, 8));
        let (lines, _) = shown(&play, 80, 24, Coloring::Colors);
        assert!(lines.iter().any(|line| line.contains("[9]")), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("rows 6-9 of 9")), "{lines:?}");
        play.act(Action::View);
        assert!(!shown(&play, 80, 24, Coloring::Colors).0.concat().contains(" of 9"));
    }

    #[test]
    fn boards_above_side_9_scroll_in_80_by_24_and_say_so() {
        for (side, expected) in [(16_u8, None), (25, Some("rows 1-17 of 25, columns 1-19 of 25"))] {
            let geometry = Geometry::of_side(usize::from(side)).unwrap();
            let grid = Grid::empty(usize::from(side)).unwrap();
            let mut play = Play::new(Game::new(&geometry, &Record::new(grid.clone()), &grid).unwrap());
            let (lines, _) = shown(&play, 80, 24, Coloring::None);
            let text = lines.join("\n");
            match expected {
                Some(words) => assert!(text.contains(words), "{text}"),
                None => assert!(!text.contains(" of ") && text.contains("\n16 "), "{text}"),
            }
            play.act(Action::FillNotes);
            for is_large in [false, true] {
                if is_large {
                    play.act(Action::View);
                    assert!(shown(&play, 80, 24, Coloring::None).0.concat().contains(" of "));
                }
                for cell in [Cell::new(0, side - 1), Cell::new(side / 2, side / 2), Cell::new(side - 1, 0)] {
                    go_to(&mut play, cell);
                    let (lines, buffer) = shown(&play, 80, 24, Coloring::None);
                    let text = lines.join("\n");
                    assert!(
                        buffer.content.iter().any(|at| at.modifier.contains(Modifier::REVERSED)),
                        "{text}"
                    );
                    assert!(
                        lines
                            .iter()
                            .any(|line| line.trim_start().starts_with(&format!("{} ", cell.row() + 1)))
                    );
                    assert!(lines[0].contains(&format!(" {}", cell.column() + 1)), "{text}");
                    assert!(text.contains(&format!("{cell}: notes 1 2 ")), "{text}");
                    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    assert!(words.contains(&format!("{} {side} · typing digits", side - 1)), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_long_message_takes_the_line_of_the_keys_before_a_row_of_the_board() {
        let mut play = classic();
        play.say(&"word ".repeat(20));
        let (lines, _) = shown(&play, 80, 24, Coloring::None);
        assert!(!lines.concat().contains(" of 9") && lines[23].starts_with("word word"), "{lines:?}");
        play.say(&"word ".repeat(40));
        let text = shown(&play, 80, 24, Coloring::None).0.join("\n");
        assert!(text.contains("rows 1-") && text.matches("word").count() == 40, "{text}");
    }

    #[test]
    fn a_message_longer_than_the_screen_ends_with_a_line_that_says_so() {
        let mut play = classic();
        play.say(&"word ".repeat(400));
        let text = shown(&play, 80, 24, Coloring::None).0.join("\n");
        assert!(text.contains("rows 1-") && text.contains("(The rest needs a larger terminal.)"), "{text}");
        let text = shown(&play, 80, 60, Coloring::None).0.join("\n");
        assert_eq!(text.matches("word").count(), 400, "{text}");
    }

    #[test]
    fn the_line_of_keys_has_whole_keys_in_a_narrow_terminal() {
        let mut play = classic();
        let keys = |play: &Play| shown(play, 30, 12, Coloring::None).0.pop().unwrap();
        assert_eq!(keys(&play).trim_end(), "rows 1-3 of 9, columns 1-3 of");
        play.act(Action::Steps);
        play.list_steps(&mut || false);
        assert_eq!(keys(&play).trim_end(), "Up, Down select");
    }

    #[test]
    fn a_large_terminal_shows_notes_at_their_places() {
        let mut play = classic();
        play.act(Action::FillNotes);
        let (lines, _) = shown(&play, 90, 50, Coloring::Colors);
        let text = lines.join("\n");
        assert!(text.contains("[5]") && text.contains(" 1 2 "), "{text}");
    }

    #[test]
    fn without_colors_there_are_none_and_everything_is_still_told_apart() {
        let mut play = classic();
        play.act(Action::Move(Direction::RowEnd));
        play.act(Action::Type(5));
        for (width, height) in [(80, 24), (90, 50)] {
            let (lines, buffer) = shown(&play, width, height, Coloring::None);
            assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
            let text = lines.join("\n");
            assert!(text.contains("!5"), "{text}");
            assert!(text.contains("5 twice in row 1: r1c1 and r1c9"), "{text}");
            assert!(buffer.content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED)));
            let (_, colored) = shown(&play, width, height, Coloring::Colors);
            assert!(colored.content.iter().any(|cell| cell.fg == Color::Red));
        }
    }

    #[test]
    fn a_hint_underlines_its_cells_and_shows_its_step() {
        let mut play = classic();
        let underlined = |play: &Play| {
            let (_, buffer) = shown(play, 90, 50, Coloring::None);
            buffer.content.iter().filter(|cell| cell.modifier.contains(Modifier::UNDERLINED)).count()
        };
        assert_eq!(underlined(&play), 0);
        play.act(Action::Hint);
        let area = underlined(&play);
        play.act(Action::Hint);
        assert_eq!(underlined(&play), area);
        play.act(Action::Hint);
        let cells = underlined(&play);
        assert!(area == 9 * cells && cells > 0, "{area} {cells}");
        play.act(Action::Hint);
        let text = shown(&play, 90, 50, Coloring::None).0.join("\n");
        assert!(text.contains("<5>") && text.contains("Naked Single: r5c5=5"), "{text}");
    }

    #[test]
    fn the_list_scrolls_with_its_selection_and_has_the_reason_below() {
        let mut play = classic();
        play.act(Action::Steps);
        play.list_steps(&mut || false);
        let (lines, _) = shown(&play, 80, 24, Coloring::None);
        let text = lines.join("\n");
        assert!(lines[0].starts_with("Full House: ") || lines[0].starts_with("Naked Single: "), "{text}");
        assert!(lines[23].starts_with(keys::LIST), "{text}");
        for direction in [Direction::Bottom, Direction::Up, Direction::Top, Direction::Down] {
            play.act(Action::Move(direction));
            for (width, height) in [(80, 24), (40, 10), (1, 1)] {
                let (lines, buffer) = shown(&play, width, height, Coloring::None);
                let is_reversed = |y| buffer[(2, y)].modifier.contains(Modifier::REVERSED);
                let is_shown = width == 1 || (0..height).any(is_reversed);
                let reason = play.open_list().unwrap().step().reason().to_string();
                let first = reason.split(' ').next().unwrap();
                assert!(is_shown && (width < 80 || lines.join("\n").contains(first)), "{lines:?}");
            }
        }
    }

    #[test]
    fn no_size_of_a_terminal_is_too_small_to_draw_into() {
        let mut play = classic();
        for (width, height) in [(1, 1), (10, 3), (40, 12), (300, 2)] {
            shown(&play, width, height, Coloring::Colors);
        }
        play.act(Action::Help);
        let text = shown(&play, 80, 24, Coloring::Colors).0.join("\n");
        assert!(text.contains("Ctrl+S") && text.contains("Undo"), "{text}");
        for line in keys::HELP {
            assert!(text.contains(line), "{line}");
        }
    }
}
