import { beforeAll, describe, expect, test } from 'vitest';
import { type AttemptAnswer, attemptOperation } from '#tests/support/access/attempt.ts';
import { idFieldsOf, staleFieldLines } from '#tests/support/access/fields.ts';
import {
  createOwnedWorld,
  type OwnedKind,
  type OwnedWorld,
} from '#tests/support/access/owned-objects.ts';
import { allRequestHandlers } from '#tests/support/access/request-handlers.ts';
import { databaseSnapshot } from '#tests/support/access/snapshot.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { shareToken } from '#tests/support/shares.ts';
import { uploadToVault } from '#tests/support/vault.ts';
import { createWorld } from '#tests/support/world.ts';

let webpay: WebpayStandIn;
let owned: OwnedWorld;
/** Token of B's own link, for operations by token. */
let token: string;
beforeAll(async () => {
  webpay = await startWebpay();
  createWorld({ ...webpay.variables, RATE_LIMITS: 'off' });
  owned = await createOwnedWorld();
  const own = await uploadToVault(owned.b, 'poliza_garantia');
  const b = { id: '', email: '', cookies: owned.b };
  token = await shareToken(b, { documentKey: own.fileId });
});

const subjects = await allRequestHandlers();
const cases = subjects.flatMap((subject) =>
  idFieldsOf(subject.operation).map(
    (field) => [`${subject.name} (${field.field})`, subject, field] as const,
  ),
);

/** The team may do this with people's things (docs/decisions/privacy.md). */
const forTheTeam = [
  'GET /api/documents/download',
  'GET /api/guarantees/issued/{id}',
  'GET /api/guarantees/issued/{id}/document',
  'GET /api/guarantees/issued/{id}/sheet',
  'POST /api/guarantees/issued/{id}/events',
  'POST /api/guarantees/issued/{id}/verification',
];

/** The contract distinguishes another's (403) from nothing (404), once signed in. */
const reportedApart = 'GET /api/documents/download (key)';

/** Valid ids that belong to nothing. */
const unknown: Record<OwnedKind, string> = {
  account: 'x'.repeat(22),
  delivery: '987654',
  document: 'x'.repeat(22),
  file: 'x'.repeat(22),
  guarantee: 'x'.repeat(22),
  guaranteeNumber: '987654',
  guestPayment: 'RG-2222-2222-2222-2222',
  lead: '987654',
  payment: 'RG-2222-2222-2222-2222',
  paymentRequest: 'x'.repeat(22),
  passkey: 'x'.repeat(22),
  paymentSession: 'x'.repeat(22),
  refund: '987654',
  removedDocument: 'x'.repeat(22),
  company: 'x'.repeat(22),
  invitation: 'x'.repeat(22),
  member: 'x'.repeat(22),
  session: 'x'.repeat(22),
  share: 'x'.repeat(22),
  submission: '987654',
  upload: 'x'.repeat(22),
};

test('the world of these tests has an id of every kind', () => {
  for (const [kind, id] of Object.entries(owned.ids)) expect(id, kind).toMatch(/^[\w-]+$/);
  expect(new Set(Object.values(owned.ids)).size).toBeGreaterThan(8);
  for (const found of Object.values(owned.tokens)) expect(found.length).toBeGreaterThan(24);
});

test('every input of every operation is classified, and no classified input is gone', () => {
  expect(cases.length).toBeGreaterThan(40);
  expect(subjects.length).toBeGreaterThan(115);
  expect(staleFieldLines(subjects.map(({ operation }) => operation))).toEqual([]);
});

describe.each(cases)('%s', (name, subject, field) => {
  const { method, path, auth } = subject.operation;
  const isForTeam = auth === 'admin' || forTheTeam.includes(`${method} ${path}`);

  test('answers everyone but the owner of the id as if it did not exist, and changes nothing', async () => {
    const before = await databaseSnapshot();
    const callers = {
      'another company': owned.b,
      'a person': owned.natural,
      nobody: undefined,
      'a forged session': { service_session: 'A'.repeat(43) },
      ...(isForTeam ? {} : { 'an advisor': owned.admin.cookies }),
    };
    for (const [who, cookies] of Object.entries(callers)) {
      const asking = { token, ...(cookies && { cookies }) };
      const theirs = await attemptOperation(subject, field, owned.ids[field.kind], asking);
      const none = await attemptOperation(subject, field, unknown[field.kind], asking);
      const isNotified =
        name === reportedApart && (cookies === owned.b || cookies === owned.natural);
      if (isNotified) expect([theirs.status, none.status], who).toEqual([403, 404]);
      else expect(theirs, who).toEqual(none);
      for (const mark of owned.marks) expect(theirs.seen, who).not.toContain(mark);
      if (auth !== 'guest') expectClosed(who, theirs, subject.isForm);
    }
    expect(await databaseSnapshot()).toEqual(before);
  });
});

/** Expects 401 without a session. A form redirects with the refusal in the address. */
function expectClosed(who: string, { status, seen }: AttemptAnswer, isForm: boolean) {
  if (who !== 'nobody' && who !== 'a forged session') return;
  if (isForm) expect(seen, who).toContain('error=no_session');
  else expect(status, who).toBe(401);
}

test('an advisor cannot assign a request to an account outside the team', async () => {
  const assigning = cases.filter(([, , { field }]) => field === 'assignedTo');
  expect(assigning).toHaveLength(3);
  const before = await databaseSnapshot();
  for (const [name, subject, field] of assigning) {
    const asking = { cookies: owned.admin.cookies, params: { id: owned.ids.lead } };
    const theirs = await attemptOperation(subject, field, owned.ids.account, asking);
    expect(theirs, name).toEqual(await attemptOperation(subject, field, unknown.account, asking));
  }
  expect(await databaseSnapshot()).toEqual(before);
});

/** The token that opens each address. All others of the world open nothing there. */
const own: Record<string, keyof OwnedWorld['tokens']> = {
  '/api/guarantees/files/{token}': 'file',
  '/api/documents/calendar/{token}': 'calendar',
  '/api/documents/alerts/unsubscribe/{token}': 'unsubscribe',
  '/avisos/{token}/dejar': 'unsubscribe',
  '/invitacion/{token}/aceptar': 'invitation',
  '/api/share/{token}': 'share',
  '/c/{token}/archivo': 'code',
  '/c/{token}/abrir': 'code',
  '/c/{token}/codigo': 'code',
  '/c/{token}/pedir': 'code',
  '/comprobante/{token}/pdf': 'receipt',
  '/garantia/{token}/documento': 'issued',
  '/garantia/{token}/pedir': 'issued',
  '/garantia/{token}/prorroga': 'issued',
  '/garantia/{token}/solicitud': 'issued',
  '/garantia/{token}/hoja': 'issued',
  '/comprobante/{token}/pedir': 'receipt',
  '/comprobante/{token}/otra': 'receipt',
  '/comprobante/{token}/condiciones': 'receipt',
  '/comprobante/{token}/no-acepto': 'receipt',
  '/comprobante/{token}/anular': 'receipt',
  '/comprobante/{token}/mensaje': 'receipt',
  '/comprobante/{token}/archivos': 'receipt',
  '/recibido/{token}/pedir': 'received',
  '/recibido/{token}/archivos': 'received',
  '/recibido/{token}/garantia': 'received',
  '/recibido/{token}/llamada': 'received',
  '/recibido/{token}/calendario': 'received',
  '/gestiona-tu-garantia/retomar/{token}/abrir': 'resume',
  '/pagar/{token}/crear': 'request',
  '/pagar/{token}/enviar-comprobante': 'request',
  '/pagar/{token}/comprobante': 'request',
};

const byToken = subjects
  .filter(({ path }) => path.includes('{token}'))
  .map((subject) => [subject.name, subject] as const);
const tokenField = { field: 'token', where: 'params', kind: 'share' } as const;

test('every address with a token is in the list of these tests', () => {
  expect(new Set(byToken.map(([, { path }]) => path))).toEqual(new Set(Object.keys(own)));
});

describe.each(byToken)('%s', (_, subject) => {
  const cookiesFor = (who: OwnedWorld) =>
    subject.operation.auth === 'guest' ? {} : { cookies: who.b };
  const nothing = () => attemptOperation(subject, tokenField, 'x'.repeat(66), cookiesFor(owned));

  test('answers ids, tokens of other addresses and altered tokens like a made-up token, and changes nothing', async () => {
    const before = await databaseSnapshot();
    const key = own[subject.path] ?? 'share';
    const genuine = owned.tokens[key];
    // The page of a share link opens by the contract's token as well.
    const alike = subject.path.startsWith('/c/') ? owned.tokens.share : genuine;
    const others = Object.values(owned.tokens).filter((each) => each !== genuine && each !== alike);
    const [id, signature] = genuine.split('.');
    const givenToken = [
      // The order number belongs to the token, but is sent in another field.
      ...Object.values(owned.ids).filter((id) => id !== owned.ids.guestPayment),
      ...others,
      `${genuine.slice(0, -1)}${genuine.endsWith('A') ? 'B' : 'A'}`,
      `${genuine}A`,
      ...(signature ? [`${id}1.${signature}`, `.${signature}`, `${id}.`] : []),
      genuine.toUpperCase(),
    ];
    const none = await nothing();
    for (const wrong of givenToken) {
      const answer = await attemptOperation(subject, tokenField, wrong, cookiesFor(owned));
      expect(answer, wrong).toEqual(none);
    }
    expect(await databaseSnapshot()).toEqual(before);
  });

  // The link of a mail leads to the same page with a wrong token.
  const leadsToAPage = subject.name.startsWith('GET') && subject.path.includes('unsubscribe');
  test.skipIf(leadsToAPage)(
    'answers its genuine token differently from a made-up one',
    async () => {
      const genuine = owned.tokens[own[subject.path] ?? 'share'];
      const answer = await attemptOperation(subject, tokenField, genuine, cookiesFor(owned));
      expect(answer).not.toEqual(await nothing());
    },
  );
});

test('operations answer 200 to the owner of an id, and 404 to the owner’s unknown id', async () => {
  const asOwner = cases.filter(
    ([name, { operation, isForm }]) =>
      [operation.auth].flat().includes('signedIn') &&
      !isForm &&
      !/upload|comprobante|archivos|mine|successorId|issued \(/.test(name),
  );
  expect(asOwner.length).toBeGreaterThan(6);
  // Links are tried before their documents are deleted, and only an ended link can be repeated.
  const turns = [/^(?!DELETE).*\/shares(?!.*repeat)/, /^DELETE .*\/shares/, /repeat/, /./];
  const turnOf = ([name]: (typeof cases)[number]) => turns.findIndex((item) => item.test(name));
  const inOrder = asOwner.reverse().sort((a, b) => turnOf(a) - turnOf(b));
  for (const [name, subject, field] of inOrder) {
    // The documents of a link are changed at the address of A's own link.
    const params: Record<string, string> =
      field.field === 'documentKeys' ? { id: owned.ids.share } : {};
    const asking = { token, cookies: owned.a, params };
    const own = await attemptOperation(subject, field, owned.ids[field.kind], asking);
    const none = await attemptOperation(subject, field, unknown[field.kind], asking);
    expect(own.status, name).toBe(200);
    expect(none.status, name).toBe(404);
  }
});
