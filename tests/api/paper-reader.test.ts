import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readPaper } from '#lib/platform/paper-reader.ts';
import { hostile } from '#tests/support/papers/hostile.ts';
import { madePaper } from '#tests/support/papers/score.ts';

const PROGRAM = 'lib/domain/documents/reading/process.ts';
const read = (pdf: Buffer, program = PROGRAM) =>
  readPaper(program, async () => Readable.from([pdf]));
const good = () => madePaper('carpeta_tributaria', 3);

describe('the process that reads a paper', { timeout: 120_000 }, () => {
  test.each(Object.keys(hostile))('%s: it ends, and the next paper is read', async (name) => {
    const said = await read(hostile[name]?.() ?? Buffer.alloc(0));
    // A program that a machine under load ended says nothing; what it says is never a proposal.
    expect([null, '{"text":false}', '{"text":true}']).toContain(said && JSON.stringify(said));
  });

  test.each(['spin', 'fill'])('ends also a program that is caught: %s', async (name) => {
    expect(await read(Buffer.alloc(0), `tests/support/papers/${name}.ts`)).toBeNull();
  });

  test('says what a paper says, and no word of it', async () => {
    const { truth, bytes } = await good();
    expect(await read(bytes)).toEqual({
      text: true,
      rule: 'carpeta_tributaria@1',
      ...truth,
    });
  });

  test('reaches no file, program, thread, secret or code of its own', async () => {
    expect(await read(Buffer.alloc(0), 'tests/support/papers/probe.ts')).toEqual([]);
  });

  test('takes one paper at a time, and turns away what would wait too long', async () => {
    const { bytes } = await good();
    let open = 0;
    let most = 0;
    const many = Array.from({ length: 45 }, (_, n) =>
      readPaper(PROGRAM, async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
        return n === 0 ? Readable.from([bytes]) : null;
      }),
    );
    const said = await Promise.all(many);
    expect(most).toBe(1);
    expect(said.filter((one) => one !== undefined)).toHaveLength(1);
  });
});
