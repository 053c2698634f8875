//! Lines from any stream of bytes: invalid UTF-8, overlong lines and a missing line end do no harm.

use std::io::{self, BufRead};

/// Longer lines cannot be commands: a game of a thousand moves takes less than ten thousand bytes.
const LONGEST: usize = 1 << 20;

/// The next line, without its end; `None` at the end of the input. Invalid UTF-8 becomes replacement characters, which no command has, and
/// an overlong line is truncated.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut is_begun = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            break;
        }
        is_begun = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(is_begun.then(|| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stream_of_bytes_gives_lines() {
        let mut input: &[u8] = b"ugi\r\n\n\xff\xfe go\nlast";
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["ugi\r", "", "\u{fffd}\u{fffd} go", "last"]);
    }

    #[test]
    fn a_line_without_an_end_takes_no_more_than_it_may() {
        let long = vec![b'x'; 3 * LONGEST];
        let mut input = io::BufReader::new(io::Cursor::new([&long[..], b"\nugi\n"].concat()));
        assert_eq!(read_line(&mut input).unwrap().unwrap().len(), LONGEST);
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("ugi"));
    }
}
