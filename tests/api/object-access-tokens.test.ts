import { beforeAll, describe, expect, test } from 'vitest';
import { attempt } from '#tests/support/access/attempt.ts';
import { makeOwned, type Owned } from '#tests/support/access/owned.ts';
import { everyRow } from '#tests/support/access/snapshot.ts';
import { allSubjects } from '#tests/support/access/subjects.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { createWorld } from '#tests/support/world.ts';

let webpay: WebpayStandIn;
let owned: Owned;
beforeAll(async () => {
  webpay = await startWebpay();
  createWorld({ ...webpay.variables, RATE_LIMITS: 'off' });
  owned = await makeOwned();
});

/** Which token opens which address: all others of the world open nothing there. */
const own: Record<string, keyof Owned['tokens']> = {
  '/api/guarantees/files/{token}': 'file',
  '/api/documents/calendar/{token}': 'calendar',
  '/api/documents/alerts/unsubscribe/{token}': 'unsubscribe',
  '/f/avisos/{token}/dejar': 'unsubscribe',
  '/api/share/{token}': 'share',
  '/c/{token}': 'code',
  '/comprobante/{token}/pdf': 'receipt',
  '/garantia/{token}/documento': 'issued',
  '/f/garantia/{token}/pedir': 'issued',
  '/f/garantia/{token}/prorroga': 'issued',
  '/garantia/{token}/hoja': 'issued',
  '/f/comprobante/{token}/pedir': 'receipt',
  '/f/comprobante/{token}/otra': 'receipt',
  '/f/comprobante/{token}/condiciones': 'receipt',
  '/f/comprobante/{token}/mensaje': 'receipt',
  '/f/comprobante/{token}/archivos': 'receipt',
  '/f/recibido/{token}/pedir': 'received',
  '/f/recibido/{token}/archivos': 'received',
  '/f/gestiona-tu-garantia/retomar/{token}/abrir': 'resume',
  '/f/pagar/{token}/crear': 'request',
  '/f/pagar/{token}/enviar-comprobante': 'request',
  '/pagar/{token}/comprobante': 'request',
};

const cases = (await allSubjects())
  .filter(({ path }) => path.includes('{token}'))
  .map((subject) => [subject.name, subject] as const);
const field = { field: 'token', where: 'params', kind: 'share' } as const;

test('every address with a token is known here', () => {
  expect(new Set(cases.map(([, { path }]) => path))).toEqual(new Set(Object.keys(own)));
});

describe.each(cases)('%s', (_, subject) => {
  const cookiesFor = (who: Owned) => (subject.operation.auth === 'guest' ? {} : { cookies: who.b });
  const nothing = () => attempt(subject, field, 'x'.repeat(66), cookiesFor(owned));

  test('takes no id, no other token and no altered one', async () => {
    const before = await everyRow();
    const key = own[subject.path] ?? 'share';
    const genuine = owned.tokens[key];
    const others = Object.values(owned.tokens).filter((token) => token !== genuine);
    const [id, signature] = genuine.split('.');
    const given = [
      // The order goes with the token, in another field.
      ...Object.values(owned.ids).filter((id) => id !== owned.ids.guestPayment),
      ...others,
      `${genuine.slice(0, -1)}${genuine.endsWith('A') ? 'B' : 'A'}`,
      `${genuine}A`,
      ...(signature ? [`${id}1.${signature}`, `.${signature}`, `${id}.`] : []),
      genuine.toUpperCase(),
    ];
    const none = await nothing();
    for (const wrong of given) {
      const answer = await attempt(subject, field, wrong, cookiesFor(owned));
      expect(answer, wrong).toEqual(none);
    }
    expect(await everyRow()).toEqual(before);
  });

  // The link of a mail leads to a page, with a right token and with a wrong one.
  const leadsToAPage = subject.name.startsWith('GET') && subject.path.includes('unsubscribe');
  test.skipIf(leadsToAPage)('takes its own, so what was refused above was the token', async () => {
    const genuine = owned.tokens[own[subject.path] ?? 'share'];
    const answer = await attempt(subject, field, genuine, cookiesFor(owned));
    expect(answer).not.toEqual(await nothing());
  });
});
