//! Answers: complete ones, and lines that are sent while the work runs.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use dlx_api::Fault;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::sync::mpsc;

use crate::jobs::StopOnDrop;

pub(crate) type Reply = Response<Content>;

/// The body of an answer.
#[derive(Debug)]
pub(crate) enum Content {
    Complete(Option<Bytes>),
    /// Lines until the work ends. Dropping the connection drops them and stops the work.
    Lines {
        lines: mpsc::Receiver<Bytes>,
        _stop_on_drop: StopOnDrop,
    },
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Self::Complete(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Lines { lines, .. } => {
                lines.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Complete(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Complete(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Self::Lines { .. } => SizeHint::default(),
        }
    }
}

fn reply(kind: &'static str, content: Content) -> Reply {
    let mut reply = Response::new(content);
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}

/// Returns a complete answer.
pub(crate) fn complete(kind: &'static str, bytes: impl Into<Bytes>) -> Reply {
    reply(kind, Content::Complete(Some(bytes.into())))
}

/// Returns an answer without contents.
pub(crate) fn empty(status: StatusCode) -> Reply {
    let mut reply = Response::new(Content::Complete(None));
    *reply.status_mut() = status;
    reply
}

/// Returns an answer with lines of JSON that are sent while the work runs. Dropping it stops the work.
pub(crate) fn lines(lines: mpsc::Receiver<Bytes>, stop_on_drop: StopOnDrop) -> Reply {
    reply("application/x-ndjson", Content::Lines { lines, _stop_on_drop: stop_on_drop })
}

/// Returns the answer for an error.
pub(crate) fn fault(fault: &Fault) -> Reply {
    let mut reply = complete("application/json", fault.to_json());
    *reply.status_mut() = fault.status;
    if fault.status == StatusCode::SERVICE_UNAVAILABLE {
        reply.headers_mut().insert("retry-after", HeaderValue::from_static("1"));
    }
    reply
}
