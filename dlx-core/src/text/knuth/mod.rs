//! Knuth's text format for exact cover problems, read and written.
//!
//! ```text
//! file    = { comment } items { comment | option }
//! comment = a line whose first character that is not white space is `|`, or a blank line
//! items   = primary { primary } [ `|` { item } ]    primary items, then secondary ones
//! primary = [ bounds `|` ] item                     covered so many times
//! bounds  = number                                  exactly so many times
//!         | [ low ] `:` [ high ]                    at least `low` times, at most `high` times
//! option  = use { use | cost }
//! use     = item [ `:` color | `=` weight ]         a color only on a secondary item, a weight on one with bounds
//! cost    = `|` decimal                             the costs of an option are added up
//! item, color = one or more characters, none of them white space, a control character, a byte order
//!               mark, `:` or `|`
//! ```
//!
//! Items and options are on one line each, their words separated by white space; lines end with LF or CRLF;
//! the text is UTF-8; a byte order mark at its beginning is skipped. Names may have any length. There is at
//! least one primary item, because a line that begins with `|` is a comment. The crate `dlx-instances` reads
//! the places of the items in a picture from comments.
//!
//! An option counts once towards the bounds of an item, or as often as its weight says: `sum=5`. As names may contain
//! `=`, a word of an option that is the name of an item stands for that item. Neither `low` nor `high` has to be there:
//! `2:|a` is at least twice, `:3|a` at most three times. A secondary item has no bounds, as a primary item with the low
//! bound 0 is one that may be covered several times and need not be.
//!
//! The format combines those of the programs DLX1, DLX2, DLX3 (with bounds) and DLX5 (with costs), without
//! their limits on the length of names (D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1,
//! and <https://www-cs-faculty.stanford.edu/~knuth/programs.html>). Weights, open bounds, and costs with signs and
//! decimals are extensions. Bounds and weights are 32-bit numbers. Costs are decimal numbers such as `7`, `-3` or `0.125`;
//! in units of the last place of any and without their signs, they are together less than 2^64.
//!
//! ```
//! use dlx_core::text::knuth;
//!
//! let problem = knuth::read("a b | x\na x:1\nb x:1\nb\n".as_bytes())?;
//! assert_eq!((problem.item_count(), problem.option_count()), (3, 3));
//! let mut written = Vec::new();
//! knuth::write(&problem, &mut written)?;
//! assert_eq!(written, b"a b | x\na x:1\nb x:1\nb\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

pub use read::read;
#[doc(hidden)]
pub use read::read_with_comments;
pub use write::write;
