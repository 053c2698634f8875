// What the page has before it draws anything: its texts, in English. Import it before the page.

import { speak } from "../../crates/zwick-server/page/app/text.js";

await speak("en");
