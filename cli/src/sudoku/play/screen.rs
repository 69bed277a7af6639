//! What a game looks like. Where the terminal is large enough, each cell shows its notes at their places, otherwise
//! those of the cell under the cursor stand below the board.
//!
//! Nothing is said by color alone: given digits are bold and in brackets, the cursor is reversed, contradicting digits
//! have a `!`, and what a hint speaks of is underlined. Colors are those of the terminal itself, and only such as
//! stand out from black and from white.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};
use sudoku_cover::draw::{Mark, Piece};
use sudoku_cover::{Cell, Hint, Picture};

use super::keys;
use super::state::{InputMode, Play};

/// Whether colors are used at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coloring {
    Colors,
    None,
}

/// Lines below the board: the state, the message in up to four lines, and the keys.
const BELOW: u16 = 6;

pub(crate) fn draw(frame: &mut Frame<'_>, play: &Play, coloring: Coloring) {
    let area = frame.area();
    if play.is_help() {
        let lines: Vec<Line<'_>> = keys::HELP.iter().map(|line| Line::from(*line)).collect();
        frame.render_widget(Paragraph::new(Text::from(lines)).wrap(Wrap { trim: false }), area);
        return;
    }
    let large = pieces(play, Size::Large);
    let is_large = fits(&large, area);
    let lines = if is_large { large } else { pieces(play, Size::Small) };
    let hinted = play.game.hint().map(Hint::all_cells).unwrap_or_default();
    let styled = |piece: Piece| {
        let style = style(&piece, play, &hinted, coloring);
        Span::styled(piece.text, style)
    };
    let board: Vec<Line<'_>> =
        lines.into_iter().map(|line| Line::from(line.into_iter().map(styled).collect::<Vec<_>>())).collect();
    let height = u16::try_from(board.len()).unwrap_or(u16::MAX);
    let [top, state, message, keys] = Layout::vertical([
        Constraint::Length(height),
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(Text::from(board)), top);
    frame.render_widget(Paragraph::new(state_line(play)), state);
    frame.render_widget(Paragraph::new(play.message()).wrap(Wrap { trim: true }), message);
    frame.render_widget(Paragraph::new(keys::SHORT).style(Style::new().add_modifier(Modifier::DIM)), keys);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Large,
    Small,
}

fn pieces(play: &Play, size: Size) -> Vec<Vec<Piece>> {
    let fits = "the grids of a game have the side of its board";
    let picture = Picture::new(play.game.geometry(), play.game.given()).expect(fits);
    let mut picture = picture.with_digits(play.game.digits()).expect(fits).with_labels();
    if size == Size::Large {
        picture = picture.with_candidates(play.game.marks()).expect(fits);
        if let Some(step) = play.game.hint().and_then(Hint::step) {
            picture = picture.with_step(step);
        }
    }
    picture.to_pieces()
}

fn fits(lines: &[Vec<Piece>], area: Rect) -> bool {
    let width = |line: &Vec<Piece>| line.iter().map(|piece| piece.text.chars().count()).sum::<usize>();
    let widest = lines.iter().map(width).max().unwrap_or_default();
    widest <= usize::from(area.width) && lines.len() + usize::from(BELOW) <= usize::from(area.height)
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

/// Where the cursor is, and what is typed.
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
    use crate::sudoku::play::action::{Action, Direction};
    use crate::sudoku::play::state::tests::classic;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;

    fn shown(play: &Play, width: u16, height: u16, coloring: Coloring) -> (Vec<String>, Buffer) {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, play, coloring)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        ((0..height).map(line).collect(), buffer)
    }

    #[test]
    fn a_small_terminal_shows_the_whole_board_and_what_can_be_done() {
        let (lines, _) = shown(&classic(), 80, 24, Coloring::Colors);
        let text = lines.join("\n");
        assert!(text.contains("1 │ 5   3   . │ .   7   . │ .   .   . │"), "{text}");
        assert!(text.contains("51 cells left") && text.contains("r1c1: given 5 · typing digits"), "{text}");
        assert!(text.contains("? hint"), "{text}");
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
        play.act(Action::Hint);
        let underlined = |buffer: &Buffer| {
            buffer.content.iter().filter(|cell| cell.modifier.contains(Modifier::UNDERLINED)).count()
        };
        assert_eq!(underlined(&shown(&play, 90, 50, Coloring::None).1), 0);
        play.act(Action::Hint);
        assert!(underlined(&shown(&play, 90, 50, Coloring::None).1) > 0);
        play.act(Action::Hint);
        let text = shown(&play, 90, 50, Coloring::None).0.join("\n");
        assert!(text.contains("<5>") && text.contains("Naked Single: r5c5=5"), "{text}");
    }

    #[test]
    fn no_size_of_a_terminal_is_too_small_to_draw_into() {
        let mut play = classic();
        for (width, height) in [(1, 1), (10, 3), (40, 12), (300, 2)] {
            shown(&play, width, height, Coloring::Colors);
        }
        play.act(Action::Help);
        let text = shown(&play, 80, 24, Coloring::Colors).0.join("\n");
        assert!(text.contains("Ctrl+S") && text.contains("undo"), "{text}");
    }
}
