import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { runLimited } from '#lib/platform/limited-process.ts';
import { readPaper } from '#lib/platform/paper-reader.ts';
import { hostile } from '#tests/support/papers/hostile.ts';
import { pdfOf } from '#tests/support/papers/paper.ts';
import { paperOf } from '#tests/support/papers/score.ts';

const PROGRAM = 'lib/domain/documents/reading/process.ts';
const read = (pdf: Buffer, program = PROGRAM) =>
  readPaper(program, async () => Readable.from([pdf]));
const good = async () => {
  const paper = paperOf('carpeta_tributaria', 3);
  if (!paper) throw new Error('no such paper');
  return { truth: paper.truth, pdf: await pdfOf(paper) };
};

describe('the process that reads a paper', { timeout: 120_000 }, () => {
  test.each(Object.keys(hostile))('%s: it ends, and the next paper is read', async (name) => {
    const said = await read(hostile[name]?.() ?? Buffer.alloc(0));
    // A program that a machine under load ended says nothing; what it says is never a proposal.
    expect([null, '{"text":false}', '{"text":true}']).toContain(said && JSON.stringify(said));
  });

  test('ends also a program that is caught: one that fills memory, one that works for ever', async () => {
    expect(await read(Buffer.alloc(0), 'tests/support/papers/fill.ts')).toBeNull();
    const limits = { time: 600_000, work: 300, memory: 256 * 1024 * 1024, reply: 100 };
    const ends = { input: Readable.from([]), output: new PassThrough(), limits };
    expect(await runLimited('tests/support/papers/spin.ts', ends)).toBe(false);
  });

  test('says what a paper says, and no word of it', async () => {
    const { truth, pdf } = await good();
    expect(await read(pdf)).toEqual({
      text: true,
      rule: 'carpeta_tributaria@1',
      ...truth,
    });
  });

  test('reaches no file, program, thread, secret or code of its own', async () => {
    expect(await read(Buffer.alloc(0), 'tests/support/papers/probe.ts')).toEqual([]);
  });

  test('takes one paper at a time, and turns away what would wait too long', async () => {
    const { pdf } = await good();
    let open = 0;
    let most = 0;
    const many = Array.from({ length: 45 }, (_, n) =>
      readPaper(PROGRAM, async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
        return n === 0 ? Readable.from([pdf]) : null;
      }),
    );
    const said = await Promise.all(many);
    expect(most).toBe(1);
    expect(said.filter((one) => one !== undefined)).toHaveLength(1);
  });
});
