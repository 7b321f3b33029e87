import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Returns names at the start of a line: `NAME: …` in the schema, `#NAME=…` in the example. */
function namesIn(path: string, pattern: RegExp): string[] {
  return [...readFileSync(path, 'utf8').matchAll(pattern)].map((match) => match[1] ?? '').sort();
}

test('.env.example explains every variable of the schema and no other', () => {
  const read = namesIn('lib/platform/config/env-variables.ts', /^ {2}([A-Z][A-Z0-9_]+): /gm);
  const explained = namesIn('.env.example', /^#([A-Z][A-Z0-9_]+)=/gm);
  expect(read.length).toBeGreaterThan(25);
  expect(explained).toEqual(read);
});
