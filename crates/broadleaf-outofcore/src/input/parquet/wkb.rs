//! The bounds of geometries in well-known binary: ISO and EWKB, either byte order, with or without
//! z and m.

/// The bounds in x and y; `None` if the geometry is empty or a coordinate is NaN.
///
/// # Errors
/// If the bytes are not one geometry, or it has curves, whose bounds do not follow from their
/// points.
pub(super) fn bounds(bytes: &[u8]) -> Result<Option<[[f64; 2]; 2]>, String> {
    let mut reader = Reader {
        bytes,
        bounds: None,
        is_nan: false,
    };
    // The number of geometries left at each depth. Not a recursion, since a file may nest them
    // deeply.
    let mut left = vec![1_u32];
    while let Some(count) = left.last_mut() {
        if *count == 0 {
            left.pop();
            continue;
        }
        *count -= 1;
        let parts = reader.geometry()?;
        if parts > 0 {
            left.push(parts);
        }
    }
    if !reader.bytes.is_empty() {
        return Err(format!("{} bytes after the geometry", reader.bytes.len()));
    }
    Ok(reader.bounds.filter(|_| !reader.is_nan))
}

struct Reader<'a> {
    bytes: &'a [u8],
    bounds: Option<[[f64; 2]; 2]>,
    is_nan: bool,
}

/// The flags of EWKB in the type of a geometry.
const HAS_Z: u32 = 0x8000_0000;
const HAS_M: u32 = 0x4000_0000;
const HAS_SRID: u32 = 0x2000_0000;
/// The least number of bytes of a geometry: byte order, type, count.
const LEAST_GEOMETRY: usize = 9;

impl Reader<'_> {
    /// Reads a geometry up to its parts, and returns the number of parts that follow.
    fn geometry(&mut self) -> Result<u32, String> {
        let is_little = match self.take::<1>()? {
            [0] => false,
            [1] => true,
            [other] => return Err(format!("{other} is not a byte order")),
        };
        let code = self.count(is_little)?;
        if code & HAS_SRID != 0 {
            self.take::<4>()?;
        }
        let plain = code & !(HAS_Z | HAS_M | HAS_SRID);
        let (kind, iso) = (plain % 1000, plain / 1000);
        let has_z = code & HAS_Z != 0 || iso == 1 || iso == 3;
        let has_m = code & HAS_M != 0 || iso == 2 || iso == 3;
        if iso > 3 {
            return Err(format!("{code} is not a type of geometry"));
        }
        let axes = 2 + usize::from(has_z) + usize::from(has_m);
        match kind {
            1 => self.point(is_little, axes).map(|()| 0),
            2 => self.points(is_little, axes).map(|()| 0),
            3 | 17 => {
                let rings = self.count(is_little)?;
                self.check(rings, 4)?;
                (0..rings).try_for_each(|_| self.points(is_little, axes))?;
                Ok(0)
            }
            4..=7 | 15 | 16 => {
                let parts = self.count(is_little)?;
                self.check(parts, LEAST_GEOMETRY)?;
                Ok(parts)
            }
            8..=14 => Err("the geometry has curves: convert them to lines first".to_owned()),
            _ => Err(format!("{code} is not a type of geometry")),
        }
    }

    /// A point is empty if all its coordinates are NaN.
    fn point(&mut self, is_little: bool, axes: usize) -> Result<(), String> {
        let [x, y] = self.position(is_little, axes)?;
        if !(x.is_nan() && y.is_nan()) {
            self.add([x, y]);
        }
        Ok(())
    }

    fn points(&mut self, is_little: bool, axes: usize) -> Result<(), String> {
        let count = self.count(is_little)?;
        self.check(count, 8 * axes)?;
        for _ in 0..count {
            let position = self.position(is_little, axes)?;
            self.add(position);
        }
        Ok(())
    }

    fn add(&mut self, position: [f64; 2]) {
        self.is_nan |= position.iter().any(|x| x.is_nan());
        let [min, max] = self.bounds.get_or_insert([position, position]);
        for axis in 0..2 {
            min[axis] = min[axis].min(position[axis]);
            max[axis] = max[axis].max(position[axis]);
        }
    }

    fn position(&mut self, is_little: bool, axes: usize) -> Result<[f64; 2], String> {
        let position = [self.number(is_little)?, self.number(is_little)?];
        (2..axes).try_for_each(|_| self.take::<8>().map(drop))?;
        Ok(position)
    }

    fn number(&mut self, is_little: bool) -> Result<f64, String> {
        let bytes = self.take::<8>()?;
        Ok(if is_little {
            f64::from_le_bytes(bytes)
        } else {
            f64::from_be_bytes(bytes)
        })
    }

    fn count(&mut self, is_little: bool) -> Result<u32, String> {
        let bytes = self.take::<4>()?;
        Ok(if is_little {
            u32::from_le_bytes(bytes)
        } else {
            u32::from_be_bytes(bytes)
        })
    }

    /// Checks that there are bytes for this number of parts.
    fn check(&self, count: u32, bytes_of_each: usize) -> Result<(), String> {
        if count as usize <= self.bytes.len() / bytes_of_each {
            return Ok(());
        }
        Err(format!(
            "the geometry announces {count} parts, more than its {} bytes hold",
            self.bytes.len()
        ))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (first, rest) = self
            .bytes
            .split_first_chunk()
            .ok_or("the geometry ends too early")?;
        self.bytes = rest;
        Ok(*first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A geometry by type, count and numbers, in either byte order.
    fn wkb(is_little: bool, code: u32, parts: &[&[u8]], numbers: &[f64]) -> Vec<u8> {
        let int = |x: u32| {
            if is_little {
                x.to_le_bytes()
            } else {
                x.to_be_bytes()
            }
        };
        let mut bytes = vec![u8::from(is_little)];
        bytes.extend(int(code));
        if code & HAS_SRID != 0 {
            bytes.extend(int(4326));
        }
        let axes = match code & !(HAS_SRID | HAS_Z | HAS_M) {
            code if code >= 3000 => 4,
            code if code >= 1000 => 3,
            _ => 2 + (code & HAS_Z != 0) as usize + (code & HAS_M != 0) as usize,
        };
        match (code & 0xffff) % 1000 {
            1 => {}
            2 => bytes.extend(int((numbers.len() / axes) as u32)),
            3 => {
                bytes.extend(int(1));
                bytes.extend(int((numbers.len() / axes) as u32));
            }
            _ => bytes.extend(int(parts.len() as u32)),
        }
        for x in numbers {
            bytes.extend(if is_little {
                x.to_le_bytes()
            } else {
                x.to_be_bytes()
            });
        }
        bytes.extend(parts.concat());
        bytes
    }

    #[test]
    fn every_byte_order_and_dimension_has_bounds() {
        for is_little in [false, true] {
            for (code, axes) in [
                (2, 2),
                (1002, 3),
                (2002, 3),
                (3002, 4),
                (2 | HAS_Z, 3),
                (2 | HAS_M | HAS_SRID, 3),
                (2 | HAS_Z | HAS_M, 4),
                (2 | HAS_SRID, 2),
            ] {
                let positions = [[1.0, 7.0, 90.0, 91.0], [-3.0, 8.0, 92.0, 93.0]];
                let numbers: Vec<_> = positions.iter().flat_map(|p| &p[..axes]).copied().collect();
                let line = wkb(is_little, code, &[], &numbers);
                let expected = Ok(Some([[-3.0, 7.0], [1.0, 8.0]]));
                assert_eq!(bounds(&line), expected, "{code:#x}");
                // Each part has its own byte order.
                let point = wkb(!is_little, 1, &[], &[50.0, -50.0]);
                let inner = wkb(is_little, 7, &[&line, &point], &[]);
                let outer = wkb(!is_little, 7, &[&inner], &[]);
                assert_eq!(bounds(&outer), Ok(Some([[-3.0, -50.0], [50.0, 8.0]])));
                for len in 0..outer.len() {
                    assert!(bounds(&outer[..len]).is_err(), "{len}");
                }
            }
        }
        let ring = wkb(true, 3, &[], &[0.0, 0.0, 2.0, 0.0, 2.0, 3.0]);
        assert_eq!(bounds(&ring), Ok(Some([[0.0, 0.0], [2.0, 3.0]])));
    }

    #[test]
    fn empty_geometries_have_none() {
        let empty_point = wkb(true, 1, &[], &[f64::NAN, f64::NAN]);
        let nan = wkb(true, 2, &[], &[f64::NAN, 0.0, 1.0, 1.0]);
        let collection = wkb(true, 7, &[&empty_point], &[]);
        for bytes in [
            wkb(true, 7, &[], &[]),
            wkb(false, 2, &[], &[]),
            empty_point,
            nan,
            collection,
        ] {
            assert_eq!(bounds(&bytes), Ok(None));
        }
    }

    #[test]
    fn hostile_bytes_are_refused() {
        let mut many = wkb(true, 2, &[], &[]);
        many[5..9].copy_from_slice(&u32::MAX.to_le_bytes());
        let mut rings = wkb(true, 3, &[], &[]);
        rings[5..9].copy_from_slice(&u32::MAX.to_le_bytes());
        let mut parts = wkb(true, 7, &[], &[]);
        parts[5..9].copy_from_slice(&u32::MAX.to_le_bytes());
        for bytes in [many, rings, parts] {
            assert!(
                bounds(&bytes).unwrap_err().contains("more than its"),
                "{bytes:?}"
            );
        }
        assert!(
            bounds(b"POINT (1 2)")
                .unwrap_err()
                .contains("80 is not a byte order")
        );
        assert!(
            bounds(&wkb(true, 8, &[], &[]))
                .unwrap_err()
                .contains("curves")
        );
        assert!(
            bounds(&wkb(true, 99, &[], &[]))
                .unwrap_err()
                .contains("not a type")
        );
        let mut tail = wkb(true, 1, &[], &[0.0, 0.0]);
        tail.push(0);
        assert!(bounds(&tail).unwrap_err().contains("1 bytes after"));
        // Nested as deep as the bytes allow.
        let mut deep = wkb(true, 1, &[], &[1.0, 2.0]);
        let shell = wkb(true, 7, &[&[]], &[]);
        deep.splice(0..0, shell.repeat(100_000));
        assert_eq!(bounds(&deep), Ok(Some([[1.0, 2.0], [1.0, 2.0]])));
    }
}
