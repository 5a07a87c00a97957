//! Links the static library that skfast-config names, once the C compiler has agreed with the layout assumed here.
use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[path = "src/layout.rs"]
mod layout;

/// $SKFAST_CONFIG may be several words, as in `python3 -m skfast.embed.config`.
fn skfast_config(question: &str) -> String {
    let command = env::var("SKFAST_CONFIG").unwrap_or_else(|_| "skfast-config".into());
    let words: Vec<&str> = command.split_whitespace().collect();
    let done = Command::new(words[0]).args(&words[1..]).arg(question).output();
    let done = done.unwrap_or_else(|error| panic!("{command}: {error} (pip install skfast, or set SKFAST_CONFIG)"));
    assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap().trim().to_string()
}

fn check_layout(include: &str) {
    let out = env::var("OUT_DIR").unwrap();
    let source = Path::new(&out).join("layout.c");
    let asserts = [
        ("SKFAST_ABI_VERSION", layout::ABI_VERSION as usize),
        ("SKFAST_TEXT_SIZE", layout::TEXT_SIZE),
        ("SKFAST_ARENA", layout::ARENA),
        ("sizeof(skfast_move)", layout::MOVE),
        ("sizeof(skfast_rules)", layout::RULES),
        ("sizeof(skfast_state)", layout::STATE),
        ("sizeof(skfast_playout)", layout::PLAYOUT),
    ];
    let mut text = String::from("#include <skfast.h>\n");
    for (what, value) in asserts {
        text += &format!("_Static_assert({what} == {value}, \"{what} is not what src/layout.rs says\");\n");
    }
    fs::write(&source, text).unwrap();
    let cc = env::var("CC").unwrap_or_else(|_| "cc".into());
    let flags = ["-std=c11", "-fsyntax-only"];
    let done = Command::new(&cc).args(flags).arg(format!("-I{include}")).arg(&source).status();
    assert!(done.unwrap_or_else(|error| panic!("{cc}: {error}")).success(), "skfast.h is of another version");
}

fn main() {
    println!("cargo:rerun-if-env-changed=SKFAST_CONFIG");
    println!("cargo:rerun-if-env-changed=CC");
    println!("cargo:rerun-if-changed=src/layout.rs");
    check_layout(skfast_config("--cflags").trim_matches('\'').trim_start_matches("-I"));
    // skfast.c lies beside the library, and its path comes without quotes.
    let amalgamation = skfast_config("--amalgamation");
    let folder = Path::new(&amalgamation).parent().unwrap().display().to_string();
    println!("cargo:rerun-if-changed={folder}/libskfast.a");
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib=static=skfast");
}
