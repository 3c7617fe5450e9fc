/** Every test has the words of all languages. */
import { loadWords } from "../lib/i18n.svelte";
import { LANGUAGES } from "../lib/preferences";

await Promise.all(LANGUAGES.map(loadWords));
