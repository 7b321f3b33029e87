import { expect, test } from 'vitest';
import { jobs } from '#lib/background/sweeper.ts';

test('the sweeper runs documents and attachments last, because their scans may take minutes', () => {
  expect(Object.keys(jobs).slice(-2)).toEqual(['documents', 'attachments']);
});
