import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createZip, type ZipEntry } from '#lib/platform/files/zip.ts';
import { unzip } from '#tests/support/unzip.ts';

async function* entries(...list: ZipEntry[]) {
  yield* list;
}

test('a ZIP holds its entries', async () => {
  const content = Readable.from([Buffer.from('ho'), Buffer.from('la')]);
  const zip = createZip(
    entries({ name: 'a.txt', content }, { name: 'b', content: Buffer.from('b') }),
  );
  const found = unzip(Buffer.concat(await zip.toArray()));
  expect(found.get('a.txt')?.toString()).toBe('hola');
  expect(found.get('b')?.toString()).toBe('b');
});

test('a reader that stops closes the file that the ZIP has open', async () => {
  const content = new PassThrough();
  content.write(Buffer.alloc(1000));
  const zip = createZip(entries({ name: 'a', content }));
  await new Promise((resolve) => zip.once('data', resolve));
  zip.destroy();
  await finished(content).catch(() => undefined);
  expect(content.destroyed).toBe(true);
});

test('a file that comes after its ZIP was given up is closed at once', async () => {
  const content = new PassThrough();
  const zip = createZip(
    (async function* () {
      await sleep(20);
      yield { name: 'a', content };
    })(),
  );
  zip.destroy();
  await finished(content).catch(() => undefined);
  expect(content.destroyed).toBe(true);
});

test('a file that breaks ends the ZIP with its error', async () => {
  const content = new PassThrough();
  const zip = createZip(entries({ name: 'a', content }));
  content.write('x');
  setImmediate(() => content.destroy(new Error('the store broke')));
  await expect(zip.toArray()).rejects.toThrow('the store broke');
});
