//! Connections: so many at a time, and none that dawdles.
//!
//! A client must send the head of a request in time, also on a connection that it keeps open. The
//! body is read within the same time (`api`). So thousands of slow clients cost connections for some
//! seconds and nothing else.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::Limits;

/// Accepts connections for ever.
pub(crate) async fn serve(listener: TcpListener, app: Router, limits: Limits) {
    let room = Arc::new(Semaphore::new(limits.connections));
    let service = TowerToHyperService::new(app);
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Too many files are open, say: wait until some are closed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(limits.patience).max_buf_size(1 << 16);
        let connection = builder.serve_connection(TokioIo::new(stream), service.clone());
        tokio::spawn(async move {
            // A connection that breaks is the client's affair.
            let _ = connection.await;
            drop(place);
        });
    }
}
