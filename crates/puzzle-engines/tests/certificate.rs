//! Certificates of counts: written by the strategy, checked without it, refused when they were changed.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use puzzle_core::certificate::CountCertificate;
use puzzle_core::{
    AbstractPuzzle, Answer, Ask, BigUint, Budget, Collect, Control, Cover, CoverEngine, CoverTask,
    Ignore, Problem, Question, Random, Run, Want,
};
use puzzle_engines::cover::Reference;
use puzzle_engines::meta::{self, cover::recount};
use puzzle_testkit::{Feature, bijection, random_puzzle, strip};

/// Counts with a certificate.
fn certified(cover: &Cover, prices: &str) -> (Answer, CountCertificate) {
    certified_as(Question::Count, cover, prices)
}

fn certified_as(question: Question, cover: &Cover, prices: &str) -> (Answer, CountCertificate) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("certificate-{}-{number}", std::process::id());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let ask = Ask::new(question).with("prices", prices).with("certificate", file.display());
    let answer = answer(cover, &ask);
    let read = CountCertificate::read(&std::fs::read(&file).unwrap()).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(read.count, answer.solutions);
    (answer, read)
}

fn answer(cover: &Cover, ask: &Ask) -> Answer {
    let run = Run { threads: Some(2), ..Run::default() };
    meta::answer(&Problem::Cover(cover.clone()), ask, &run, &mut Ignore).unwrap()
}

fn brute(cover: &Cover) -> usize {
    let mut found = Collect::all();
    Reference.run(&CoverTask::new(cover, Want::All), &mut found, &Control::default()).unwrap();
    found.solutions.len()
}

fn check(certificate: &CountCertificate, puzzle: &AbstractPuzzle) -> Result<(), String> {
    certificate.check(puzzle, &Budget::default()).map(drop)
}

/// Random covers with symmetries of their own, if they have some.
fn covers(feature: Feature) -> impl Iterator<Item = Cover> {
    (0..25).map(move |seed| Cover::plain(random_puzzle(seed, feature)))
}

#[test]
fn random_counts_have_certificates_that_pass_with_and_without_prices() {
    let mut solvable = 0;
    for feature in [Feature::Plain, Feature::Secondary] {
        for cover in covers(feature).filter(|cover| cover.puzzle.is_simple()) {
            let expected = brute(&cover);
            solvable += usize::from(expected > 0);
            for prices in ["none", "1", "4"] {
                let (_, certificate) = certified(&cover, prices);
                assert_eq!(certificate.count, BigUint::from(expected), "{}", cover.puzzle);
                assert_eq!(check(&certificate, &cover.puzzle), Ok(()), "{}", cover.puzzle);
            }
        }
    }
    assert!(solvable > 8, "{solvable}");
}

#[test]
fn a_count_up_to_symmetry_has_the_certificate_of_all_solutions() {
    for cover in [Cover::plain(strip(12)), Cover::plain(bijection(4))] {
        let plain = answer(&cover, &Ask::new(Question::Classes));
        for prices in ["none", "2"] {
            let (answer, certificate) = certified_as(Question::Classes, &cover, prices);
            assert_eq!(answer.classes, plain.classes);
            assert_eq!(certificate.count, BigUint::from(brute(&cover)));
            assert_eq!(check(&certificate, &cover.puzzle), Ok(()));
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    let (_, certificate) = certified(&Cover::plain(bijection(9)), "2");
    assert!(certificate.restriction.is_some() && certificate.parts.len() > 1);
    assert_eq!(CountCertificate::read(&certificate.write()), Ok(certificate));
}

#[test]
fn parts_are_counted_again_without_prices() {
    let cover = Cover::plain(bijection(9));
    let (_, certificate) = certified(&cover, "2");
    let checked = certificate.check(&cover.puzzle, &Budget::default()).unwrap();
    let again = recount(&certificate, &checked, 12, 5, &Control::default()).unwrap();
    assert_eq!(again.subtrees, 12);
    assert!(again.whole > 0 && again.solvable > 0, "{again:?}");

    // What the check cannot see: two parts that lie, but not about their sum.
    let mut lie = certificate.clone();
    let full = lie.parts.iter().position(|part| part.solutions > BigUint::ZERO).unwrap();
    let other = (0..lie.parts.len()).find(|i| *i != full).unwrap();
    lie.parts[full].solutions -= 1_u32;
    lie.parts[other].solutions += 1_u32;
    let checked = lie.check(&cover.puzzle, &Budget::default()).unwrap();
    let all = lie.parts.len();
    let told = recount(&lie, &checked, all, 5, &Control::default()).unwrap_err().to_string();
    assert!(told.contains("comes to"), "{told}");
}

/// Each way to tamper with a certificate, and a word of what is said.
#[test]
fn a_changed_certificate_is_refused_with_the_place() {
    let cover = Cover::plain(strip(12));
    let (_, good) = certified(&cover, "none");
    let bijection = Cover::plain(bijection(9));
    let (_, symmetric) = certified(&bijection, "2");
    let refused = |puzzle: &Cover, bad: &CountCertificate, word: &str| {
        let told = check(bad, &puzzle.puzzle).unwrap_err();
        assert!(told.contains(word), "{word}: {told}");
    };
    refused(&bijection, &good, "another puzzle");

    let mut bad = symmetric.clone();
    let gone = bad.parts.iter().position(|part| part.solutions == BigUint::ZERO);
    let gone = bad.parts.remove(gone.unwrap_or(0));
    bad.count -= &gone.solutions;
    refused(&bijection, &bad, "missing");

    let mut bad = symmetric.clone();
    bad.parts.push(bad.parts[0].clone());
    bad.count += &bad.parts[0].solutions;
    refused(&bijection, &bad, "twice");

    let mut bad = symmetric.clone();
    bad.parts[0].chosen.push(9999);
    refused(&bijection, &bad, "9999");

    let mut bad = symmetric.clone();
    bad.parts[0].chosen = vec![bad.parts[0].chosen[0]; 1_000_000];
    refused(&bijection, &bad, "over 2000");

    let mut bad = symmetric.clone();
    bad.parts[0].solutions += 1_u32;
    refused(&bijection, &bad, "come to");

    let mut bad = symmetric.clone();
    bad.prices.kept.push(vec![-1; bijection.puzzle.aspects().len()]);
    refused(&bijection, &bad, "less than nothing");

    let mut bad = symmetric.clone();
    bad.prices.kept.push(vec![1]);
    refused(&bijection, &bad, "1 prices for");

    let restriction = |change: &dyn Fn(&mut puzzle_core::certificate::CertifiedRestriction)| {
        let mut bad = symmetric.clone();
        change(bad.restriction.as_mut().unwrap());
        bad
    };
    refused(&bijection, &restriction(&|r| r.representatives[0].1 += 1), "does not stand for");
    refused(&bijection, &restriction(&|r| r.symmetries.clear()), "stand for");
    refused(&bijection, &restriction(&|r| r.symmetries[0].swap(0, 1)), "symmetry 1");
    refused(&bijection, &restriction(&|r| r.symmetries[0][0] = 77), "symmetry 1");
    refused(&bijection, &restriction(&|r| r.aspect = 4000), "aspect 4000");
}

/// Numbers changed anywhere and sealed again: it is refused, or it still proves what is true.
#[test]
fn no_change_of_a_number_proves_a_wrong_count() {
    let cover = Cover::plain(bijection(5));
    let (_, good) = certified(&cover, "3");
    let text = String::from_utf8(good.write()).unwrap();
    let lines: Vec<&str> = text.lines().take(text.lines().count() - 1).collect();
    let mut random = Random::new(7);
    let mut refused = 0;
    for _ in 0..2000 {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let line = 1 + random.index(lines.len() - 1);
        let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
        // What a part came to is believed.
        let first = if words[0] == "part" { 3 } else { 1 };
        if words.len() <= first {
            continue;
        }
        let word = first + random.index(words.len() - first);
        words[word] = (random.below(40) as i64 - 10).to_string();
        lines[line] = words.join(" ");
        let mut bytes = (lines.join("\n") + "\n").into_bytes();
        puzzle_core::seal::LINE.seal(&mut bytes);
        let Ok(changed) = CountCertificate::read(&bytes) else {
            refused += 1;
            continue;
        };
        match check(&changed, &cover.puzzle) {
            Ok(()) => assert_eq!(changed.count, BigUint::from(120_u32), "{}", lines[line]),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn damage_and_other_versions_are_refused() {
    let (_, good) = certified(&Cover::plain(bijection(4)), "1");
    let bytes = good.write();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(CountCertificate::read(&changed).is_err(), "{at}");
        assert!(CountCertificate::read(&bytes[..at]).is_err(), "{at}");
    }
}

#[test]
fn a_puzzle_with_other_demands_has_no_certificate() {
    let puzzle = random_puzzle(3, Feature::Bags);
    let cover = Cover::plain(puzzle);
    assert!(!cover.puzzle.is_simple());
    let ask = Ask::new(Question::Count).with("certificate", Path::new("nowhere").display());
    let problem = Problem::Cover(cover);
    let told = meta::answer(&problem, &ask, &Run::default(), &mut Ignore).unwrap_err();
    assert!(told.to_string().contains("have certificates"), "{told}");
}

/// Of few symmetries all are listed, of many there are generators.
#[test]
fn symmetries_are_written_whether_they_were_listed_or_not() {
    for n in [4, 6] {
        let cover = Cover::plain(bijection(n));
        let (_, certificate) = certified(&cover, "none");
        assert!(!certificate.restriction.as_ref().unwrap().symmetries.is_empty());
        assert_eq!(check(&certificate, &cover.puzzle), Ok(()));
    }
}
