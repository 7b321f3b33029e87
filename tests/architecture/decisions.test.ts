import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/source-files.ts';

const folder = `${projectRoot}docs/decisions/`;
const documents = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(folder + name, 'utf8').replace(/^```.*?^```/gms, ''),
}));
const entries = documents.flatMap(({ name, text }) =>
  text
    .split(/^### /m)
    .slice(1)
    .map((entry) => ({ title: `${name}: ${entry.split('\n', 1)[0]}`, entry })),
);

/** A decision that begins with one of these takes its subject from the title. */
const WITHOUT_SUBJECT = /^\*\*Decision\.\*\* (They|It|Its|Meanwhile|Both|These|Those)\b/m;

test('every entry has a decision, a reason and a "revisit when"', () => {
  const parts = ['**Decision.** ', '**Why.** ', '**Revisit when.** '];
  expect(entries.length).toBeGreaterThan(300);
  const isBroken = (entry: string) => parts.some((part) => entry.split(`\n\n${part}`).length !== 2);
  expect(entries.filter(({ entry }) => isBroken(entry)).map(({ title }) => title)).toEqual([]);
});

test('every decision names its subject, and ends with its date', () => {
  const unclear = entries.filter(({ entry }) => WITHOUT_SUBJECT.test(entry));
  expect(unclear.map(({ title }) => title)).toEqual([]);
  const undated = entries.filter(({ entry }) => {
    const [, decision = ''] = /^\*\*Decision\.\*\* (.*?)\n\n/ms.exec(entry) ?? [];
    return !/\((20\d\d-\d\d-\d\d[,\s]*)+\)$/.test(decision);
  });
  expect(undated.map(({ title }) => title)).toEqual([]);
});

test('no line of a decision is longer than 120 characters', () => {
  const long = documents.flatMap(({ name, text }) =>
    text
      .split('\n')
      .flatMap((line) => (line.length > 120 && !line.startsWith('|') ? [`${name}: ${line}`] : [])),
  );
  expect(long).toEqual([]);
});
