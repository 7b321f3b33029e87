import { expect, test } from 'vitest';
import { runRekeying } from '#tools/chaos/rekey.ts';

/** `npm run chaos -- rekey` uses 10,000 files and 20 kills. */
test('files are encrypted, re-encrypted and decrypted while they are read, also when the program is killed', async () => {
  const { faults, ends, doctor, reads } = await runRekeying(60, 3);
  expect(faults).toEqual([]);
  expect(reads).toBeGreaterThan(20);
  expect(ends).toHaveLength(3);
  for (const end of ends) {
    expect(end).toMatch(/^60 files looked at, \d+ written again \(.*\)\. 0 left as they are\.$/);
  }
  expect(doctor).toMatch(/clean\.$/);
});
