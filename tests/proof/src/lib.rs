//! Cases and engines of the cross-engine tests.
