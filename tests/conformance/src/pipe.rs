use std::io::{Error, ErrorKind, Read, Result, Write};

/// Answers requests until the input ends. Each message is prefixed by its length, 4 bytes little-endian.
pub fn serve(
    mut input: impl Read,
    mut output: impl Write,
    mut answer: impl FnMut(&[u8]) -> Result<Vec<u8>>,
) -> Result<()> {
    while let Some(request) = next(&mut input)? {
        let response = answer(&request)?;
        let len = u32::try_from(response.len()).map_err(|_| ErrorKind::InvalidData)?;
        output.write_all(&len.to_le_bytes())?;
        output.write_all(&response)?;
        output.flush()?;
    }
    Ok(())
}

/// The error that the other side has gone.
#[cfg(unix)]
pub(crate) fn gone() -> Error {
    Error::other("the engine has ended")
}

fn next(input: &mut impl Read) -> Result<Option<Vec<u8>>> {
    let mut len = [0; 4];
    match input.read_exact(&mut len) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let mut request = vec![0; u32::from_le_bytes(len) as usize];
    input.read_exact(&mut request)?;
    Ok(Some(request))
}
