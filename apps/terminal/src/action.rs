//! The actions of a game, independent of the keys.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Move(Direction),
    /// Type a decimal digit of a number; on boards above side 9 another digit may follow.
    Type(u8),
    Clear,
    /// Switch between typing digits and notes.
    Switch,
    /// Type digits.
    Digits,
    /// Type notes.
    Notes,
    /// Fill in as notes all candidates that the digits allow.
    FillNotes,
    Undo,
    Redo,
    /// Show a hint, or more of it.
    Hint,
    /// Apply the hint, or show the step that is selected in the list.
    Accept,
    /// Open or close the list of all steps.
    Steps,
    Check,
    Reset,
    Save,
    /// Switch between larger notes on a board that scrolls and the whole board.
    View,
    Help,
    /// Close the help or the list, withdraw the hint, or withdraw a half-typed number.
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
