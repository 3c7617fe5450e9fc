// Unpacks the browser beside this file: the program, the libraries that a bare machine lacks, and a font.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inflate } from "@sparticuz/chromium";

const here = import.meta.dirname;
const archives = join(here, "node_modules", "@sparticuz", "chromium", "bin");

process.env.TMPDIR = here; // where inflate() puts everything
await Promise.all(readdirSync(archives).map((archive) => inflate(join(archives, archive))));
rmSync(join(here, "node_modules"), { recursive: true });
