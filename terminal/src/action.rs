//! What can be done in a game, whatever key asks for it.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Move(Direction),
    /// A decimal digit of a number: on boards above side 9 another one may follow.
    Type(u8),
    Clear,
    /// Whether digits or notes are typed.
    Switch,
    /// All candidates that the digits leave, as notes.
    FillNotes,
    Undo,
    Redo,
    /// A hint, or more of it.
    Hint,
    /// What the hint says is done.
    Accept,
    Check,
    Reset,
    Save,
    /// Larger notes on a board that scrolls, or the whole board again.
    View,
    Help,
    /// Closes the help, or withdraws what is shown or half typed.
    Escape,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
    RowStart,
    RowEnd,
    Top,
    Bottom,
}
