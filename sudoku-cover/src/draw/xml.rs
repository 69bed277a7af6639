//! A writer of XML elements with all escapes.
//!
//! [`attributes!`] takes names and values: texts, and numbers as [`number`] formats them. A `_` in a name
//! means a `-`. For example `attributes![class = "thin", stroke_width = 1.5]`.

use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

/// The attributes of an element.
macro_rules! attributes {
    ($($name:ident = $value:expr),* $(,)?) => {
        &[$((stringify!($name), $crate::draw::xml::Value::text(&$value))),*][..]
    };
}
pub(super) use attributes;

pub(super) type Attributes<'a> = &'a [(&'static str, String)];

/// A value of an attribute.
pub(super) trait Value {
    fn text(&self) -> String;
}

impl Value for f64 {
    fn text(&self) -> String {
        number(*self)
    }
}

impl Value for &str {
    fn text(&self) -> String {
        (*self).to_owned()
    }
}

impl Value for String {
    fn text(&self) -> String {
        self.clone()
    }
}

/// Elements that are being written.
pub(super) struct Xml(Writer<Vec<u8>>);

impl Xml {
    pub(super) fn new() -> Self {
        Self(Writer::new(Vec::new()))
    }

    fn write(&mut self, event: Event<'_>) {
        self.0.write_event(event).expect("a vector takes everything");
    }

    /// Opens an element, which [`close`](Self::close) ends.
    pub(super) fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write(Event::Start(start(name, attributes)));
    }

    pub(super) fn close(&mut self, name: &str) {
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// Writes an element without content.
    pub(super) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write(Event::Empty(start(name, attributes)));
    }

    /// Writes an element with this text.
    pub(super) fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.open(name, attributes);
        self.write(Event::Text(BytesText::new(text)));
        self.close(name);
    }

    /// Writes a text of a picture at a point.
    pub(super) fn words(&mut self, class: &str, (x, y): (f64, f64), font_size: f64, text: &str) {
        self.text("text", attributes![class = class, x = x, y = y, font_size = font_size], text);
    }

    /// Writes a style sheet. HTML does not unescape it, so it must not contain characters that need escapes.
    pub(super) fn style(&mut self, css: &str) {
        debug_assert!(!css.contains(['<', '&']));
        self.open("style", &[]);
        self.write(Event::Text(BytesText::from_escaped(css)));
        self.close("style");
    }

    /// Writes a line end, for readability.
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

fn start<'a>(name: &'a str, attributes: Attributes<'_>) -> BytesStart<'a> {
    let mut start = BytesStart::new(name);
    for (name, value) in attributes {
        start.push_attribute((name.replace('_', "-").as_str(), value.as_str()));
    }
    start
}

/// Returns a number with at most two digits after the point.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
