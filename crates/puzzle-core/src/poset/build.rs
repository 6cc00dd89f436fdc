//! Making orders: from relations, and from smaller ones.

use super::{Poset, PosetError};

impl Poset {
    /// The smallest order with these elements in which each pair's first lies below its second.
    /// Elements are renumbered along a linear extension, otherwise in the order given.
    pub fn from_relations(
        names: Vec<String>,
        relations: &[(u32, u32)],
    ) -> Result<Self, PosetError> {
        let n = names.len();
        if n > Self::LARGEST {
            return Err(PosetError::TooLarge);
        }
        let mut ups = vec![Vec::new(); n];
        let mut waiting = vec![0_usize; n];
        for &(x, y) in relations {
            if x == y {
                return Err(PosetError::Cycle(vec![x]));
            }
            ups[x as usize].push(y);
            waiting[y as usize] += 1;
        }
        // The smallest number first among those that nothing waiting lies below.
        let mut ready: std::collections::BTreeSet<u32> =
            (0..n as u32).filter(|&x| waiting[x as usize] == 0).collect();
        let mut order = Vec::with_capacity(n);
        while let Some(x) = ready.pop_first() {
            order.push(x);
            for &y in &ups[x as usize] {
                waiting[y as usize] -= 1;
                if waiting[y as usize] == 0 {
                    ready.insert(y);
                }
            }
        }
        if order.len() < n {
            return Err(PosetError::Cycle(cycle(&ups, &waiting)));
        }
        let mut number = vec![0; n];
        for (i, &x) in order.iter().enumerate() {
            number[x as usize] = i as u32;
        }
        let words = n.div_ceil(64);
        let mut above = vec![0_u64; n * words];
        for x in (0..n).rev() {
            above[x * words + x / 64] |= 1 << (x % 64);
            for &y in &ups[order[x] as usize] {
                let y = number[y as usize] as usize;
                for word in 0..words {
                    above[x * words + word] |= above[y * words + word];
                }
            }
        }
        let mut given: Vec<Option<String>> = names.into_iter().map(Some).collect();
        let names = order.iter().map(|&x| given[x as usize].take().unwrap_or_default()).collect();
        Ok(Self::from_table(names, words, above))
    }

    /// The order whose table this is; it must be transitive and its numbers a linear extension.
    fn from_table(names: Vec<String>, words: usize, above: Vec<u64>) -> Self {
        let n = names.len();
        let (mut upper, mut lower) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        let row = |x: usize| &above[x * words..][..words];
        let mut rest = vec![0; words];
        for x in 0..n {
            // What is above x and not above anything found before is directly above it.
            rest.copy_from_slice(row(x));
            rest[x / 64] &= !(1 << (x % 64));
            for word in 0..words {
                while rest[word] != 0 {
                    let y = word * 64 + rest[word].trailing_zeros() as usize;
                    upper[x].push(y as u32);
                    lower[y].push(x as u32);
                    for (rest, above) in rest.iter_mut().zip(row(y)) {
                        *rest &= !above;
                    }
                }
            }
        }
        Poset { names, words, above, upper, lower }
    }

    /// The order in which `leq` holds, if its numbers are a linear extension.
    fn from_fn(names: Vec<String>, leq: impl Fn(usize, usize) -> bool) -> Result<Self, PosetError> {
        let n = names.len();
        if n > Self::LARGEST {
            return Err(PosetError::TooLarge);
        }
        let words = n.div_ceil(64);
        let mut above = vec![0_u64; n * words];
        for x in 0..n {
            for y in (x..n).filter(|&y| leq(x, y)) {
                above[x * words + y / 64] |= 1 << (y % 64);
            }
        }
        Ok(Self::from_table(names, words, above))
    }

    /// `n` elements in a row, each below the next.
    pub fn chain(n: usize) -> Result<Self, PosetError> {
        Self::bounded(n)?;
        Self::from_fn(numbered(n), |x, y| x <= y)
    }

    /// `n` elements, none below another.
    pub fn antichain(n: usize) -> Result<Self, PosetError> {
        Self::bounded(n)?;
        Self::from_fn(numbered(n), |x, y| x == y)
    }

    /// The sets of up to `n` things, by inclusion; each named by its bits.
    pub fn boolean(n: usize) -> Result<Self, PosetError> {
        if n > 12 {
            return Err(PosetError::TooLarge);
        }
        let name = |set: usize| if n == 0 { "0".into() } else { format!("{set:0n$b}") };
        Self::from_fn((0..1 << n).map(name).collect(), |x, y| x & !y == 0)
    }

    /// Pairs, ordered in both parts.
    pub fn product(&self, other: &Self) -> Result<Self, PosetError> {
        Self::bounded(self.len() * other.len())?;
        let m = other.len();
        let pairs = self.names.iter().flat_map(|a| other.names.iter().map(move |b| (a, b)));
        let names = pairs.map(|(a, b)| format!("({a},{b})")).collect();
        let leq = |x: usize, y: usize| {
            self.leq((x / m) as u32, (y / m) as u32) && other.leq((x % m) as u32, (y % m) as u32)
        };
        Self::from_fn(names, leq)
    }

    /// Both side by side, nothing of the one below anything of the other.
    pub fn beside(&self, other: &Self) -> Result<Self, PosetError> {
        Self::bounded(self.len() + other.len())?;
        let n = self.len();
        let first = self.names.iter().map(|name| format!("{name}'"));
        let second = other.names.iter().map(|name| format!("{name}\""));
        let leq = |x: usize, y: usize| match (x < n, y < n) {
            (true, true) => self.leq(x as u32, y as u32),
            (false, false) => other.leq((x - n) as u32, (y - n) as u32),
            _ => false,
        };
        Self::from_fn(first.chain(second).collect(), leq)
    }

    /// The same elements upside down.
    #[must_use]
    pub fn dual(&self) -> Self {
        let n = self.len();
        let names = self.names.iter().rev().cloned().collect();
        let leq = |x: usize, y: usize| self.leq((n - 1 - y) as u32, (n - 1 - x) as u32);
        Self::from_fn(names, leq).expect("no more elements than there were")
    }

    /// Some of the elements, given in increasing order.
    #[must_use]
    pub fn part(&self, elements: &[u32]) -> Self {
        let names = elements.iter().map(|&x| self.names[x as usize].clone()).collect();
        Self::from_fn(names, |x, y| self.leq(elements[x], elements[y]))
            .expect("no more elements than there were")
    }

    /// Functions into this order, compared value by value: `rows` are their values, which must be
    /// in lexicographic order.
    pub fn pointwise(&self, rows: &[Vec<u32>]) -> Result<Self, PosetError> {
        Self::bounded(rows.len())?;
        let short = self.names.iter().all(|name| name.chars().count() == 1);
        let glue = if short { "" } else { " " };
        let name = |row: &Vec<u32>| {
            let values: Vec<&str> =
                row.iter().map(|&value| self.names[value as usize].as_str()).collect();
            let name = values.join(glue);
            if short { name } else { format!("[{name}]") }
        };
        let leq = |x: usize, y: usize| rows[x].iter().zip(&rows[y]).all(|(&a, &b)| self.leq(a, b));
        Self::from_fn(rows.iter().map(name).collect(), leq)
    }

    fn bounded(n: usize) -> Result<(), PosetError> {
        if n > Self::LARGEST { Err(PosetError::TooLarge) } else { Ok(()) }
    }
}

fn numbered(n: usize) -> Vec<String> {
    (0..n).map(|x| x.to_string()).collect()
}

/// A circle among the elements that are still waiting for one below them.
fn cycle(ups: &[Vec<u32>], waiting: &[usize]) -> Vec<u32> {
    let below = |y: u32| {
        let waits = |x: &usize| waiting[*x] > 0 && ups[*x].contains(&y);
        (0..ups.len()).find(waits).expect("whoever waits has one below that waits") as u32
    };
    let mut path = vec![waiting.iter().position(|&count| count > 0).unwrap_or(0) as u32];
    loop {
        let next = below(path[path.len() - 1]);
        if let Some(start) = path.iter().position(|&x| x == next) {
            let mut cycle = path.split_off(start);
            cycle.reverse();
            return cycle;
        }
        path.push(next);
    }
}
