import { describe, expect, test } from 'vitest';
import { parseDay, parseTenderId, parseTypedTenderId } from '#lib/domain/marketplace/rules.ts';
import { parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { browserOf } from '#lib/http/api/cookies.ts';
import { safeNext } from '#lib/http/api/safe-next.ts';
import { partOf } from '#lib/http/files/ranges.ts';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { firstUntrustedIp } from '#lib/http/server/client-ip.ts';
import { groupAmount, parseAmount } from '#lib/platform/chile/amounts.ts';
import { parseRut, rutProblem } from '#lib/platform/chile/rut.ts';
import { countedEmail } from '#lib/platform/mail/email-address.ts';
import { email, httpUrl, multilineText, phone } from '#lib/platform/operations/fields.ts';
import { requestIdOf } from '#lib/platform/security/ids.ts';
import { cleanFileName, extensionOf } from '#lib/platform/storage/file-name.ts';
import { limitSubject, shortIp } from '#lib/platform/web/ip-addresses.ts';
import { createWorld } from '#tests/support/world.ts';
import { slowest } from '#tools/fuzz/slowest.ts';

/** Long texts of one piece each make a careless pattern or loop quadratic. */
const readers: Record<string, (text: string) => unknown> = {
  parseRut,
  rutProblem,
  readAmount: (text) => parseAmount(text),
  groupAmount: (text) => groupAmount(text.replace(/\D/g, '') || '1'),
  safeNext,
  parseTenderId,
  readTenderId: parseTypedTenderId,
  parseDay,
  cleanFileName,
  extensionOf,
  countedEmail,
  limitSubject,
  shortAddress: shortIp,
  requestIdOf,
  cookie: (text) => browserOf(text).get('session'),
  cookies: (text) => browserOf(text).parts('draft'),
  firstUntrustedIp: (text) => firstUntrustedIp('::1', text, 3),
  range: (text) =>
    partOf(new Headers({ range: text.replace(/[^ -~]/g, '').trim() }), { etag: '"a"', size: 9 }),
  tags: (text) =>
    partOf(new Headers({ 'if-none-match': text.replace(/[^ -~]/g, '').trim() }), {
      etag: '"a"',
      size: 9,
    }),
  readFlash: (text) => parseFlash(text),
  readInboxPage: (text) => parseInboxPage({ q: text, before: text }),
  email: (text) => email('x').safeParse(text),
  phone: (text) => phone('x').safeParse(text),
  paragraph: (text) => multilineText('x').safeParse(text),
  httpUrl: (text) => httpUrl().safeParse(text),
};

describe('a reader of long texts', () => {
  test.each(Object.entries(readers))(
    '%s takes time linear in the length of the text',
    async (_, read) => {
      const world = createWorld();
      const worst = slowest(read);
      await world.close();
      expect(worst).toEqual(null);
    },
  );
});
