// Sizes that lib.rs holds against its own structs, and build.rs against those of skfast.h.
pub const ABI_VERSION: i32 = 1;
pub const TEXT_SIZE: usize = 64;
pub const ARENA: usize = 32768;
pub const MOVE: usize = 16;
pub const RULES: usize = 632;
pub const STATE: usize = 128;
pub const PLAYOUT: usize = 152;
