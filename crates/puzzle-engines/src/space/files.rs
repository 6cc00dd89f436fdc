//! Sorted keys in files: levels that do not fit into memory.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use puzzle_core::Key;

/// Bytes read or written at a time.
const BUFFER: usize = 1 << 16;

/// A folder of its own in the system's folder for temporary files, removed at the end.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    files: AtomicU64,
}

impl Folder {
    /// Makes one.
    pub(super) fn new() -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("puzzle-levels-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Folder { path, files: AtomicU64::new(0) }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// A name for a new file.
    fn file(&self) -> PathBuf {
        self.path.join(self.files.fetch_add(1, Ordering::Relaxed).to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// A file of sorted keys, removed when nobody needs it any more.
#[derive(Debug)]
pub struct SortedFile<K> {
    /// Removed with the last of its files.
    _folder: Arc<Folder>,
    path: PathBuf,
    len: u64,
    keys: PhantomData<K>,
}

impl<K> Drop for SortedFile<K> {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl<K: Key> SortedFile<K> {
    /// Writes sorted keys, without repetitions.
    pub(super) fn write(folder: &Arc<Folder>, keys: &[K]) -> io::Result<Self> {
        let mut writer = FileWriter::new(folder)?;
        let mut last = None;
        for &key in keys {
            if last != Some(key) {
                writer.push(key)?;
            }
            last = Some(key);
        }
        writer.finish()
    }

    /// How many keys.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The keys from the first one.
    pub(super) fn read(&self) -> io::Result<FileReader<K>> {
        FileReader::open(&self.path, self.len)
    }

    /// Whether a key is in it, by bisection.
    pub(super) fn contains(&self, key: K) -> io::Result<bool> {
        let mut file = File::open(&self.path)?;
        let mut bytes = vec![0; K::BYTES];
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            file.seek(SeekFrom::Start(middle * K::BYTES as u64))?;
            file.read_exact(&mut bytes)?;
            match K::read(&bytes).cmp(&key) {
                std::cmp::Ordering::Equal => return Ok(true),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(false)
    }
}

/// Reads keys one after another.
pub(super) struct FileReader<K> {
    file: BufReader<File>,
    left: u64,
    bytes: Vec<u8>,
    /// The key that comes next.
    pub(super) next: Option<K>,
}

impl<K: Key> FileReader<K> {
    fn open(path: &Path, len: u64) -> io::Result<Self> {
        let file = BufReader::with_capacity(BUFFER, File::open(path)?);
        let mut reader = FileReader { file, left: len, bytes: vec![0; K::BYTES], next: None };
        reader.advance()?;
        Ok(reader)
    }

    /// Goes on to the next key.
    pub(super) fn advance(&mut self) -> io::Result<()> {
        self.next = match self.left {
            0 => None,
            _ => {
                self.left -= 1;
                self.file.read_exact(&mut self.bytes)?;
                Some(K::read(&self.bytes))
            }
        };
        Ok(())
    }

    /// Whether the file has this key; keys must be asked for in order.
    pub(super) fn has(&mut self, key: K) -> io::Result<bool> {
        while self.next.is_some_and(|next| next < key) {
            self.advance()?;
        }
        Ok(self.next == Some(key))
    }
}

/// Writes keys in order.
pub(super) struct FileWriter<K> {
    file: BufWriter<File>,
    folder: Arc<Folder>,
    path: PathBuf,
    len: u64,
    bytes: Vec<u8>,
    keys: PhantomData<K>,
}

impl<K: Key> FileWriter<K> {
    /// Begins a new file.
    pub(super) fn new(folder: &Arc<Folder>) -> io::Result<Self> {
        let path = folder.file();
        let file = BufWriter::with_capacity(BUFFER, File::create_new(&path)?);
        let folder = folder.clone();
        Ok(FileWriter { file, folder, path, len: 0, bytes: Vec::new(), keys: PhantomData })
    }

    /// Writes a key, which must be greater than the one before.
    pub(super) fn push(&mut self, key: K) -> io::Result<()> {
        self.bytes.clear();
        key.write(&mut self.bytes);
        self.len += 1;
        self.file.write_all(&self.bytes)
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> io::Result<SortedFile<K>> {
        self.file.flush()?;
        let FileWriter { folder, path, len, .. } = self;
        Ok(SortedFile { _folder: folder, path, len, keys: PhantomData })
    }
}
