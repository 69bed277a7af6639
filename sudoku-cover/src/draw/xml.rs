//! Elements one after the other, with all escapes, into a string.

use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

/// A text of elements that is being written.
pub(super) struct Xml(Writer<Vec<u8>>);

/// The attributes of an element.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    pub(super) fn new() -> Self {
        Self(Writer::new(Vec::new()))
    }

    fn write(&mut self, event: Event<'_>) {
        self.0.write_event(event).expect("a vector takes everything");
    }

    /// Begins an element, which [`close`](Self::close) ends.
    pub(super) fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())));
    }

    pub(super) fn close(&mut self, name: &str) {
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// An element without content.
    pub(super) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write(Event::Empty(BytesStart::new(name).with_attributes(attributes.iter().copied())));
    }

    /// An element with this text.
    pub(super) fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.open(name, attributes);
        self.write(Event::Text(BytesText::new(text)));
        self.close(name);
    }

    /// A style sheet, which HTML does not unescape and which therefore has nothing to escape.
    pub(super) fn style(&mut self, css: &str) {
        debug_assert!(!css.contains(['<', '&']));
        self.open("style", &[]);
        self.write(Event::Text(BytesText::from_escaped(css)));
        self.close("style");
    }

    /// The end of a line, which means nothing.
    pub(super) fn line(&mut self) {
        self.write(Event::Text(BytesText::from_escaped("\n")));
    }

    pub(super) fn doctype(&mut self) {
        self.write(Event::DocType(BytesText::from_escaped("html")));
        self.line();
    }

    pub(super) fn finish(self) -> String {
        String::from_utf8(self.0.into_inner()).expect("what was written is text")
    }
}

/// A number with two digits after the point at most.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
