import { buffer } from 'node:stream/consumers';
import type { Finding } from '#lib/platform/storage/judging/findings.ts';

// A program of its own, see `dangers.ts`: a file comes in, what was found goes out as JSON.

type Finder = { finding: (bytes: Buffer) => Finding | Promise<Finding> };
const finders: [RegExp, () => Promise<Finder>][] = [
  [/^PK/, () => import('#lib/platform/storage/judging/archive-findings.ts')],
  [/^\xd0\xcf/, () => import('#lib/platform/storage/judging/compound-findings.ts')],
  [/^(\xff\xd8|\x89P|RI)/, () => import('#lib/platform/storage/judging/picture-findings.ts')],
  [/^/, () => import('#lib/platform/storage/judging/pdf-findings.ts')],
];

const bytes = await buffer(process.stdin);
const [, load] = finders.find(([head]) => head.test(bytes.toString('latin1', 0, 2))) ?? [];
const finder = await load?.();
// Only now: libraries may load what is closed then.
await import('#lib/platform/process/without-network.ts');
try {
  process.stdout.write(JSON.stringify(await finder?.finding(bytes)));
} catch {
  // A library that cannot read a file may say so by any error.
  process.stdout.write('"broken"');
}
