use std::fs;
use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;
use proptest::prelude::*;

use crate::tokens::{self, Kind};
use crate::{File, Page, build, chunks, module, styles};

/// A page of these files, with a document that begins with `app/main.js` unless there is another one.
fn made(files: &[(&str, &str)]) -> Result<Page, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let document = "<html lang=\"{language}\"><script type=\"module\" src=\"/assets/app/main.js\"></script><p data-text=\"hello\"></p>";
    let usual = [("index.html", document), ("texts/en/app.js", "export const app = { \"hello\": \"Hello\" };")];
    for (name, text) in usual.iter().chain(files) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        fs::write(path, text).expect("it is written");
    }
    build(folder.path()).map_err(|error| error.to_string())
}

fn file<'a>(page: &'a Page, name: &str) -> &'a File {
    page.files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("no file {name}"))
}

fn text<'a>(page: &'a Page, name: &str) -> &'a str {
    std::str::from_utf8(&file(page, name).plain).expect("text")
}

fn unpacked(file: &File) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(file.gzip.as_deref().expect("it is shorter")).read_to_end(&mut plain).expect("gzip");
    plain
}

#[test]
fn comments_and_indentation_are_left_out_and_nothing_else() {
    let written = |text: &str| tokens::write(&tokens::read(text).expect("tokens"));
    assert_eq!(written("/** doc */\nconst a = 1; // one\n\n    let b = a / 2;\n"), "const a=1;\nlet b=a / 2;");
    assert_eq!(written("f(\n    a,\n    b,\n);"), "f(a,b,);");
    assert_eq!(written("return `a ${b /* kept */} // ${`in ${c}`}`;"), "return `a ${b /* kept */} // ${`in ${c}`}`;");
    assert_eq!(written(r#"x = "// no comment";"#), r#"x="// no comment";"#);
    assert_eq!(written(r"y = /[/*]\/\/.*/g.test(z);"), r"y=/[/*]\/\/.*/g.test(z);");
    assert_eq!(written("if (a) return /\\d/u;"), "if(a)return /\\d/u;");
    assert_eq!(written("a\n++b\nc - -d"), "a\n++b\nc - -d", "a sign must not join the line before, or another sign");
    assert_eq!(written("const f = async () => {\n    #x = 1e-5 .5;\n};"), "const f=async()=>{\n#x=1e-5 .5;\n};");
}

#[test]
fn what_is_not_closed_or_not_known_is_an_error_with_its_line() {
    for (text, line, reason) in [
        ("a\n(b", 2, "a bracket is not closed"),
        ("a)\n", 1, "a bracket is closed that was not opened"),
        ("\n\n(b]", 3, "a bracket is closed by another one"),
        ("\"a\n\"", 2, "a text without an end"),
        ("`${a", 1, "a bracket is not closed"),
        ("/* a", 1, "a comment without an end"),
        ("x = /a\n/", 2, "a regular expression without an end"),
        ("a \\ b", 1, "a character that is not known here"),
    ] {
        let fault = tokens::read(text).expect_err(text);
        let is_template = text.starts_with('`');
        assert!(fault.line == line && (is_template || fault.reason == reason), "{text}: {fault:?}");
    }
}

#[test]
fn modules_are_joined_in_the_order_they_need_each_other() {
    let page = made(&[
        (
            "app/main.js",
            "import { two as deux } from \"../lib/two.js\";\nimport * as one from \"../lib/one.js\";\nshow(deux, one.one);\n",
        ),
        ("lib/two.js", "import { one } from \"./one.js\";\nexport const two = one + 1;\nexport function three() {}\n"),
        ("lib/one.js", "export const one = 1;\nconst two = 5;\n"),
    ]);
    assert_eq!(
        text(&page.expect("a page"), "app/main.js"),
        "const $lib_one=(()=>{const one=1;\nconst two=5;\nreturn{one};})();\n\
         const $lib_two=(()=>{const{one}=$lib_one;\nconst two=one + 1;\nfunction three(){}\nreturn{two,three};})();\n\
         const $app_main=(()=>{const{two:deux}=$lib_two;\nconst one=$lib_one;\nshow(deux,one.one);\nreturn{};})();\n"
    );
}

#[test]
fn all_ways_to_export_are_known() {
    let source = "export const { a, b: c } = f();\nexport class D {}\nexport async function* e() {}\nconst g = 1;\n\
                  export { g, g as h };\nexport { i as j } from \"./x.js\";\nconst k = { import: 1, export: m.import };\n";
    let module = module::read("app/main.js", source).expect("a module");
    let names: Vec<_> = module.exports.iter().map(|named| (named.name.as_str(), named.called.as_str())).collect();
    assert_eq!(names, [("a", "a"), ("c", "c"), ("D", "D"), ("e", "e"), ("g", "g"), ("g", "h")]);
    assert!(module.imports[0].is_export && module.imports[0].from == "app/x.js");
    let module::Part::Code(code) = &module.body[0] else { panic!("code") };
    assert_eq!(
        code,
        "const{a,b:c}=f();\nclass D{}\nasync function* e(){}\nconst g=1;\nconst k={import:1,export:m.import};"
    );
}

#[test]
fn what_the_page_does_not_use_of_javascript_is_refused() {
    for (source, reason) in [
        ("export let a = 1;", "app/main.js:1: expected export of const, class, function or { names }, found let"),
        ("\nexport default 1;", "app/main.js:2: expected export of const, class, function or { names }, found default"),
        ("export * from \"./a.js\";", "app/main.js:1: expected export of const, class, function or { names }, found *"),
        ("import a from \"./a.js\";", "app/main.js:1: expected import { names } or import * as name, found import a"),
        ("import { a } from \"a\";", "app/main.js:1: expected a file such as \"./name.js\", found \"a\""),
        ("import { a } from \"./a.js\"\nb();", "app/main.js:2: expected ;, found b"),
        ("const a = await b();", "app/main.js:1: await is only known within functions"),
        ("const a = import.meta.url;", "app/main.js:1: expected what to import, found the end of the file"),
        ("f(import.meta);", "app/main.js:1: import is not known here"),
        ("import(name);", "app/main.js:1: expected a file such as \"./name.js\", found name"),
        ("export const a = 1, b = 2;", "app/main.js:1: expected one name for each export const"),
        ("import { a } from \"./none.js\";", "app/main.js:1: there is no file app/none.js"),
        ("import { a } from \"../lib.js\";", "app/main.js:1: lib.js does not export a"),
        (
            "import { b } from \"../circle.js\";",
            "app/main.js:1: modules import each other in a circle: app/main.js circle.js app/main.js",
        ),
    ] {
        let files = [
            ("app/main.js", source),
            ("lib.js", "export const b = 1;"),
            ("circle.js", "import \"./app/main.js\";\nexport const b = 1;"),
        ];
        let error = made(&files).expect_err(source);
        let is_meta = source.contains("= import.meta");
        assert!(
            error == reason || (is_meta && error.starts_with("app/main.js:1: expected import")),
            "{source}: {error}"
        );
    }
}

#[test]
fn what_is_opened_later_is_in_files_of_its_own() {
    let page = made(&[
        ("app/main.js", "import { a } from \"../a.js\";\nimport(\"../lab/lab.js\");\nimport(\"../stock/stock.js\");\n"),
        ("a.js", "export const a = 1;\n"),
        ("b.js", "import { a } from \"./a.js\";\nexport const b = a;\n"),
        (
            "lab/lab.js",
            "import { a } from \"../a.js\";\nimport { b } from \"../b.js\";\nimport { own } from \"./own.js\";\nexport const lab = [a, b, own];\nimport(\"../lab/deep.js\");\n",
        ),
        ("lab/own.js", "export const own = 1;\n"),
        ("lab/deep.js", "import { own } from \"./own.js\";\nexport const deep = own;\n"),
        ("stock/stock.js", "import { b } from \"../b.js\";\nexport const stock = b;\n"),
    ]);
    let page = page.expect("a page");
    let scripts: Vec<_> = page.files.iter().map(|file| &*file.name).filter(|name| name.ends_with(".js")).collect();
    let shared = "shared/lab-lab+stock-stock.js";
    assert_eq!(scripts, ["app/main.js", "lab/deep.js", "lab/lab.js", shared, "stock/stock.js"]);
    assert!(text(&page, "app/main.js").contains("import(\"../lab/lab.js\");"));
    assert!(text(&page, "app/main.js").contains("\nexport{$a};\n"));
    assert_eq!(
        text(&page, shared),
        "import{$a}from\"../app/main.js\";\nconst $b=(()=>{const{a}=$a;\nconst b=a;\nreturn{b};})();\nexport{$b};\n"
    );
    let lab = text(&page, "lab/lab.js");
    assert!(lab.contains("const $lab_own=") && lab.contains("import(\"../lab/deep.js\")"), "{lab}");
    assert!(lab.ends_with("export{$lab_own};\nexport const{lab}=$lab_lab;\n"), "{lab}");
    // What loads it is there already.
    assert!(text(&page, "lab/deep.js").starts_with("import{$lab_own}from\"../lab/lab.js\";\n"));
}

#[test]
fn a_part_that_others_need_at_once_is_not_loaded_twice() {
    let page = made(&[
        ("app/main.js", "import { a } from \"../a.js\";\nimport(\"../a.js\");\nf(a);\n"),
        ("a.js", "export const a = 1;\n"),
    ]);
    let page = page.expect("a page");
    assert_eq!(text(&page, "a.js"), "import{$a}from\"./app/main.js\";\nexport const{a}=$a;\n");
}

#[test]
fn the_document_speaks_every_language_and_names_files_that_last() {
    let document = "<!doctype html>\n<html lang=\"{language}\">\n  <link rel=\"icon\" href=\"/assets/icon.svg\">\n\
        \x20 <script src=\"/assets/first.js\"></script>\n  <link rel=\"stylesheet\" href=\"/assets/a.css\">\n\
        \x20 <link rel=\"stylesheet\" href=\"/assets/b.css\">\n  <nav data-label=\"menu\" title=\"\"><b data-text=\"go\"></b></nav>\n";
    let page = made(&[
        ("index.html", document),
        ("icon.svg", "<svg/>"),
        ("first.js", "// first\nf( 1 );\n"),
        ("a.css", "/* \" */\na {\n  color: red;\n}\n"),
        ("b.css", "a::before { content: \"/* \"; }\n"),
        ("texts/en/app.js", "export const app = {\n \"menu\": \"Menu\",\n \"go\": \"Go & \\u003c\" };"),
        ("texts/de/app.js", "export const app = {\n \"menu\": \"Menü\",\n \"go\": \"Los\" };"),
    ]);
    let page = page.expect("a page");
    let version = &page.version;
    let said = |language: &str| {
        let document = page.documents.iter().find(|document| document.name == language).expect("a document");
        String::from_utf8(document.plain.to_vec()).expect("text")
    };
    assert_eq!(
        said("de"),
        format!(
            "<!doctype html>\n<html lang=\"de\">\n<link rel=\"icon\" href=\"/assets/{version}/icon.svg\">\n\
             <script src=\"/assets/{version}/first.js\"></script>\n<link rel=\"stylesheet\" href=\"/assets/{version}/styles.css\">\n\
             <nav data-label=\"menu\" title=\"Menü\" aria-label=\"Menü\"><b data-text=\"go\">Los</b></nav>\n"
        )
    );
    assert!(said("en").contains("<b data-text=\"go\">Go &amp; &lt;</b>"), "{}", said("en"));
    assert_eq!(text(&page, "styles.css"), "a {\ncolor: red;\n}\na::before { content: \"/* \"; }\n");
    assert_eq!(text(&page, "first.js"), "f(1);");
}

#[test]
fn what_a_document_lacks_is_told() {
    for (document, reason) in [
        ("<p data-text=\"none\"></p>", "index.html:1: texts/en has no plain text \"none\""),
        ("\n<script>f()</script>", "index.html:2: a script without a file, which the page's policy forbids"),
        ("<link rel=\"icon\" href=\"/assets/none.svg\">", "index.html:1: there is no file none.svg"),
        (
            "<link rel=\"stylesheet\" href=\"/other.css\">",
            "index.html:1: expected a file below /assets/, found /other.css",
        ),
        ("<p", "index.html:1: a tag without an end"),
    ] {
        assert_eq!(made(&[("index.html", document)]).expect_err(document), reason);
    }
}

#[test]
fn a_change_of_any_file_changes_the_version_and_only_that_files_tag() {
    let files = |style: &'static str| {
        [
            ("index.html", "<link rel=\"stylesheet\" href=\"/assets/a.css\"><script src=\"/assets/f.js\"></script>"),
            ("a.css", style),
            ("f.js", "f();"),
        ]
    };
    let [one, same, other] = ["a { }", "a { }", "b { }"].map(|style| made(&files(style)).expect("a page"));
    assert_eq!(one.version, same.version);
    assert_ne!(one.version, other.version);
    assert_eq!(file(&one, "f.js").tag, file(&other, "f.js").tag);
    assert_ne!(file(&one, "styles.css").tag, file(&other, "styles.css").tag);
}

#[test]
fn compressed_files_are_shorter_and_say_the_same() {
    let line = |i| format!("export const a{i} = \"the same words, the same words, the same words\";\n");
    let long: String = (0..9).map(line).collect();
    let page = made(&[("app/main.js", &long), ("tiny.txt", "a")]).expect("a page");
    let main = file(&page, "app/main.js");
    assert!(main.gzip.as_ref().is_some_and(|gzip| gzip.len() < main.plain.len() / 2));
    assert_eq!(unpacked(main), main.plain.to_vec());
    assert!(file(&page, "tiny.txt").gzip.is_none(), "compressed it would be longer");
}

/// The page of the program itself, as its own tests are: with all its areas.
#[test]
fn the_page_of_the_program_can_be_made() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../zwick-server/page");
    let page = build(&folder).unwrap_or_else(|error| panic!("{error}"));
    let out = tempfile::tempdir().expect("a folder");
    page.write(out.path()).expect("it is written");
    let code = fs::read_to_string(out.path().join("page.rs")).expect("code");
    assert_eq!(code.matches("zwick_page::File {").count(), page.files.len() + page.documents.len());
    for file in page.documents.iter().chain(page.files.iter()) {
        assert!(code.contains(&format!("{:?}", file.tag)), "{}", file.name);
        if file.gzip.is_some() {
            assert_eq!(unpacked(file), file.plain.to_vec(), "{}", file.name);
        }
    }
}

/// Code in pieces, each of which stands for itself.
fn code() -> impl Strategy<Value = Vec<(Kind, String)>> {
    let piece = prop_oneof![
        "[a-z$_][a-zA-Z0-9$_]{0,6}".prop_map(|text| (Kind::Word, text)),
        "[0-9]{1,5}".prop_map(|text| (Kind::Number, text)),
        "\"([a-z /*`']|\\\\\"){0,8}\"".prop_map(|text| (Kind::Text, text)),
        "`([a-z /*\"'\n]|\\\\`|\\$\\{a\\}|\\$\\{`b`\\}){0,4}`".prop_map(|text| (Kind::Template, text)),
    ];
    proptest::collection::vec(piece, 0..12)
}

proptest! {
    #[test]
    fn tokens_are_read_as_they_were_written(pieces in code(), gap in prop_oneof![Just(" "), Just("\n"), Just(" /* \" */ "), Just(" // `\n")]) {
        let text: String = pieces.iter().flat_map(|(_, text)| [text.as_str(), gap, ";", gap]).collect();
        let read = tokens::read(&text).expect("tokens");
        let found: Vec<_> = read.iter().filter(|token| !token.is(";")).map(|token| (token.kind, token.text.to_owned())).collect();
        prop_assert_eq!(&found, &pieces);
        // Written and read again, nothing changes.
        let written = tokens::write(&read);
        let again = tokens::read(&written).expect("tokens");
        prop_assert_eq!(again.iter().map(|token| token.text).collect::<Vec<_>>(), read.iter().map(|token| token.text).collect::<Vec<_>>());
        prop_assert_eq!(tokens::write(&again), written);
    }

    #[test]
    fn no_text_is_too_strange(text in ".{0,60}", code in "[a-z{}()`\"'/*$;=\\\\\n \\[\\]]{0,40}") {
        for text in [text, code] {
            if let Ok(read) = tokens::read(&text) {
                prop_assert!(tokens::read(&tokens::write(&read)).is_ok());
            }
            let _ = module::read("app/main.js", &text);
            let _ = styles::shortened(&text);
        }
    }
}

#[test]
fn joining_needs_no_files() {
    let modules = [("a.js".to_owned(), module::read("a.js", "f();").expect("a module"))].into();
    let files = chunks::join(&modules, "a.js").expect("files");
    assert_eq!(files["a.js"], b"const $a=(()=>{f();\nreturn{};})();\n");
}
