/** Runs Python of the checkout, and statements on the site's database. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
export const PYTHON = process.env.E2E_PYTHON ?? "python3";

export const runPython = (script: string, ...args: string[]): string =>
  execFileSync(PYTHON, ["-c", script, ...args], { cwd: ROOT, encoding: "utf8" });

const EXECUTE = `
import asyncio, os, sys
from fixtures.admin import execute
asyncio.run(execute(os.environ["E2E_SITE_DSN"], *sys.argv[1:]))
`;

export const executeSql = (...statements: string[]): string => runPython(EXECUTE, ...statements);
