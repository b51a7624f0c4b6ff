//! `.aabbs`: recorded frames of boxes, the format of the Broadmark benchmark.
//!
//! Numbers are little endian. The header has the scene name (128 bytes, padded with NUL), the type
//! of the objects (also 128 bytes), the number of boxes N and the number of frames after the first
//! F (each an `i32`), 8 unused bytes, and the box around the world. (1 + F) × N boxes follow. A box
//! is `min.x min.y min.z _ max.x max.y max.z _`, each an `f32`. A scene is 2D if the type of its
//! objects ends in `2d`; z is then ignored.
//! objects ends in `2d`; z is then ignored.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use broadleaf::Aabb;

use super::bounded::reserve;
use super::path::open_file;
use super::sink::Sink;
use super::unpack::Unpacked;
use crate::error::SceneError;
use crate::scene::{Frames, Scene};

const TEXT_LEN: usize = 128;
const BOX_LEN: usize = 32;
const HEADER_LEN: usize = 2 * TEXT_LEN + 16 + BOX_LEN;
const WORLD_AT: usize = HEADER_LEN - BOX_LEN;
/// The number of boxes to read at a time, so that memory grows with the data, not with the numbers
/// in the header.
const CHUNK: usize = 2_048;

/// What is known about the length of a file before it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FileLen {
    Exactly(u64),
    /// The file is compressed.
    AtMost(u64),
}

/// The most bytes that a byte of deflated data expands to: 258 for two bits.
const MAX_RATIO: u64 = 1_032;

impl FileLen {
    /// The possible length of a file compressed to `compressed` bytes.
    pub(crate) fn of_compressed(compressed: u64) -> Self {
        Self::AtMost(compressed.saturating_mul(MAX_RATIO))
    }

    fn check(self, header: &Header) -> Result<(), SceneError> {
        let announced = header.file_len();
        let problem = match self {
            Self::Exactly(len) if u128::from(len) != announced => {
                format!("but the file has {len}")
            }
            Self::AtMost(len) if u128::from(len) < announced => {
                format!("more than the file can hold, {len}")
            }
            _ => return Ok(()),
        };
        let (boxes, frames) = (header.boxes, header.frames);
        Err(SceneError::new(format!(
            "{boxes} boxes in {frames} frames make {announced} bytes, {problem}"
        )))
    }
}

/// Reads the header; frames are read on demand.
pub(crate) fn read(mut file: impl Read + 'static, len: FileLen) -> Result<Scene, SceneError> {
    let header = Header::read(&mut file, len)?;
    let Header {
        name,
        flat,
        boxes,
        frames,
    } = header;
    Ok(if flat {
        Scene::Flat(frames_of(file, name, boxes, frames))
    } else {
        Scene::Solid(frames_of(file, name, boxes, frames))
    })
}

struct Header {
    name: String,
    flat: bool,
    boxes: usize,
    frames: usize,
}

impl Header {
    /// Reads the header of a file of this length.
    fn read(file: &mut impl Read, len: FileLen) -> Result<Self, SceneError> {
        let mut bytes = [0; HEADER_LEN];
        file.read_exact(&mut bytes)
            .map_err(|error| cut_off(&error, "the header").within("header"))?;
        let header = Self::parse(&bytes).map_err(|error| error.within("header"))?;
        len.check(&header).map_err(|error| error.within("header"))?;
        Ok(header)
    }

    fn parse(bytes: &[u8; HEADER_LEN]) -> Result<Self, SceneError> {
        let name = text(&bytes[..TEXT_LEN]).map_err(|error| error.within("scene name"))?;
        let objects =
            text(&bytes[TEXT_LEN..2 * TEXT_LEN]).map_err(|error| error.within("objects type"))?;
        let numbers = &bytes[2 * TEXT_LEN..];
        let count = |at: usize, what: &str| {
            let number = i32::from_le_bytes([
                numbers[at],
                numbers[at + 1],
                numbers[at + 2],
                numbers[at + 3],
            ]);
            usize::try_from(number).map_err(|_| SceneError::new(format!("{number} {what}")))
        };
        let (boxes, later_frames) = (count(0, "boxes")?, count(4, "frames")?);
        check_frames(boxes, later_frames)?;
        let flat = objects.ends_with("2d");
        let world = &numbers[16..];
        if flat {
            parse_box::<2>(world).map(drop)
        } else {
            parse_box::<3>(world).map(drop)
        }
        .map_err(|error| error.within("world"))?;
        Ok(Self {
            name,
            flat,
            boxes,
            frames: later_frames + 1,
        })
    }

    /// Cannot overflow, because each count is below 2^32.
    fn file_len(&self) -> u128 {
        HEADER_LEN as u128 + self.frames as u128 * self.boxes as u128 * BOX_LEN as u128
    }
}

/// Frames without boxes take no bytes, so a header could claim any number of them.
fn check_frames(boxes: usize, later_frames: usize) -> Result<(), SceneError> {
    if boxes == 0 && later_frames > 0 {
        Err(SceneError::new("frames without boxes"))
    } else {
        Ok(())
    }
}

fn text(bytes: &[u8]) -> Result<String, SceneError> {
    let end = bytes
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(bytes.len());
    std::str::from_utf8(&bytes[..end])
        .map(str::to_owned)
        .map_err(|error| SceneError::new(format!("byte {}: not UTF-8", error.valid_up_to())))
}

fn parse_box<const D: usize>(bytes: &[u8]) -> Result<Aabb<f32, D>, SceneError> {
    let number = |at: usize| {
        f32::from_le_bytes([
            bytes[4 * at],
            bytes[4 * at + 1],
            bytes[4 * at + 2],
            bytes[4 * at + 3],
        ])
    };
    Aabb::try_new(
        std::array::from_fn(number),
        std::array::from_fn(|axis| number(4 + axis)),
    )
    .map_err(SceneError::new)
}

fn frames_of<const D: usize>(
    mut file: impl Read + 'static,
    name: String,
    boxes: usize,
    frames: usize,
) -> Frames<D> {
    let mut bytes = vec![0; CHUNK * BOX_LEN];
    let mut broken = false;
    let source = (0..frames).map_while(move |number| {
        let frame = (!broken).then(|| {
            let frame = read_frame(&mut file, &mut bytes, boxes)
                .map_err(|error| error.within(format!("frame {number}")))?;
            if number + 1 == frames && file.read(&mut [0])? > 0 {
                return Err(SceneError::new(format!(
                    "more bytes follow the last of {frames} frames"
                )));
            }
            Ok(frame)
        })?;
        broken = frame.is_err();
        Some(frame)
    });
    Frames::new(name, boxes, frames, source)
}

fn read_frame<const D: usize>(
    file: &mut impl Read,
    bytes: &mut [u8],
    boxes: usize,
) -> Result<Vec<Aabb<f32, D>>, SceneError> {
    let mut frame = Vec::new();
    read_boxes(file, bytes, 0, boxes, &mut frame)?;
    Ok(frame)
}

/// Appends `count` boxes, starting with the object `object`.
fn read_boxes<const D: usize>(
    file: &mut impl Read,
    bytes: &mut [u8],
    mut object: usize,
    count: usize,
    boxes: &mut Vec<Aabb<f32, D>>,
) -> Result<(), SceneError> {
    let end = object + count;
    while object < end {
        let bytes = &mut bytes[..CHUNK.min(end - object) * BOX_LEN];
        reserve(boxes, bytes.len() / BOX_LEN)?;
        file.read_exact(bytes).map_err(|error| {
            cut_off(&error, &format!("{end} boxes")).within(format!("object {object} and on"))
        })?;
        for bytes in bytes.chunks_exact(BOX_LEN) {
            boxes.push(parse_box(bytes).map_err(|error| error.within(format!("object {object}")))?);
            object += 1;
        }
    }
    Ok(())
}

fn cut_off(error: &std::io::Error, wanted: &str) -> SceneError {
    if error.kind() == std::io::ErrorKind::UnexpectedEof {
        SceneError::new(format!("the file ends before {wanted}"))
    } else {
        SceneError::new(error)
    }
}

/// Reads the first frame of an `.aabbs` or `.aabbs.gz` file, some boxes at a time, since a frame
/// may be larger than the memory.
pub struct AabbsReader {
    path: PathBuf,
    file: Unpacked<File>,
    header: Header,
    /// The number of boxes read so far.
    next: usize,
}

impl AabbsReader {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or does not begin with a header, or if its length differs from
    /// the length that the header announces.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        Self::start(path).map_err(|error| error.in_file(path))
    }

    fn start(path: &Path) -> Result<Self, SceneError> {
        let file = open_file(path)?;
        let len = file.metadata()?.len();
        let mut file = Unpacked::new(file)?;
        let len = match file.is_compressed() {
            true => FileLen::of_compressed(len),
            false => FileLen::Exactly(len),
        };
        let header = Header::read(&mut file, len)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            header,
            next: 0,
        })
    }

    /// The number of dimensions: 2 or 3.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        if self.header.flat { 2 } else { 3 }
    }

    /// The number of boxes of the frame.
    #[must_use]
    pub fn boxes(&self) -> usize {
        self.header.boxes
    }

    /// The number of frames of the file.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.header.frames
    }

    /// Appends the next boxes, at most `most`; none at the end of the frame.
    ///
    /// # Errors
    /// If the file cannot be read or ends too early, or if a box is invalid.
    pub fn read<const D: usize>(
        &mut self,
        most: usize,
        boxes: &mut Vec<Aabb<f32, D>>,
    ) -> Result<(), SceneError> {
        let count = most.min(self.header.boxes - self.next);
        let mut bytes = vec![0; count.min(CHUNK) * BOX_LEN];
        read_boxes(&mut self.file, &mut bytes, self.next, count, boxes)
            .map_err(|error| error.in_file(&self.path))?;
        self.next += count;
        Ok(())
    }
}

impl std::fmt::Debug for AabbsReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AabbsReader")
            .field("path", &self.path)
            .field("boxes", &self.header.boxes)
            .finish_non_exhaustive()
    }
}

/// Writes an `.aabbs` file frame by frame, compressed if its name ends in `.gz`;
/// [`finish`](Self::finish) completes it.
#[derive(Debug)]
pub struct AabbsWriter<const D: usize> {
    path: PathBuf,
    header: Vec<u8>,
    file: Sink,
    boxes: usize,
    frames_left: usize,
    world: Option<Aabb<f32, D>>,
}

impl<const D: usize> AabbsWriter<D> {
    /// Creates the file for `frames` frames of `boxes` boxes each.
    ///
    /// # Errors
    /// If the file cannot be created, the name is longer than 127 bytes, there are no frames or
    /// several frames without boxes, or a count does not fit into the format.
    pub fn create(
        path: &Path,
        name: &str,
        boxes: usize,
        frames: usize,
    ) -> Result<Self, SceneError> {
        Self::start(path, name, boxes, frames).map_err(|error| error.in_file(path))
    }

    fn start(path: &Path, name: &str, boxes: usize, frames: usize) -> Result<Self, SceneError> {
        let count = |count: usize, what: &str| {
            i32::try_from(count).map_err(|_| {
                SceneError::new(format!("the .aabbs format cannot hold {count} {what}"))
            })
        };
        let later_frames = frames
            .checked_sub(1)
            .ok_or_else(|| SceneError::new("a scene needs at least one frame"))?;
        check_frames(boxes, later_frames)?;
        let mut header = Vec::with_capacity(HEADER_LEN);
        for text in [name, if D == 2 { "aabb2d" } else { "aabb3d" }] {
            if text.len() >= TEXT_LEN {
                return Err(SceneError::new(format!(
                    "the name \"{text}\" is longer than {} bytes",
                    TEXT_LEN - 1
                )));
            }
            header.extend_from_slice(text.as_bytes());
            header.resize(header.len().next_multiple_of(TEXT_LEN), 0);
            if text.is_empty() {
                header.resize(header.len() + TEXT_LEN, 0);
            }
        }
        header.extend(count(boxes, "boxes")?.to_le_bytes());
        header.extend(count(later_frames, "frames")?.to_le_bytes());
        header.resize(HEADER_LEN, 0);
        Ok(Self {
            path: path.to_owned(),
            file: Sink::create(path, &header)?,
            header,
            boxes,
            frames_left: frames,
            world: None,
        })
    }

    /// Writes the next frame.
    ///
    /// # Errors
    /// If writing fails, or if the number of boxes or frames differs from the arguments of
    /// [`create`](Self::create).
    pub fn write(&mut self, frame: &[Aabb<f32, D>]) -> Result<(), SceneError> {
        let announced = frame.len() == self.boxes && self.frames_left > 0;
        if !announced {
            let problem = format!(
                "a frame of {} boxes was written, but {} more frames of {} boxes were announced",
                frame.len(),
                self.frames_left,
                self.boxes
            );
            return Err(SceneError::new(problem).in_file(&self.path));
        }
        self.frames_left -= 1;
        self.world = Aabb::enclosing(self.world.into_iter().chain(frame.iter().copied()));
        frame
            .iter()
            .try_for_each(|aabb| self.file.write_all(&box_bytes(aabb)))
            .map_err(|error| SceneError::from(error).in_file(&self.path))
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If writing fails or frames are missing.
    pub fn finish(mut self) -> Result<(), SceneError> {
        let complete = match self.frames_left {
            0 => Ok(()),
            missing => Err(SceneError::new(format!("{missing} frames are missing"))),
        };
        if let Some(world) = self.world {
            self.header[WORLD_AT..].copy_from_slice(&box_bytes(&world));
        }
        complete
            .and_then(|()| Ok(self.file.finish(&self.header)?))
            .map_err(|error| error.in_file(&self.path))
    }
}

/// The bytes of a box; in 2D, z is from 0 to 1.
fn box_bytes<const D: usize>(aabb: &Aabb<f32, D>) -> [u8; BOX_LEN] {
    let mut bytes = [0; BOX_LEN];
    for (half, (corner, flat_z)) in [(aabb.min(), 0.0), (aabb.max(), 1.0_f32)]
        .into_iter()
        .enumerate()
    {
        for axis in 0..3 {
            let at = 16 * half + 4 * axis;
            bytes[at..at + 4]
                .copy_from_slice(&corner.get(axis).copied().unwrap_or(flat_z).to_le_bytes());
        }
    }
    bytes
}
