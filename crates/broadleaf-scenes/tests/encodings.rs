//! One scene, one answer: the same triangles written in every way have the same boxes.

use std::io::Write;

use broadleaf::Aabb;
use broadleaf_scenes::{FileBoxes, Random, ReadOptions};

struct Soup {
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Soup {
    fn random(random: &mut Random) -> Self {
        let count = 3 + random.bits() % 12;
        let mut coordinate = || match random.bits() % 8 {
            0 => 0.0,
            1 => f32::from_bits(random.bits() as u32 & 0x3fff_ffff),
            _ => (random.bits() % 2_000) as f32 / 7.0 - 100.0,
        };
        let vertices = (0..count).map(|_| [0; 3].map(|_| coordinate())).collect();
        let mut corner = || (random.bits() % count) as u32;
        let triangles = (0..8).map(|_| [0; 3].map(|_| corner())).collect();
        Self {
            vertices,
            triangles,
        }
    }

    /// The oracle: the smallest and the largest coordinates of each triangle.
    fn boxes(&self) -> Vec<Aabb<f64, 3>> {
        let around = |triangle: &[u32; 3]| {
            let corners = triangle.map(|corner| self.vertices[corner as usize].map(f64::from));
            let [mut min, mut max] = [corners[0]; 2];
            for corner in corners {
                for axis in 0..3 {
                    min[axis] = min[axis].min(corner[axis]);
                    max[axis] = max[axis].max(corner[axis]);
                }
            }
            Aabb::new(min, max)
        };
        self.triangles.iter().map(around).collect()
    }

    fn obj(&self, random: &mut Random) -> Vec<u8> {
        let mut text = String::new();
        for [x, y, z] in self.vertices.iter().map(|vertex| vertex.map(f64::from)) {
            text += &format!("v {x} {y} {z:e}\n");
        }
        for triangle in &self.triangles {
            text += "f";
            for &corner in triangle {
                text += &match random.bits() % 4 {
                    0 => format!(" {}", i64::from(corner) - self.vertices.len() as i64),
                    1 => format!(" {}//7", corner + 1),
                    2 => format!(" \\\n{}/1/2", corner + 1),
                    _ => format!("\t{}", corner + 1),
                };
            }
            text += " # a face\n";
        }
        let end = ["\n", "\r\n", "\r"][random.bits() as usize % 3];
        text.replace('\n', end).into_bytes()
    }

    fn stl(&self, is_text: bool) -> Vec<u8> {
        let mut text = String::from("solid soup\n");
        let mut bytes = b"solid bytes".to_vec();
        bytes.resize(80, b' ');
        bytes.extend((self.triangles.len() as u32).to_le_bytes());
        for triangle in &self.triangles {
            text += "facet normal nan 0 0\nouter loop\n";
            bytes.extend([0; 12]);
            for corner in triangle.map(|corner| self.vertices[corner as usize]) {
                let [x, y, z] = corner.map(f64::from);
                text += &format!("vertex {x:e} {y} {z}\n");
                bytes.extend(corner.map(f32::to_le_bytes).concat());
            }
            text += "endloop\nendfacet\n";
            bytes.extend([1, 2]);
        }
        match is_text {
            true => text.into_bytes(),
            false => bytes,
        }
    }

    /// A PLY file with the axes in any order, wider numbers, and irrelevant properties.
    fn ply(&self, format: &str, random: &mut Random) -> Vec<u8> {
        let mut axes = [0, 1, 2];
        axes.swap(0, random.bits() as usize % 3);
        let wide = axes.map(|_| random.bits().is_multiple_of(2));
        let has_tags = random.bits().is_multiple_of(2);
        let mut header = format!(
            "ply\nformat {format} 1.0\nelement vertex {}\n",
            self.vertices.len()
        );
        for (axis, wide) in axes.into_iter().zip(wide) {
            let kind = if wide { "double" } else { "float32" };
            header += &format!("property {kind} {}\n", ["x", "y", "z"][axis]);
        }
        header += if has_tags {
            "property list ushort short tags [n]\n"
        } else {
            ""
        };
        header += &format!("element face {}\n", self.triangles.len());
        header += "property uchar red\nproperty list uint8 int indices\nend_header\n";
        let mut out = Body {
            bytes: header.into_bytes(),
            format: format.to_owned(),
        };
        for vertex in &self.vertices {
            for (axis, wide) in axes.into_iter().zip(wide) {
                let number = vertex[axis];
                match wide {
                    true => out.number(f64::from(number), f64::from(number).to_be_bytes()),
                    false => out.number(f64::from(number), number.to_be_bytes()),
                }
            }
            if has_tags {
                out.number(2, 2_u16.to_be_bytes());
                out.number(-10, (-10_i16).to_be_bytes());
                out.number(13, 13_i16.to_be_bytes());
            }
            out.end_row();
        }
        for triangle in &self.triangles {
            out.number(10, [10]);
            out.number(3, [3]);
            for &corner in triangle {
                out.number(corner, corner.to_be_bytes());
            }
            out.end_row();
        }
        out.bytes
    }
}

struct Body {
    bytes: Vec<u8>,
    format: String,
}

impl Body {
    fn number<const N: usize>(&mut self, text: impl std::fmt::Display, mut bytes: [u8; N]) {
        match &*self.format {
            "ascii" => self.bytes.extend(format!("{text} ").bytes()),
            "binary_big_endian" => self.bytes.extend(bytes),
            _ => {
                bytes.reverse();
                self.bytes.extend(bytes);
            }
        }
    }

    fn end_row(&mut self) {
        if self.format == "ascii" {
            self.bytes.push(b'\n');
        }
    }
}

/// The file in one or more members.
fn compressed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = Vec::new();
    for member in bytes.chunks(1 + random.bits() as usize % bytes.len()) {
        let mut encoder = flate2::write::GzEncoder::new(&mut out, flate2::Compression::fast());
        encoder.write_all(member).unwrap();
        encoder.finish().unwrap();
    }
    out
}

#[test]
fn every_encoding_of_a_mesh_has_the_same_boxes() {
    let mut random = Random::new(53);
    for round in 0..60 {
        let soup = Soup::random(&mut random);
        let files = [
            ("soup.obj", soup.obj(&mut random)),
            ("soup.stl", soup.stl(true)),
            ("soup.stl", soup.stl(false)),
            ("soup.ply", soup.ply("ascii", &mut random)),
            ("soup.ply", soup.ply("binary_big_endian", &mut random)),
            ("soup.ply", soup.ply("binary_little_endian", &mut random)),
        ];
        for (name, bytes) in files {
            let packed = compressed(&bytes, &mut random);
            for bytes in [bytes, packed] {
                let read = FileBoxes::read(name, bytes.clone(), &ReadOptions::default());
                let Ok(FileBoxes::Solid(rows)) = read else {
                    panic!("{round}: {read:?}: {}", String::from_utf8_lossy(&bytes));
                };
                assert_eq!(rows.boxes(), soup.boxes(), "{round} {name}");
            }
        }
    }
}

/// A decimal in a GeoJSON file is read as the nearest double, as in every other format.
#[test]
fn positions_are_the_nearest_doubles() {
    let mut random = Random::new(7);
    let longitude = |random: &mut Random| random.between(-180.0, 180.0);
    let points: Vec<_> = (0..20_000)
        .map(|_| [0; 2].map(|_| longitude(&mut random)))
        .collect();
    let lines = points
        .iter()
        .map(|[x, y]| format!("{{\"type\":\"Point\",\"coordinates\":[{x},{y}]}}\n"));
    let text = lines.collect::<String>();
    let read = FileBoxes::read("a.geojsonl", text, &ReadOptions::default());
    let Ok(FileBoxes::Flat(rows)) = read else {
        panic!("{read:?}");
    };
    for (aabb, &point) in rows.boxes().iter().zip(&points) {
        assert_eq!((aabb.min(), aabb.max()), (point, point));
    }
}
