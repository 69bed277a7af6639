//! Programs solved by trying every vertex, and by another program.

mod certificate;
mod faults;
mod microlp;
mod random;
mod vertices;
