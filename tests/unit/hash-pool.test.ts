import { expect, test } from 'vitest';
import { forget } from '#lib/platform/process/singleton.ts';
import { type HashJob, runHash } from '#lib/platform/security/hash-pool.ts';

forget('hash-pool');

const cost = { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 };
const job = (encoded: string | null, password = 'un paraguas amarillo'): HashJob => ({
  encoded,
  password,
  cost,
});

test('the hash pool hashes and compares twelve passwords at once without mixing them up', async () => {
  const passwords = Array.from({ length: 12 }, (_, i) => `clave número ${i}`);
  const hashes = await Promise.all(passwords.map((password) => runHash(job(null, password))));
  const fits = hashes.map((encoded, i) => runHash(job(String(encoded), `clave número ${i}`)));
  expect(await Promise.all(fits)).toEqual(Array(12).fill(true));
  expect(await runHash(job(String(hashes[0]), 'clave número 1'))).toBe(false);
});

test('a hash job that fails does not stop another', async () => {
  const [broken, fine] = await Promise.allSettled([runHash(job('no hash')), runHash(job(null))]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: 'argon2 failed' } });
  expect(fine.status).toBe('fulfilled');
});

test('the hash pool refuses jobs that would wait too long, and works afterwards', async () => {
  const jobs = Array.from({ length: 260 }, () => runHash(job(null)));
  const settled = await Promise.allSettled(jobs);
  const refused = settled.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(40);
  expect(refused.length).toBeLessThan(60);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', detail: { retryAfter: 10 } } });
  expect(await runHash(job(null))).toMatch(/^\$argon2id\$/);
});
