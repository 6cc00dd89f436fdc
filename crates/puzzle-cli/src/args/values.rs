//! Values that are more than a number or a name.

use std::time::Duration;

/// `90`, `90s`, `1.5m`, `2h`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time; write 90s, 5m or 2h");
    let (number, unit) = match text.char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => (&text[..at], unit),
        _ => (text, 's'),
    };
    let factor = match unit {
        's' => 1.0,
        'm' => 60.0,
        'h' => 3600.0,
        'd' => 86400.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * factor).map_err(|_| wrong())
}

/// `64MiB`, `2GB`, `500k`, `1048576`: bytes. Units of 1000 are written kB, MB, GB, those of 1024
/// KiB, MiB, GiB; a single letter means the latter.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no size; write 64MiB or 2GB");
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        "k" | "kib" => 1024.0,
        "m" | "mib" => f64::from(1 << 20),
        "g" | "gib" => f64::from(1 << 30),
        "t" | "tib" => 1024.0 * f64::from(1 << 30),
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let bytes = number * factor;
    if !(0.0..1e18).contains(&bytes) {
        return Err(wrong());
    }
    if bytes < f64::from(1 << 20) {
        return Err(format!("`{text}` is too little: at least 1MiB"));
    }
    Ok(bytes as u64)
}

/// `1%`, `0.5`: a share, from above 0 to 1.
pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>();
    let share = number.ok().map(|number| number / 100.0);
    let share = share.filter(|share| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| format!("`{text}` is no share; write 1% or 100%"))
}

/// Pixels per cell, within reason.
pub(super) fn scale(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(scale) if (1.0..=1000.0).contains(&scale) => Ok(scale),
        _ => Err(format!("`{text}` is no number from 1 to 1000")),
    }
}

/// How many price lists.
pub(super) fn lists(text: &str) -> Result<usize, String> {
    let lists = text.parse().ok().filter(|lists| (1..=8).contains(lists));
    lists.ok_or_else(|| format!("`{text}` is no number from 1 to 8"))
}

/// The registry is the list of names.
pub(super) fn engine_names() -> clap::builder::PossibleValuesParser {
    let mut names = vec!["auto"];
    for engine in puzzle::ENGINES {
        if !names.contains(&engine.name()) {
            names.push(engine.name());
        }
    }
    clap::builder::PossibleValuesParser::new(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_and_seconds_are_the_default() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for bad in ["", "s", "-1", "5x", "1e99", "nan"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_have_units_of_1000_or_1024() {
        assert_eq!(size("64MiB"), Ok(64 << 20));
        assert_eq!(size("64m"), Ok(64 << 20));
        assert_eq!(size("2GB"), Ok(2_000_000_000));
        assert_eq!(size("1.5 GiB".replace(' ', "").as_str()), Ok(3 << 29));
        assert_eq!(size("3000000"), Ok(3_000_000));
        for bad in ["", "MB", "-1GB", "5XB", "1e99", "nan", "infGB", "10kB", "1 000 000"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_share_is_above_nothing_and_no_more_than_all() {
        assert_eq!(
            (percent("1%"), percent("100"), percent("0.5%")),
            (Ok(0.01), Ok(1.0), Ok(0.005))
        );
        for bad in ["0", "-1%", "101%", "nan", "x", ""] {
            assert!(percent(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_scale_is_from_1_to_1000() {
        assert_eq!(scale("12.5"), Ok(12.5));
        for bad in ["0", "0.99", "1001", "-3", "nan", "inf", "x", ""] {
            assert!(scale(bad).is_err(), "{bad}");
        }
    }
}
