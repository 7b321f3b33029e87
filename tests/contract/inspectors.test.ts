import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { stopAll } from '#lib/platform/process/lifecycle.ts';
import { createProcessPool } from '#lib/platform/process/process-pool.ts';
import { findSingleton, forget, singleton } from '#lib/platform/process/singleton.ts';
import { findDanger, openInspectionPool } from '#lib/platform/storage/inspection/dangers.ts';
import { detectKind } from '#lib/platform/storage/inspection/file-kinds.ts';
import { bytesSource } from '#lib/platform/storage/inspection/sources.ts';
import { inspectedFiles } from '#tests/support/dangerous-files.ts';
import { setShortInspectionLimits } from '#tests/support/inspection-limits.ts';
import { samples } from '#tests/support/sample-files.ts';

const good: [string, Buffer] = ['a.docx', samples.docx];
const MEMORY = 512 * 1024 * 1024;
const [heavyName, heavy] = inspectedFiles['an XLS whose chain leads back'] ?? ['', Buffer.alloc(0)];

test('one process inspects several files, one after the other', async () => {
  await dangerIn(good);
  const [first, ...others] = processes();
  expect(others).toEqual([]);
  await dangerIn(good);
  await dangerIn(['locked.pdf', inspectedFiles['a PDF with a password']?.[1] ?? Buffer.alloc(0)]);
  expect(processes()).toEqual([first]);
  const inspections = Array.from({ length: 20 }, () => dangerIn(good));
  expect(await Promise.all(inspections)).toEqual(inspections.map(() => null));
  expect(processes()).not.toContain(first);
});

test('a file that hangs its process is refused, and the next file is inspected by a new process', async () => {
  setShortInspectionLimits();
  expect(await dangerIn(good)).toBeNull();
  const [before] = processes();
  expect(await dangerIn([heavyName, heavy])).toBe('heavy');
  expect(processes()).not.toContain(before);
  expect(await dangerIn(good)).toBeNull();
});

test('the product gives a file ten seconds of work within a minute by the clock', async () => {
  const { inspectors } = singleton('file-inspectors', openInspectionPool);
  const answer = vi.spyOn(inspectors, 'answer');
  expect(await dangerIn(good)).toBeNull();
  const limits = { work: 10 * SECOND, time: MINUTE, reply: 64 };
  expect(answer.mock.calls).toEqual([[expect.anything(), expect.objectContaining(limits)]]);
});

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'after %s to an idle process the next file is inspected by a new one, and stopping ends it',
  async (signal) => {
    const pool = createProcessPool('lib/platform/storage/inspection/inspection-process.ts', MEMORY);
    const answer = (time = MINUTE) => {
      const limits = { time, memory: MEMORY, reply: 64 };
      const input = () => {
        // The process after the one that gets this input needs the time of a start.
        limits.time = MINUTE;
        return Readable.from([samples.docx]);
      };
      return pool.answer(input, limits);
    };
    expect(await answer()).toBe('docx');
    const [pid = 0] = processes();
    process.kill(pid, signal);
    expect(await answer(SECOND)).toBe('docx');
    expect(processes()).not.toContain(pid);
    await pool.stop();
    expect(processes()).toEqual([]);
    await expect(answer()).rejects.toThrow('the app stops');
  },
);

test('a file that cannot be read whole gets no verdict, and its process ends', async () => {
  await dangerIn(good);
  const [before] = processes();
  const source = bytesSource(samples.docx);
  const kind = await detectKind(source, 'a.docx');
  if (!kind) throw new Error('no kind of ours');
  const broken = { size: source.size, read: () => Promise.reject(new Error('the disk is gone')) };
  await expect(findDanger(broken, kind, 'a sender')).rejects.toThrow('the disk is gone');
  expect(processes()).not.toContain(before);
  expect(await dangerIn(good)).toBeNull();
});

test('there are never more than two processes, and none when the app has stopped', async () => {
  const most = { now: 0 };
  const looking = setInterval(() => {
    most.now = Math.max(most.now, processes().length);
  }, 5);
  await Promise.all(Array.from({ length: 6 }, (_, n) => dangerIn(good, `sender ${n}`)));
  clearInterval(looking);
  expect(most.now).toBe(2);
  const hanging = dangerIn([heavyName, heavy]);
  await expect.poll(() => processes().length).toBeGreaterThan(0);
  await Promise.all([stopAll(), expect(hanging).rejects.toThrow('the app stops')]);
  expect(processes()).toEqual([]);
});

beforeEach(end);
afterEach(end);

/** Ends the inspectors, because another test begins with none. */
async function end(): Promise<void> {
  await findSingleton<ReturnType<typeof openInspectionPool>>('file-inspectors')?.inspectors.stop();
  forget('file-inspectors');
  await expect.poll(processes).toEqual([]);
}

async function dangerIn([name, bytes]: [string, Buffer], sender = 'a sender') {
  const source = bytesSource(bytes);
  const kind = await detectKind(source, name);
  if (!kind) throw new Error('no kind of ours');
  return findDanger(source, kind, sender);
}

/** Returns the living inspection processes that this process started. */
function processes(): number[] {
  return readdirSync(`/proc/${process.pid}/task`)
    .flatMap((thread) =>
      readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' '),
    )
    .map(Number)
    .filter((pid) => pid > 0 && isInspector(pid));
}

function isInspector(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('inspection-process');
  } catch {
    return false;
  }
}
