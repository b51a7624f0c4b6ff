#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod intervals;
pub mod longitude;
pub mod measure;
pub mod periodic;
