//! QR codes of links.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::stop::Stop;
use crate::wire;

/// The bytes that the largest code holds, with the least error correction.
const MOST_BYTES: usize = 2953;

/// The blank modules around a code, which its standard asks for.
const MARGIN: i32 = 4;

/// A text for a QR code, such as a link.
#[derive(Deserialize, ToSchema)]
#[schema(as = QrText)]
#[serde(deny_unknown_fields)]
pub(super) struct QrIn {
    /// At most 2953 bytes.
    text: String,
}

/// A QR code.
#[derive(Serialize, ToSchema)]
#[schema(as = Qr)]
pub(super) struct QrOut {
    /// The picture as SVG: dark modules on a light ground, with the margin that readers need.
    svg: String,
}

/// Draws the QR code of a text, with as much error correction as its size has room for.
pub(super) fn qr(_: &Api, QrIn { text }: QrIn, _: &Stop) -> Result<QrOut, Fault> {
    let code = QrCode::encode_text(&text, QrCodeEcc::Low).map_err(|_| {
        wire::unexpected(format_args!("at most {MOST_BYTES} bytes for a QR code"), text.len())
    })?;
    let (side, mut path) = (code.size(), String::new());
    for row in 0..side {
        let mut column = 0;
        while column < side {
            let run = (column..side).take_while(|&column| code.get_module(column, row)).count();
            if run > 0 {
                // Writing to a string never fails.
                write!(path, "M{} {}h{run}v1h-{run}z", column + MARGIN, row + MARGIN).ok();
            }
            column += i32::try_from(run).unwrap_or(side) + 1;
        }
    }
    let whole = side + 2 * MARGIN;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{whole}v{whole}H0z\"/><path d=\"{path}\"/></svg>"
    );
    Ok(QrOut { svg })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Read by another program from the runs of the picture, at four points a module.
    fn read(svg: &str) -> String {
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let (_, whole) = svg.split_once("viewBox=\"0 0 ").expect("a view");
        let side = number(whole.split(' ').next().expect("a side"));
        let (_, path) = svg.rsplit_once("d=\"").expect("a path");
        let mut is_dark = vec![false; side * side];
        for run in path.split('z').filter_map(|run| run.strip_prefix('M')) {
            let (place, length) = run.split_once('h').expect("a run");
            let (column, row) = place.split_once(' ').expect("a point");
            let first = number(row) * side + number(column);
            is_dark[first..first + number(length.split('v').next().expect("a length"))].fill(true);
        }
        let shade = |x: usize, y: usize| if is_dark[y / 4 * side + x / 4] { 0 } else { 255 };
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(4 * side, 4 * side, shade);
        let found = picture.detect_grids();
        assert_eq!(found.len(), 1);
        found[0].decode().expect("it can be read").1
    }

    fn drawn(text: &str) -> Result<QrOut, Fault> {
        qr(&Api::default(), QrIn { text: text.to_owned() }, &Stop::after(std::time::Duration::from_secs(1)))
    }

    #[test]
    fn a_reader_reads_the_text_of_a_code() {
        let long = format!("https://example.org/#p={}", "12.".repeat(500));
        for text in ["https://example.org/#b=3x3&p=53..7", "1", &long] {
            assert_eq!(read(&drawn(text).expect("it fits").svg), text);
        }
    }

    #[test]
    fn a_text_that_no_code_holds_is_refused() {
        assert!(drawn(&"a".repeat(MOST_BYTES)).is_ok());
        let fault = drawn(&"a".repeat(MOST_BYTES + 1)).err().expect("it is too long");
        assert_eq!(fault.message(), "expected at most 2953 bytes for a QR code, found 2954");
    }
}
