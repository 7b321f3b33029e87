import '#lib/platform/process/without-network.ts';
import { readSync, writeSync } from 'node:fs';
import type { Finding } from '#lib/platform/storage/inspection/findings.ts';

// The child process of `dangers.ts`. Reads files and writes a finding for each.

type Finder = (bytes: Buffer) => Finding | Promise<Finding>;
const finders: [RegExp, () => Promise<Finder>][] = [
  [
    /^PK/,
    async () =>
      (await import('#lib/platform/storage/inspection/archive-findings.ts')).findDangerInArchive,
  ],
  [
    /^\xd0\xcf/,
    async () =>
      (await import('#lib/platform/storage/inspection/compound-findings.ts'))
        .findDangerInCompoundFile,
  ],
  [
    /^(\xff\xd8|\x89P|RI)/,
    async () =>
      (await import('#lib/platform/storage/inspection/picture-findings.ts')).findDangerInPicture,
  ],
  [
    /^/,
    async () => (await import('#lib/platform/storage/inspection/pdf-findings.ts')).findDangerInPdf,
  ],
];
// Keys read from a file must not change prototypes, which the next file would inherit.
for (const { prototype } of [Object, Array, Function]) Object.preventExtensions(prototype);

for (let inspectedCount = 0; ; inspectedCount += 1) {
  const bytes = nextFile();
  const [, load] = finders.find(([head]) => head.test(bytes.toString('latin1', 0, 2))) ?? [];
  const find = await load?.();
  try {
    writeSync(1, `${JSON.stringify(await find?.(bytes))}\n`);
  } catch {
    // Libraries may throw anything. The first file is then broken. A later one is tried again in a
    // new process, because an earlier file may be the cause.
    if (inspectedCount === 0) writeSync(1, '"broken"\n');
    process.exit(1);
  }
}

/**
 * Returns the next file. Reads synchronously, so that no callback of the previous file runs while
 * the next one arrives.
 */
function nextFile(): Buffer {
  const pieces: Buffer[] = [];
  for (;;) {
    const length = readExactly(4).readUInt32BE();
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(readExactly(length));
  }
}

function readExactly(length: number): Buffer {
  const buffer = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const bytesRead = readSync(0, buffer, { offset: at });
    if (bytesRead === 0) process.exit();
    at += bytesRead;
  }
  return buffer;
}
