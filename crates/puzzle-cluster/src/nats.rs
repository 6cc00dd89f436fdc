//! A NATS server with JetStream as a carrier.
//!
//! A job called `NAME` is four things on the server, which all survive its restart:
//!
//! | | holds |
//! |---|---|
//! | bucket `puzzle_NAME` | the manifest and the units, by name |
//! | bucket `puzzle_NAME_results` | the results, by unit: a key is made once and never changed |
//! | bucket `puzzle_NAME_claims` | who works on what, and how they fare |
//! | stream `puzzle_NAME_todo` | the names of free units: a work queue |
//!
//! A worker acknowledges a unit's message only after the result is stored. As long as it works it says so, or
//! the server gives the unit to another; then both may finish, and the key of the result decides. What
//! is larger than a message is cut into pieces, and its key is made when all of them are there.
//!
//! A server that cannot be reached for a while is waited for. Every step may be taken twice: to store the same
//! bytes again is no harm, and a result that is already there is one's own if it is the same.

use std::collections::HashMap;
use std::future::Future;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::kv::{CreateErrorKind, Store};
use async_nats::jetstream::stream::{DiscardPolicy, RetentionPolicy};
use async_nats::jetstream::{self, AckKind, Context, ErrorCode, stream};
use futures_util::{StreamExt, TryStreamExt, stream as streams};
use puzzle::{Failure, Seal, fingerprint};
use tokio::runtime::Runtime;

use crate::{Carrier, Next, Note, Result, Taken, refuse};

/// How long to wait for a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(250);
/// The most bytes of a message: half of what servers take if nobody says otherwise.
const PIECE: usize = 512 << 10;
/// How many units are sent before the first is acknowledged.
const AHEAD: usize = 64;
/// The first byte of a value: all of it follows, or where its pieces are.
const WHOLE: u8 = b'=';
const PIECES: u8 = b'#';

/// A job on a server.
pub(crate) struct Nats {
    runtime: Runtime,
    context: Context,
    place: String,
    job: String,
    stores: Mutex<Option<Stores>>,
    /// The messages of the units that this process has taken.
    taken: Mutex<HashMap<String, jetstream::Message>>,
    folder: PathBuf,
}

impl std::fmt::Debug for Nats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nats").field("place", &self.place).finish_non_exhaustive()
    }
}

/// What the job is on the server.
#[derive(Clone)]
struct Stores {
    units: Store,
    results: Store,
    claims: Store,
    todo: stream::Stream,
}

/// A bucket of keys and values is a stream of this kind. It is made here, because the client asks the
/// server for an account before it makes one, in a form that servers before 2.10 do not know.
fn bucket(name: &str) -> stream::Config {
    stream::Config {
        name: format!("KV_{name}"),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        ..stream::Config::default()
    }
}

/// Tries a step again until the server has answered.
async fn patient<T, E, F>(what: &str, mut step: impl FnMut() -> F) -> Result<T>
where
    E: std::fmt::Display,
    F: Future<Output = std::result::Result<T, E>>,
{
    let begun = Instant::now();
    loop {
        match step().await {
            Ok(done) => return Ok(done),
            Err(error) if begun.elapsed() > PATIENCE => {
                return refuse(format!("cannot {what}: {error}"));
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// A user and a password, or a token by itself.
type Who = (String, Option<String>);

/// What `nats://USER:PASSWORD@HOST/JOB` says: the address without them, who asks, and the job.
fn parse(place: &str) -> Result<(String, Option<Who>, String)> {
    let wrong =
        |why: &str| refuse(format!("{place}: {why}\n hint: write nats://localhost:4222/my-count"));
    let Some((scheme, rest)) = place.split_once("://") else { return wrong("no address") };
    let (authority, job) = rest.split_once('/').unwrap_or((rest, ""));
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if job.is_empty() || job.len() > 100 || !job.chars().all(plain) {
        return wrong("a job on a server has a name of letters, digits, - and _");
    }
    let (who, host) = match authority.rsplit_once('@') {
        Some((who, host)) => (Some(who), host),
        None => (None, authority),
    };
    let who = who.map(|who| match who.split_once(':') {
        Some((user, password)) => (user.to_owned(), Some(password.to_owned())),
        None => (who.to_owned(), None),
    });
    Ok((format!("{scheme}://{host}"), who, job.into()))
}

impl Nats {
    pub(crate) fn open(place: &str) -> Result<Self> {
        let (address, who, job) = parse(place)?;
        // Messages must not tell a password.
        let place = format!("{address}/{job}");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| Failure::Usage(format!("{place}: {error}")))?;
        let mut options = match who {
            Some((user, Some(password))) => ConnectOptions::with_user_and_password(user, password),
            Some((token, None)) => ConnectOptions::with_token(token),
            None => ConnectOptions::new(),
        };
        let given = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        if let Some(file) = given("NATS_CREDS") {
            let read = std::fs::read_to_string(&file).and_then(|text| options.credentials(&text));
            options = read.map_err(|error| Failure::Usage(format!("{file}: {error}")))?;
        }
        if let Some(file) = given("NATS_CA") {
            options = options.add_root_certificates(file.into());
        }
        if let (Some(certificate), Some(key)) = (given("NATS_CERT"), given("NATS_KEY")) {
            options = options.add_client_certificate(certificate.into(), key.into());
        }
        let options = options.name("puzzle").connection_timeout(Duration::from_secs(5));
        let client = runtime.block_on(options.connect(address.as_str())).map_err(|error| {
            let hint = "is the server running, and are address and credentials right?";
            Failure::Usage(format!("{address}: {error}\n hint: {hint}"))
        })?;
        let context = {
            // It starts a task of its own.
            let _guard = runtime.enter();
            jetstream::new(client)
        };
        let folder = std::env::temp_dir().join(format!("puzzle-work-{}", std::process::id()));
        let (stores, taken) = (Mutex::default(), Mutex::default());
        Ok(Nats { runtime, context, place, job, stores, taken, folder })
    }

    fn bucket(&self, what: &str) -> String {
        format!("puzzle_{}{what}", self.job)
    }

    fn subject(&self) -> String {
        format!("puzzle.{}.todo", self.job)
    }

    /// The job's buckets and its queue; made if there are none, where a job begins.
    fn stores(&self, make: bool) -> Result<Stores> {
        let mut kept = self.stores.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stores) = &*kept {
            return Ok(stores.clone());
        }
        let context = &self.context;
        let found = self.runtime.block_on(async {
            // A server that does not know the stream has streams.
            match context.get_stream(self.bucket("_todo")).await.map_err(|error| error.kind()) {
                Ok(_) => {}
                Err(GetStreamErrorKind::JetStream(told))
                    if told.error_code() == ErrorCode::STREAM_NOT_FOUND => {}
                Err(why) => {
                    return refuse(format!(
                        "{}: the server has no JetStream for us: {why}\n hint: start it as nats-server -js",
                        self.place
                    ));
                }
            }
            if make {
                for what in ["", "_results", "_claims"] {
                    let made = context.get_or_create_stream(bucket(&self.bucket(what))).await;
                    made.map_err(|error| self.wrong("make a bucket", &error))?;
                }
                let queue = stream::Config {
                    name: self.bucket("_todo"),
                    subjects: vec![self.subject()],
                    retention: RetentionPolicy::WorkQueue,
                    ..stream::Config::default()
                };
                let made = context.get_or_create_stream(queue).await;
                made.map_err(|error| self.wrong("make the queue", &error))?;
            }
            let store = |what| async move { context.get_key_value(self.bucket(what)).await };
            let all = async {
                let stores = (store("").await, store("_results").await, store("_claims").await);
                let todo = context.get_stream(self.bucket("_todo")).await.ok()?;
                Some(Stores {
                    units: stores.0.ok()?,
                    results: stores.1.ok()?,
                    claims: stores.2.ok()?,
                    todo,
                })
            };
            match all.await {
                Some(stores) => Ok(stores),
                None => refuse(format!(
                    "{} has no job {}\n hint: it is made by `puzzle divide PUZZLE -o {}`",
                    self.place, self.job, self.place
                )),
            }
        })?;
        *kept = Some(found.clone());
        Ok(found)
    }

    fn wrong(&self, what: &str, error: &dyn std::fmt::Display) -> Failure {
        Failure::Usage(format!("{}: cannot {what}: {error}", self.place))
    }

    /// What is stored for bytes: themselves, or where their pieces are, which are put there first.
    async fn packed(store: &Store, key: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        if bytes.len() <= PIECE {
            return Ok([&[WHOLE], bytes].concat());
        }
        // Pieces of different bytes never share a name.
        let seal = Seal::of(bytes).text().replace(' ', "-");
        let name = format!("piece.{key}.{seal}-{:016x}", fingerprint(bytes));
        let pieces = bytes.chunks(PIECE).enumerate();
        for (number, piece) in pieces.clone() {
            let put = || store.put(format!("{name}.{number}"), piece.to_vec().into());
            patient("send a piece", put).await?;
        }
        Ok(format!("{}{name} {}", char::from(PIECES), pieces.len()).into_bytes())
    }

    async fn put(store: &Store, key: &str, bytes: &[u8]) -> Result<()> {
        let value = Self::packed(store, key, bytes).await?;
        patient("send", || store.put(key, value.clone().into())).await.map(drop)
    }

    async fn get(store: &Store, key: &str) -> Result<Option<Vec<u8>>> {
        let Some(value) = patient("read from the server", || store.get(key)).await? else {
            return Ok(None);
        };
        // Whatever is wrong with it is seen by whoever checks the seal.
        Ok(Some(match value.split_first() {
            Some((&WHOLE, bytes)) => bytes.to_vec(),
            Some((&PIECES, place)) => {
                let place = String::from_utf8_lossy(place);
                let (name, count) = place.split_once(' ').unwrap_or((&place, "0"));
                let mut bytes = Vec::new();
                for number in 0..count.parse::<u32>().unwrap_or(0) {
                    let piece = || store.get(format!("{name}.{number}"));
                    let piece = patient("read from the server", piece).await?;
                    bytes.extend(piece.unwrap_or_default());
                }
                bytes
            }
            _ => Vec::new(),
        }))
    }

    async fn queue(&self, unit: &str) -> Result<()> {
        let send = || async {
            let sent = self.context.publish(self.subject(), unit.to_owned().into()).await;
            match sent {
                Ok(acknowledged) => acknowledged.await.map(drop),
                Err(error) => Err(error),
            }
        };
        patient("queue a unit", send).await
    }

    /// The consumer that all workers share.
    async fn consumer(&self, stores: &Stores, expire: Duration) -> Result<PullConsumer> {
        let config = pull::Config {
            durable_name: Some("workers".into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: expire,
            max_ack_pending: 1_000_000,
            ..pull::Config::default()
        };
        patient("ask for units", || stores.todo.create_consumer(config.clone())).await
    }

    fn message(&self, unit: &str) -> Option<jetstream::Message> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.get(unit).cloned()
    }
}

impl Carrier for Nats {
    fn begin(&self, manifest: &[u8], units: &[(String, Vec<u8>)]) -> Result<()> {
        let stores = self.stores(true)?;
        self.runtime.block_on(async {
            if Self::get(&stores.units, "manifest").await?.is_some() {
                return refuse(format!(
                    "{} has units already\n hint: name another job",
                    self.place
                ));
            }
            let stores = &stores;
            let send = |(name, unit): &(String, Vec<u8>)| {
                let (name, unit) = (name.clone(), unit.clone());
                async move {
                    Self::put(&stores.units, &format!("unit.{name}"), &unit).await?;
                    self.queue(&name).await
                }
            };
            let sent = streams::iter(units.iter().map(Ok)).try_for_each_concurrent(AHEAD, send);
            sent.await?;
            Self::put(&stores.units, "manifest", manifest).await
        })
    }

    fn manifest(&self) -> Result<Vec<u8>> {
        let stores = self.stores(false)?;
        match self.runtime.block_on(Self::get(&stores.units, "manifest"))? {
            Some(bytes) => Ok(bytes),
            None => refuse(format!("{} has no manifest: its units were not all sent", self.place)),
        }
    }

    fn unit(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let stores = self.stores(false)?;
        self.runtime.block_on(Self::get(&stores.units, &format!("unit.{name}")))
    }

    fn offer(&self, name: &str, unit: &[u8]) -> Result<()> {
        let stores = self.stores(false)?;
        self.runtime.block_on(async {
            Self::put(&stores.units, &format!("unit.{name}"), unit).await?;
            self.queue(name).await
        })
    }

    fn take(&self, worker: &str, expire: Duration) -> Result<Next> {
        let stores = self.stores(false)?;
        self.runtime.block_on(async {
            let consumer = self.consumer(&stores, expire).await?;
            loop {
                if Self::get(&stores.units, "cancelled").await?.is_some() {
                    return Ok(Next::Cancelled);
                }
                let ask = || async {
                    let mut batch = consumer.fetch().max_messages(1).messages().await?;
                    batch.next().await.transpose()
                };
                let Some(message) = patient("ask for a unit", ask).await? else {
                    return Ok(Next::Nothing);
                };
                let unit = String::from_utf8_lossy(&message.payload).into_owned();
                let known = unit.chars().all(|c| c.is_ascii_digit() || c == '-');
                if !known || Self::get(&stores.results, &unit).await?.is_some() {
                    patient("acknowledge a unit", || message.double_ack()).await?;
                    continue;
                }
                let folder = self.folder.join(&unit);
                // What an earlier attempt of this process left.
                let _ = std::fs::remove_dir_all(&folder);
                let note = Note { worker: worker.into(), unit: unit.clone(), ..Note::default() };
                let note = note.json().to_string();
                let claim = || stores.claims.put(unit.as_str(), note.clone().into());
                patient("claim a unit", claim).await?;
                let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
                taken.insert(unit.clone(), message);
                return Ok(Next::Unit(Taken { unit, worker: worker.into(), folder }));
            }
        })
    }

    fn renew(&self, taken: &Taken, note: &Note) -> Result<bool> {
        let stores = self.stores(false)?;
        self.runtime.block_on(async {
            let wrong = |what: &str, error: &dyn std::fmt::Display| self.wrong(what, error);
            // It is asked again soon: no patience here.
            let claim = stores.claims.get(taken.unit.as_str()).await;
            let claim = claim.map_err(|error| wrong("read a claim", &error))?;
            let owner = claim.and_then(|claim| Note::read(&claim)).map(|note| note.worker);
            let cancelled = stores.units.get("cancelled").await;
            let cancelled = cancelled.map_err(|error| wrong("read a key", &error))?.is_some();
            if owner.as_ref() != Some(&taken.worker) || cancelled {
                return Ok(false);
            }
            if let Some(message) = self.message(&taken.unit) {
                let told = message.ack_with(AckKind::Progress).await;
                told.map_err(|error| wrong("say that a unit is worked on", &error))?;
            }
            let bytes = note.json().to_string().into();
            let put = stores.claims.put(taken.unit.as_str(), bytes).await;
            put.map(|_| true).map_err(|error| wrong("renew a claim", &error))
        })
    }

    fn leave(&self, taken: &Taken, done: bool) -> Result<()> {
        let _ = std::fs::remove_dir_all(&taken.folder);
        let stores = self.stores(false)?;
        let message = self.taken.lock().unwrap_or_else(PoisonError::into_inner).remove(&taken.unit);
        self.runtime.block_on(async {
            let claim = || stores.claims.delete(taken.unit.as_str());
            patient("give a claim up", claim).await?;
            let Some(message) = message else { return Ok(()) };
            match done {
                true => patient("acknowledge a unit", || message.double_ack()).await,
                false => {
                    patient("give a unit back", || message.ack_with(AckKind::Nak(None))).await?;
                    // What is not sent when the process ends is not given back before its time.
                    let _ = self.context.client().flush().await;
                    Ok(())
                }
            }
        })
    }

    fn store(&self, taken: &Taken, result: &[u8]) -> Result<bool> {
        let stores = self.stores(false)?;
        self.runtime.block_on(async {
            let value = Self::packed(&stores.results, &taken.unit, result).await?;
            let create = || async {
                match stores.results.create(taken.unit.as_str(), value.clone().into()).await {
                    Ok(_) => Ok(true),
                    Err(error) if error.kind() == CreateErrorKind::AlreadyExists => Ok(false),
                    Err(error) => Err(error),
                }
            };
            if patient("store a result", create).await? {
                return Ok(true);
            }
            // It may be there because the server's answer was lost, not because another was first.
            let there = Self::get(&stores.results, &taken.unit).await?;
            Ok(there.is_some_and(|there| there == result))
        })
    }

    fn result(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let stores = self.stores(false)?;
        self.runtime.block_on(Self::get(&stores.results, name))
    }

    fn results(&self) -> Result<Vec<String>> {
        let stores = self.stores(false)?;
        let list = || async {
            let keys = stores.results.keys().await.map_err(|error| error.to_string())?;
            keys.try_collect::<Vec<_>>().await.map_err(|error| error.to_string())
        };
        let keys: Vec<String> = self.runtime.block_on(patient("list the results", list))?;
        Ok(keys.into_iter().filter(|key| !key.starts_with("piece.")).collect())
    }

    fn has_free(&self) -> Result<bool> {
        let stores = self.stores(false)?;
        self.runtime.block_on(async {
            let info = stores.todo.consumer_info("workers").await;
            let info = info.map_err(|error| self.wrong("ask for the queue", &error))?;
            Ok(info.num_pending > 0)
        })
    }

    fn workers(&self, expire: Duration) -> Result<Vec<Note>> {
        let stores = self.stores(false)?;
        let now = SystemTime::now();
        self.runtime.block_on(async {
            let list = || async {
                let keys = stores.claims.keys().await.map_err(|error| error.to_string())?;
                keys.try_collect::<Vec<_>>().await.map_err(|error| error.to_string())
            };
            let mut notes = Vec::new();
            for unit in patient("list the claims", list).await? {
                let entry = patient("read a claim", || stores.claims.entry(unit.as_str())).await?;
                let Some(entry) = entry else { continue };
                let silent = now.duration_since(entry.created.into()).unwrap_or_default();
                notes.extend(Note::read(&entry.value).filter(|_| silent <= expire));
            }
            Ok(notes)
        })
    }

    fn cancel(&self) -> Result<()> {
        let stores = self.stores(false)?;
        self.runtime.block_on(Self::put(&stores.units, "cancelled", b"yes"))
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_job_and_may_say_who_asks() {
        let (address, who, job) = parse("nats://ann:secret@host:4222/p-12").unwrap();
        assert_eq!((address.as_str(), job.as_str()), ("nats://host:4222", "p-12"));
        assert_eq!(who, Some(("ann".into(), Some("secret".into()))));
        assert_eq!(parse("tls://token@host/x").unwrap().1, Some(("token".into(), None)));
        for bad in ["nats://host", "nats://host/", "nats://host/a.b", "nats://host/a/b", "host"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
