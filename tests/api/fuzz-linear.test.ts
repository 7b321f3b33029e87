import { describe, expect, test } from 'vitest';
import { readInboxPage } from '#lib/domain/inbox/list-query.ts';
import { parseDay, parseTenderId, readTenderId } from '#lib/domain/marketplace/rules.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { cookieOf } from '#lib/http/cookies.ts';
import { readFlash } from '#lib/http/flash.ts';
import { partOf } from '#lib/http/ranges.ts';
import { safeNext } from '#lib/http/safe-next.ts';
import { emailSubject, limitSubject, shortAddress } from '#lib/platform/addresses.ts';
import { groupAmount, readAmount } from '#lib/platform/amounts.ts';
import { email, httpUrl, paragraph, phone } from '#lib/platform/fields.ts';
import { requestIdOf } from '#lib/platform/ids.ts';
import { parseRut, rutProblem } from '#lib/platform/rut.ts';
import { cleanFileName, extensionOf } from '#lib/platform/storage/file-name.ts';
import { createWorld } from '#tests/support/world.ts';
import { slowest } from '#tools/fuzz/slowest.ts';

/** Long texts of one piece each: what makes a careless pattern or loop take its square. */
const readers: Record<string, (text: string) => unknown> = {
  parseRut,
  rutProblem,
  readAmount: (text) => readAmount(text),
  groupAmount: (text) => groupAmount(text.replace(/\D/g, '') || '1'),
  safeNext,
  parseTenderId,
  readTenderId,
  parseDay,
  cleanFileName,
  extensionOf,
  emailSubject,
  limitSubject,
  shortAddress,
  requestIdOf,
  cookieOf: (text) => cookieOf(text, 'service_session'),
  clientAddress: (text) => clientAddress('::1', text, 3),
  range: (text) =>
    partOf(new Headers({ range: text.replace(/[^ -~]/g, '').trim() }), { etag: '"a"', size: 9 }),
  tags: (text) =>
    partOf(new Headers({ 'if-none-match': text.replace(/[^ -~]/g, '').trim() }), {
      etag: '"a"',
      size: 9,
    }),
  readFlash: (text) => readFlash(`formulario=${text}`),
  readInboxPage: (text) => readInboxPage({ q: text, before: text }),
  email: (text) => email('x').safeParse(text),
  phone: (text) => phone('x').safeParse(text),
  paragraph: (text) => paragraph('x').safeParse(text),
  httpUrl: (text) => httpUrl().safeParse(text),
};

describe('time is linear in the length for', () => {
  test.each(Object.entries(readers))('%s', async (_, read) => {
    const world = createWorld();
    const worst = slowest(read);
    await world.close();
    expect(worst).toEqual(null);
  });
});
