//! What the rows of all families have in common: the words of a rule and its names in other programs.

/// The words of a rule, and its names in other programs. Those of programs that do not have the rule are empty.
#[derive(Debug)]
pub(crate) struct Words {
    /// The first word of its lines.
    pub(crate) word: &'static str,
    /// Other words for it.
    pub(crate) aliases: &'static [&'static str],
    /// The words under which it is chosen to be drawn, if they are not those of its lines.
    pub(crate) drawn_as: &'static [&'static str],
    /// Its name for people, such as `Thermometers`.
    pub(crate) title: &'static str,
    /// What it requires, as a sentence without a full stop, such as `digits increase from the bulb of a thermometer`.
    pub(crate) requires: &'static str,
    /// Its member of an object of f-puzzles and `SudokuPad`.
    pub(crate) fpuzzles: &'static str,
    /// Its constraint in the Interactive Sudoku Solver, with a first argument that is always the same.
    pub(crate) iss: &'static str,
    /// What a board needs for it.
    pub(crate) needs: Needs,
}

impl Words {
    /// No words, for the fields that a row leaves out.
    pub(super) const NONE: Words = Words::new("", "", "");

    /// Returns the word, the name for people, and what the rule requires.
    pub(super) const fn new(word: &'static str, title: &'static str, requires: &'static str) -> Words {
        let needs = Needs::Nothing;
        Words { word, aliases: &[], drawn_as: &[], title, requires, fpuzzles: "", iss: "", needs }
    }

    pub(super) const fn aliases(self, aliases: &'static [&'static str]) -> Words {
        Words { aliases, ..self }
    }

    pub(super) const fn drawn_as(self, drawn_as: &'static [&'static str]) -> Words {
        Words { drawn_as, ..self }
    }

    /// Sets the names in f-puzzles and in the Interactive Sudoku Solver.
    pub(super) const fn elsewhere(self, fpuzzles: &'static str, iss: &'static str) -> Words {
        Words { fpuzzles, iss, ..self }
    }

    pub(super) const fn needs(self, needs: Needs) -> Words {
        Words { needs, ..self }
    }

    /// Returns the words under which it is chosen to be drawn, its usual one first.
    pub(crate) fn chosen_as(&self) -> impl Iterator<Item = &'static str> + use<> {
        let own = Some(self.word).filter(|_| self.drawn_as.is_empty());
        let others = if self.drawn_as.is_empty() { self.aliases } else { self.drawn_as };
        own.into_iter().chain(others.iter().copied())
    }
}

/// What a board needs for a rule that is drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Nothing,
    /// This side at least.
    Side(usize),
    /// A side that 3 divides.
    Thirds,
    /// Boxes of several rows and columns, or regions.
    Boxes,
}

/// Declares the kinds of a family, each with its row, which is all that the other parts of the crate know of it. Of
/// `numbered` families, some kinds have a number: the usual one on boards of side 9 stands after their name.
macro_rules! kinds {
    (
        $(#[$doc:meta])*
        numbered $name:ident: $row:ident { $($(#[$about:meta])* $kind:ident $(($usual:literal))? = $value:expr;)* }
    ) => {
        kinds! { $(#[$doc])* $name: $row { $($(#[$about])* $kind $(($usual))? = $value;)* } }

        impl $name {
            /// Returns the number of a kind that has one.
            pub(crate) const fn number(self) -> Option<u8> {
                match self {
                    $($($name::$kind(number) => { let _: u8 = $usual; Some(number) })?)*
                    _ => None,
                }
            }

            /// Returns the kind with this number in place of its own, if it has one.
            pub(crate) const fn with_number(self, number: u8) -> $name {
                match self {
                    $($($name::$kind(_) => { let _: u8 = $usual; $name::$kind(number) })?)*
                    other => other,
                }
            }
        }
    };
    (
        $(#[$doc:meta])*
        $name:ident: $row:ident { $($(#[$about:meta])* $kind:ident $(($usual:literal))? = $value:expr;)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$about])* $kind $((kinds!(@number $usual)))?,)*
        }

        impl $name {
            /// All kinds. One that has a number has the usual one for boards of side 9.
            pub const ALL: [$name; [$(stringify!($kind)),*].len()] = [$($name::$kind $(($usual))?),*];

            /// Returns the word for the kind, without its number.
            #[must_use]
            pub fn name(self) -> &'static str {
                self.row().words.word
            }

            /// Returns the row of the kind.
            pub(crate) fn row(self) -> &'static $row {
                match self {
                    $($name::$kind { .. } => {
                        static ROW: $row = $value;
                        &ROW
                    })*
                }
            }
        }
    };
    (@number $usual:literal) => { u8 };
}
pub(super) use kinds;
