//! What is known so far, as the bytes of a saved run: words of 64 bits, the lowest byte first.

use puzzle_core::Payload;
use puzzle_core::apart::plan::Plan;

use super::stream::Tally;

const NAME: &str = "assemblies";

/// What was found, as a saved run keeps it.
pub(super) fn payload(tally: &Tally) -> Payload {
    let found = &tally.finding;
    let (least, most) = found.moves.unwrap_or((u64::MAX, 0));
    let mut words = vec![found.assemblies, found.solutions, found.undecided, least, most];
    words.push(tally.finished.into());
    let mut list = |numbers: &[u32]| {
        words.push(numbers.len() as u64);
        words.extend(numbers.iter().map(|&n| u64::from(n)));
    };
    for (levels, &count) in &found.levels {
        let [low, high] = [count as u32, (count >> 32) as u32];
        list(&[&[low, high], levels.as_slice()].concat());
    }
    list(&[]);
    tally.kept.iter().for_each(|plan| list(&plan.numbers()));
    list(&[]);
    for (pieces, only) in &tally.by_pieces {
        list(pieces);
        list(&only.as_ref().map_or(Vec::new(), Plan::numbers));
    }
    list(&[]);
    Payload::States(NAME.into(), words.iter().flat_map(|word| word.to_le_bytes()).collect())
}

/// What a saved run kept; `None` if these are not such bytes.
pub(super) fn read(payload: &Payload) -> Option<Tally> {
    let Payload::States(name, bytes) = payload else { return None };
    let (words, rest) = bytes.as_chunks::<8>();
    if name != NAME || !rest.is_empty() {
        return None;
    }
    let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
    let mut tally = Tally::default();
    let found = &mut tally.finding;
    for figure in [&mut found.assemblies, &mut found.solutions, &mut found.undecided] {
        *figure = words.next()?;
    }
    let (least, most) = (words.next()?, words.next()?);
    found.moves = (least <= most).then_some((least, most));
    tally.finished = match words.next()? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let mut list = || -> Option<Vec<u32>> {
        let count = words.next()?;
        (0..count).map(|_| u32::try_from(words.next()?).ok()).collect()
    };
    loop {
        match list()?.as_slice() {
            [] => break,
            [low, high, levels @ ..] => {
                let count = u64::from(*low) | u64::from(*high) << 32;
                tally.finding.levels.insert(levels.to_vec(), count);
            }
            _ => return None,
        }
    }
    loop {
        match list()?.as_slice() {
            [] => break,
            numbers => tally.kept.push(Plan::read(numbers)?),
        }
    }
    loop {
        match list()? {
            pieces if pieces.is_empty() => break,
            pieces => {
                let only = list()?;
                let only = match only.is_empty() {
                    true => None,
                    false => Some(Plan::read(&only)?),
                };
                tally.by_pieces.insert(pieces, only);
            }
        }
    }
    let found = &tally.finding;
    let sound = found.solutions == found.levels.values().sum::<u64>()
        && found.assemblies >= found.solutions.checked_add(found.undecided)?;
    (sound && words.next().is_none()).then_some(tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::apart::plan::{Rest, Separation, Step, Verdict};

    #[test]
    fn what_is_saved_is_read_again_and_anything_shorter_is_refused() {
        let step = |distance| Step { pieces: 3, direction: 1, distance };
        let steps = vec![step(2), step(0)];
        let first = Some(Separation { steps, stays: Rest::Single, left: Rest::Single });
        let plan = Plan { number: 1, assembly: vec![4, 7], verdict: Verdict::Apart, first };
        let mut tally = Tally { finished: true, ..Tally::default() };
        tally.finding.note(&plan);
        tally.finding.note(&plan);
        tally.by_pieces.insert(vec![0, 3], Some(plan.clone()));
        tally.by_pieces.insert(vec![1], None);
        tally.kept.push(plan);
        let saved = payload(&tally);
        let again = read(&saved).unwrap();
        assert_eq!((again.finding, again.kept), (tally.finding, tally.kept));
        assert_eq!(again.by_pieces, tally.by_pieces);
        let Payload::States(name, bytes) = saved else { panic!("not states") };
        for length in 0..bytes.len() {
            assert!(read(&Payload::States(name.clone(), bytes[..length].to_vec())).is_none());
        }
    }
}
