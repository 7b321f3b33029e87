import { expect, test } from 'vitest';
import { jobs } from '#lib/background/sweeper.ts';

test('documents, whose scanner may take a minute for each, hold up no other job', () => {
  expect(Object.keys(jobs).slice(-2)).toEqual(['documents', 'attachments']);
});
