//! Puzzles on pages for printing, with their solutions at the end: as one HTML page with page breaks, or as
//! one SVG file for each page. Both are self-contained and show the same pages.

use dlx_core::inner::escape_controls;
use dlx_core::{Limits, Stopped};

use super::frame::Point;
use super::rules;
use super::sheet::{CAPTION, Entry, Panel, Paper, STEPS_OF_A_PICTURE, Sheet};
use super::style::{self, Theme};
use super::svg;
use super::xml::{Xml, attributes, number};

/// Puzzles in the order in which they are printed, numbered from 1.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Booklet, Entry, Geometry, Grid};
///
/// let puzzle: Grid = "1...............".parse()?;
/// let entry = Entry::new(&Geometry::of_side(4)?, &puzzle)?.with_label("Easy");
/// let booklet = Booklet::new("For the train", vec![entry]);
/// assert!(booklet.to_html(&mut Limits::none())?.contains("1 · Easy"));
/// assert_eq!(booklet.svg_pages(&mut Limits::none())?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Booklet {
    title: String,
    entries: Vec<Entry>,
    per_page: usize,
    paper: Paper,
}

impl Booklet {
    /// Returns a booklet with four puzzles per page, on A4.
    #[must_use]
    pub fn new(title: &str, entries: Vec<Entry>) -> Self {
        let title = escape_controls(title).into_owned();
        Self { title, entries, per_page: 4, paper: Paper::A4 }
    }

    /// Sets the number of puzzles per page, at least one.
    #[must_use]
    pub fn with_per_page(mut self, per_page: usize) -> Self {
        self.per_page = per_page.max(1);
        self
    }

    /// Sets the paper.
    #[must_use]
    pub fn with_paper(mut self, paper: Paper) -> Self {
        self.paper = paper;
        self
    }

    fn sheets(&self, limits: &mut Limits<'_>) -> Result<Vec<Sheet<'_>>, Stopped> {
        Sheet::all(&self.title, &self.entries, self.per_page, self.paper, limits)
    }

    fn style(&self) -> String {
        style::sheet(Theme::Light, rules::styles(self.entries.iter().map(|entry| &entry.geometry)))
    }

    /// Returns the booklet as an HTML page with a style sheet for screen and print, without references to
    /// other files.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the drawing.
    ///
    /// # Complexity
    /// Linear in the cells of all puzzles.
    pub fn to_html(&self, limits: &mut Limits<'_>) -> Result<String, Stopped> {
        let (width, height) = self.paper.size();
        let [width, height] = [width, height].map(number);
        let mut xml = Xml::new();
        xml.doctype();
        xml.open("html", attributes![lang = "en"]);
        xml.open("head", &[]);
        xml.empty("meta", attributes![charset = "utf-8"]);
        xml.empty("meta", attributes![name = "viewport", content = "width=device-width"]);
        xml.text("title", &[], &self.title);
        xml.style(&format!(
            "{}{HTML}@page{{size:{};margin:0}}.sheet{{width:{width}mm;height:{height}mm}}",
            self.style(),
            self.paper.name(),
        ));
        xml.close("head");
        xml.line();
        xml.open("body", &[]);
        xml.line();
        let sheets = self.sheets(limits)?;
        for (sheet, page) in sheets.iter().zip(1..) {
            let [size, row] = [sheet.size, sheet.size + CAPTION].map(number);
            let [beside, below] = [sheet.gap_beside(), sheet.gap_below()].map(number);
            let layout = format!(
                "margin-top:{}mm;grid-template-columns:repeat({},{size}mm);grid-auto-rows:{row}mm;gap:{below}mm {beside}mm",
                number(sheet.top() - HEADING),
                sheet.columns,
            );
            xml.open("section", attributes![class = "sheet"]);
            xml.text(if page == 1 { "h1" } else { "h2" }, &[], &sheet.heading);
            xml.open("div", attributes![class = "puzzles", style = layout]);
            for item in &sheet.items {
                limits.step(STEPS_OF_A_PICTURE)?;
                let size = format!("{size}mm");
                xml.line();
                xml.open("figure", &[]);
                svg::element(&item.picture, attributes![width = size, height = size], &mut xml);
                xml.text("figcaption", &[], &item.caption);
                xml.close("figure");
            }
            xml.close("div");
            xml.text("footer", &[], &format!("{page} / {}", sheets.len()));
            xml.close("section");
            xml.line();
        }
        xml.close("body");
        xml.close("html");
        xml.line();
        Ok(xml.finish())
    }

    /// Returns the pages, each as an SVG file of the size of the paper.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the drawing.
    ///
    /// # Complexity
    /// Linear in the cells of all puzzles.
    pub fn svg_pages(&self, limits: &mut Limits<'_>) -> Result<Vec<String>, Stopped> {
        let sheets = self.sheets(limits)?;
        let count = sheets.len();
        sheets
            .iter()
            .zip(1..)
            .map(|(sheet, page)| self.svg_page(sheet, &format!("{page} / {count}"), limits))
            .collect()
    }

    fn svg_page(&self, sheet: &Sheet<'_>, page: &str, limits: &mut Limits<'_>) -> Result<String, Stopped> {
        let (width, height) = self.paper.size();
        let view = [0.0, 0.0, width, height].map(number).join(" ");
        let millimeters = |size| format!("{}mm", number(size));
        let mut xml = Xml::new();
        xml.open(
            "svg",
            attributes![
                xmlns = "http://www.w3.org/2000/svg",
                viewBox = view,
                width = millimeters(width),
                height = millimeters(height),
            ],
        );
        xml.text("title", &[], &format!("{}, page {page}", self.title));
        xml.style(&self.style());
        xml.empty("rect", attributes![class = "paper", width = width, height = height]);
        xml.words("given", (width / 2.0, 19.0), 6.0, &sheet.heading);
        for (Point { x, y }, Panel { picture, caption }) in sheet.places().zip(&sheet.items) {
            limits.step(STEPS_OF_A_PICTURE)?;
            let size = sheet.size;
            xml.line();
            svg::element(picture, attributes![x = x, y = y, width = size, height = size], &mut xml);
            xml.words("label", (x + size / 2.0, y + size + 5.0), 3.6, caption);
        }
        xml.line();
        xml.words("label", (width / 2.0, height - 8.0), 3.2, page);
        xml.close("svg");
        xml.line();
        Ok(xml.finish())
    }
}

/// Height of the heading on a page of HTML with the space above it, in millimeters.
const HEADING: f64 = 20.0;

const HTML: &str = "\
body{margin:0;background:#e6e6e6;color:#111;font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif}\
.sheet{box-sizing:border-box;margin:8mm auto;padding:12mm 0 8mm;background:#fff;display:flex;flex-direction:column;\
break-after:page;overflow:hidden}.sheet:last-child{break-after:auto}\
h1,h2{height:8mm;margin:0;font-size:6mm;line-height:8mm;text-align:center;flex:none}\
.puzzles{flex:1;display:grid;justify-content:center;align-content:start}\
figure{margin:0;text-align:center;break-inside:avoid}figcaption{margin-top:1.5mm;font-size:3.6mm;color:#333}\
svg{display:block}footer{text-align:center;font-size:3.2mm;color:#444}\
@media print{body{background:#fff}.sheet{margin:0}}";
