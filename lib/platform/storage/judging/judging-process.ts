import '#lib/platform/process/without-network.ts';
import { readSync, writeSync } from 'node:fs';
import type { Finding } from '#lib/platform/storage/judging/findings.ts';

// A program of its own, see `dangers.ts` and `kept-processes.ts`: files come in, what was found goes out.

type Finder = { finding: (bytes: Buffer) => Finding | Promise<Finding> };
const finders: [RegExp, () => Promise<Finder>][] = [
  [/^PK/, () => import('#lib/platform/storage/judging/archive-findings.ts')],
  [/^\xd0\xcf/, () => import('#lib/platform/storage/judging/compound-findings.ts')],
  [/^(\xff\xd8|\x89P|RI)/, () => import('#lib/platform/storage/judging/picture-findings.ts')],
  [/^/, () => import('#lib/platform/storage/judging/pdf-findings.ts')],
];
// A file's names that become keys must change no other object, nor the next file's.
for (const { prototype } of [Object, Array, Function]) Object.preventExtensions(prototype);

for (let judged = 0; ; judged += 1) {
  const bytes = nextFile();
  const [, load] = finders.find(([head]) => head.test(bytes.toString('latin1', 0, 2))) ?? [];
  const finder = await load?.();
  try {
    writeSync(1, `${JSON.stringify(await finder?.finding(bytes))}\n`);
  } catch {
    // A library that cannot read a file may say so by any error. Only of the first file it is sure that
    // the file is at fault: without an answer another process judges it.
    if (judged === 0) writeSync(1, '"broken"\n');
    process.exit(1);
  }
}

/** Reads and waits: what a file left undone gets no turn before the next file is whole. */
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
