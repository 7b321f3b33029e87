import '#lib/platform/process/without-network.ts';
import { readSync, writeSync } from 'node:fs';
import type { Finding } from '#lib/platform/storage/judging/findings.ts';

// `dangers.ts` and `kept-processes.ts` run this program: files come in, findings go out.

type Finder = { finding: (bytes: Buffer) => Finding | Promise<Finding> };
const finders: [RegExp, () => Promise<Finder>][] = [
  [/^PK/, () => import('#lib/platform/storage/judging/archive-findings.ts')],
  [/^\xd0\xcf/, () => import('#lib/platform/storage/judging/compound-findings.ts')],
  [/^(\xff\xd8|\x89P|RI)/, () => import('#lib/platform/storage/judging/picture-findings.ts')],
  [/^/, () => import('#lib/platform/storage/judging/pdf-findings.ts')],
];
// Names in a file that become keys must not change other objects, nor the next file's.
for (const { prototype } of [Object, Array, Function]) Object.preventExtensions(prototype);

for (let judged = 0; ; judged += 1) {
  const bytes = nextFile();
  const [, load] = finders.find(([head]) => head.test(bytes.toString('latin1', 0, 2))) ?? [];
  const finder = await load?.();
  try {
    writeSync(1, `${JSON.stringify(await finder?.finding(bytes))}\n`);
  } catch {
    // A library that cannot read a file may throw any error. The first file is surely at fault.
    // Without an answer another process judges a later one.
    if (judged === 0) writeSync(1, '"broken"\n');
    process.exit(1);
  }
}

/** Reads synchronously, so that leftovers of a file get no turn before the next one is whole. */
function nextFile(): Buffer {
  const pieces: Buffer[] = [];
  for (;;) {
    const length = take(4).readUInt32BE();
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(take(length));
  }
}

function take(length: number): Buffer {
  const taken = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const read = readSync(0, taken, { offset: at });
    if (read === 0) process.exit();
    at += read;
  }
  return taken;
}
