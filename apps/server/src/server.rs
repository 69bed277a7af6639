//! The server: it listens only on the loopback address, and shuts down gracefully.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dlx_api::{Api, TimeLimits};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use thiserror::Error;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time;

use crate::bounds::Bounds;
use crate::jobs::Jobs;
use crate::origin::OwnHosts;
use crate::routes::{App, answer};

/// The interval at which the server checks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// The time that running answers have when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// The largest number of threads for connections; they pass all work to other threads.
const MOST_HANDLERS: usize = 4;

/// The largest size of a request head, in bytes.
const MOST_HEAD: usize = 16 << 10;

/// The reason why the server cannot run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The port is in use, or requires privileges.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        /// The requested port.
        port: u16,
        /// The error of the system.
        source: io::Error,
    },
    /// The system provides no threads or timers.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
}

/// A server that listens but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    bounds: Bounds,
}

impl Server {
    /// Returns a server that listens on this port of the loopback address; port 0 selects any free port.
    ///
    /// # Errors
    /// [`ServeError::Listen`] if the port is not available.
    pub fn bind(port: u16) -> Result<Self, ServeError> {
        let listen = || {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
            listener.set_nonblocking(true)?;
            Ok((listener.local_addr()?, listener))
        };
        let (address, listener) = listen().map_err(|source| ServeError::Listen { port, source })?;
        Ok(Self { listener, address, bounds: Bounds::default() })
    }

    /// Returns the server with these limits.
    #[must_use]
    pub fn with_bounds(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// Returns the address on which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `is_over` returns true; it is called many times per second. Then searches are
    /// stopped, and running answers are completed.
    ///
    /// # Errors
    /// [`ServeError::Start`] if the system provides no threads or timers.
    pub fn run(self, is_over: impl Fn() -> bool) -> Result<(), ServeError> {
        let Bounds { searches, waiting, connections, search, count, list, .. } = self.bounds;
        let handlers = thread::available_parallelism().map_or(1, usize::from).min(MOST_HANDLERS);
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(handlers)
            // Searches and quick work need a thread each, as they need a permit each.
            .max_blocking_threads(2 * searches + 1)
            .thread_name("dlx-web")
            .enable_all()
            .build()?;
        let app = Arc::new(App {
            hosts: OwnHosts::new(self.address.port()),
            searches: Jobs::new(searches, waiting),
            quick: Jobs::new(searches, waiting),
            api: Api::new(TimeLimits { search, count, list }),
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
    'connections: while !is_over() {
        let stream = match time::timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            Err(_) => continue,
            Ok(Err(_)) => {
                // No file descriptor is free, or the client has gone; later connections may succeed.
                time::sleep(LOOK).await;
                continue;
            }
        };
        // An answer is one small packet, which should not be delayed.
        stream.set_nodelay(true).ok();
        let place = loop {
            match time::timeout(LOOK, Arc::clone(&places).acquire_owned()).await {
                Ok(Ok(place)) => break place,
                _ if is_over() => break 'connections,
                _ => (),
            }
        };
        let app = Arc::clone(app);
        let service = service_fn(move |request| answer(Arc::clone(&app), request));
        // If it fails, the client has been sent the error of its connection, or has gone.
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
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
