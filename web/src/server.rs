//! The server: it listens on the loopback address alone, and stops in good order.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use thiserror::Error;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time;

use crate::jobs::Jobs;
use crate::origin::OwnHosts;
use crate::routes::{App, answer};
use crate::solvers::Solvers;

/// How often the server looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// How long answers that are under way may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// The most threads that handle connections; they hand all work to others.
const MOST_HANDLERS: usize = 4;

/// Bytes of a head of a request.
const MOST_HEAD: usize = 16 << 10;

/// Why there is no server.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The port is taken, or not one that this user may have.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        /// The port that was asked for.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// There are no threads or no timers.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
}

/// What clients may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How many searches run at once.
    pub searches: usize,
    /// How many more wait; others are turned away with status 503.
    pub waiting: usize,
    /// The most bytes of the body of a request.
    pub body: usize,
    /// How long a request may take to arrive.
    pub arrival: Duration,
    /// How long a search may take, waiting included.
    pub search: Duration,
    /// How long a count may take, waiting included.
    pub count: Duration,
    /// How many connections there may be at once; others wait.
    pub connections: usize,
}

impl Default for Bounds {
    /// As many searches as the machine has cores, each for ten seconds, counts for an hour.
    fn default() -> Self {
        Self {
            searches: thread::available_parallelism().map_or(1, usize::from),
            waiting: 256,
            body: 256 << 10,
            arrival: Duration::from_secs(10),
            search: Duration::from_secs(10),
            count: Duration::from_secs(3600),
            connections: 512,
        }
    }
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    bounds: Bounds,
}

impl Server {
    /// A server on this port of the loopback address, or on any free one for 0.
    ///
    /// # Errors
    /// [`ServeError::Listen`] if the port cannot be had.
    pub fn bind(port: u16) -> Result<Self, ServeError> {
        let listen = || {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
            listener.set_nonblocking(true)?;
            Ok((listener.local_addr()?, listener))
        };
        let (address, listener) = listen().map_err(|source| ServeError::Listen { port, source })?;
        Ok(Self { listener, address, bounds: Bounds::default() })
    }

    /// The server with these bounds.
    #[must_use]
    pub fn with_bounds(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `is_over`, which is asked many times a second. Then searches are stopped, and answers that are
    /// under way are ended.
    ///
    /// # Errors
    /// [`ServeError::Start`] if the system has no threads or timers for it.
    pub fn run(self, is_over: impl Fn() -> bool) -> Result<(), ServeError> {
        let Bounds { searches, waiting, connections, .. } = self.bounds;
        let handlers = thread::available_parallelism().map_or(1, usize::from).min(MOST_HANDLERS);
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(handlers)
            // Searches and quick work; each holds its permit while it has a thread.
            .max_blocking_threads(2 * searches + 1)
            .thread_name("dlx-web")
            .enable_all()
            .build()?;
        let app = Arc::new(App {
            hosts: OwnHosts::new(self.address.port()),
            searches: Jobs::new(searches, waiting),
            quick: Jobs::new(searches, waiting),
            solvers: Solvers::default(),
            bounds: self.bounds,
        });
        let outcome = runtime.block_on(serve(self.listener, &app, connections, is_over));
        runtime.shutdown_timeout(FAREWELL);
        outcome
    }
}

async fn serve(
    listener: TcpListener,
    app: &Arc<App>,
    connections: usize,
    is_over: impl Fn() -> bool,
) -> Result<(), ServeError> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(connections));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(app.bounds.arrival).max_buf_size(MOST_HEAD);
    while !is_over() {
        let Ok(place) = time::timeout(LOOK, Arc::clone(&places).acquire_owned()).await else { continue };
        let stream = match time::timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            Err(_) => continue,
            Ok(Err(_)) => {
                // No descriptor is free, or the client has gone: others may do better.
                time::sleep(LOOK).await;
                continue;
            }
        };
        // An answer is one small packet, which must not wait for another.
        stream.set_nodelay(true).ok();
        let app = Arc::clone(app);
        let service = service_fn(move |request| answer(Arc::clone(&app), request));
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // An error of a connection has been sent to its client, or the client has gone.
            connection.await.ok();
            drop(place);
        });
    }
    drop(listener);
    app.searches.close();
    app.quick.close();
    time::timeout(FAREWELL, graceful.shutdown()).await.ok();
    Ok(())
}
