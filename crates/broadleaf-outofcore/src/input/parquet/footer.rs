//! Errors for files that are not readable as Parquet.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use parquet::errors::ParquetError;

/// The first and the last bytes of a Parquet file.
const MARK: [u8; 4] = *b"PAR1";
/// The last bytes of a file with an encrypted footer.
const ENCRYPTED: [u8; 4] = *b"PARE";

/// An error if the file does not begin and end like a Parquet file; the message describes it.
pub(super) fn check(file: &File) -> Result<(), String> {
    let len = file.metadata().map_err(|error| error.to_string())?.len();
    if len == 0 {
        return Err("the file is empty".to_owned());
    }
    let marks = [SeekFrom::Start(0), SeekFrom::End(-4)].map(|place| mark(file, place));
    match marks {
        [MARK, MARK] => Ok(()),
        [_, ENCRYPTED] | [ENCRYPTED, _] => {
            Err("the file is encrypted: decrypt it first".to_owned())
        }
        [MARK, _] => Err("the Parquet file has no end: it is truncated".to_owned()),
        _ => Err(
            "its name is that of a Parquet file, but it does not begin and end with PAR1"
                .to_owned(),
        ),
    }
}

/// Four bytes; zeros if the file is shorter.
fn mark(mut file: &File, place: SeekFrom) -> [u8; 4] {
    let mut mark = [0; 4];
    let read = file.seek(place).and_then(|_| file.read_exact(&mut mark));
    read.map_or([0; 4], |()| mark)
}

/// The message for inconsistent footers or pages.
pub(super) fn damaged(error: &ParquetError) -> String {
    let text = match error {
        ParquetError::General(text) | ParquetError::EOF(text) | ParquetError::NYI(text) => {
            text.clone()
        }
        ParquetError::External(error) => error.to_string(),
        other => other.to_string(),
    };
    format!("the Parquet file is damaged or unsupported: {text}")
}
