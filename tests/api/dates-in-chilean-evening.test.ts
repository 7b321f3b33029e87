import { beforeEach, describe, expect, test } from 'vitest';
import { countUrgentDocuments } from '#lib/domain/alerts/reads.ts';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { computeDates } from '#lib/domain/documents/expiry.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documentAlerts } from '#lib/platform/db/schema/alerts.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { recordOwnIssued, reportEvent } from '#tests/support/issued.ts';
import { patchDocument, postUpload, uploadForm, uploadToVault } from '#tests/support/vault.ts';
import { followWizard, newVisitor, publicAnswers } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

/** 21:30 in Chile is the next day by UTC, whereas every other world starts at noon. */
const HALF_PAST_NINE = 9.5 * 60 * 60_000;
const world = worldForTest();
beforeEach(() => {
  world.advance(HALF_PAST_NINE);
  expect(new Date(world.now()).toISOString()).toBe('2026-11-21T00:30:00.000Z');
});

describe('the validity of a guarantee typed at 21:30 in Chile', () => {
  const save = async (vigenciaHasta: string) => {
    const who = newVisitor();
    const { 'garantia-vigencia': validity, ...before } = publicAnswers;
    await followWizard(who, before);
    const form = { ...validity, vigenciaDesde: '01-11-2026', vigenciaHasta };
    await who.save('garantia-vigencia', { ...form, g: (await firstGuarantee(who)) ?? '' });
    return (await who.draft())?.attempt?.errors.vigenciaHasta;
  };
  const firstGuarantee = async (who: ReturnType<typeof newVisitor>) =>
    (await who.draft())?.answers.garantias[0]?.id;

  test('may end today, because the day is not over in Chile', async () => {
    expect(await save('20-11-2026')).toBeUndefined();
  });

  test('may not end yesterday', async () => {
    expect(await save('19-11-2026')).toBe('Esa fecha ya pasó. Revisa el año.');
  });
});

test('at 21:30 in Chile the tenders of today can be listed, and those of tomorrow are refused', async () => {
  const list = async (day: string) => (await api(`/api/listar-licitaciones?fecha=${day}`)).status;
  expect(await list('21112026')).toBe(400);
  // A 503 shows that the day was accepted: the API would be called, but the world has no ticket.
  expect(await list('20112026')).toBe(503);
});

describe('documents at 21:30 in Chile', () => {
  let cookies: Record<string, string>;
  let accountId: string;
  beforeEach(async () => {
    ({ id: accountId, cookies } = await makeUser());
  });

  test('one that ends today counts 0 days and is critical; one that ends in 8 days is not critical yet', async () => {
    await insertDocument(accountId, { expiresAt: endOfDay('2026-11-20') });
    await insertDocument(accountId, { expiresAt: endOfDay('2026-11-28') });
    const { expiring } = await (await api('/api/documents/alerts', { cookies })).json();
    type Alert = { daysUntilExpiry: number; alertLevel: string };
    expect(expiring.map((a: Alert) => [a.daysUntilExpiry, a.alertLevel])).toEqual([
      [0, 'critical'],
      [8, 'danger'],
    ]);
    expect(await countUrgentDocuments(accountId, world.now())).toBe(2);
    await announceAlerts(world.now());
    const sentMails = await getDb().read.select().from(documentAlerts);
    expect(sentMails.map(({ level, mailedOn }) => [level, mailedOn])).toEqual([
      ['critical', '2026-11-20'],
      ['danger', '2026-11-20'],
    ]);
  });

  test('one that is kept for 30 days ends 30 days after today', async () => {
    const { expiresAt } = computeDates('certificado_f30', { uploadedAt: world.now() });
    expect(expiresAt).toBe(endOfDay('2026-12-20'));
  });

  test('the archive of personal data is named after the day in Chile', async () => {
    const response = await api('/api/account/export', { cookies });
    await response.arrayBuffer();
    expect(response.headers.get('content-disposition')).toContain('mis-datos-2026-11-20.zip');
  });
});

describe.each([
  ['21:30', 0, '2026-11-20', '2026-11-21'],
  ['00:30', 3 * HOUR, '2026-11-21', '2026-11-22'],
])('at %s in Chile', (_, later, today, tomorrow) => {
  let cookies: Record<string, string>;
  beforeEach(async () => {
    world.advance(later);
    ({ cookies } = await makeUser());
  });
  const sent = (fields: Record<string, string>) =>
    postUpload(cookies, uploadForm({ category: 'certificado_f30', ...fields }));
  const changed = async (fields: object) =>
    patchDocument(cookies, (await uploadToVault(cookies, 'certificado_f30')).id, fields);
  const reported = async (event: { kind: string; on: string }) => {
    const dates = { validFrom: '2026-01-01', validTo: '2027-12-01', issuerNumber: event.on };
    return reportEvent(cookies, (await recordOwnIssued(cookies, dates)).id, event);
  };

  test.each<[string, (day: string) => Promise<Response>]>([
    ['the date of an upload', (issuedAt) => sent({ issuedAt })],
    ['the date of a document that is edited', (issuedAt) => changed({ issuedAt })],
    ['the day of a return', (on) => reported({ kind: 'devuelta', on })],
    ['the day of a claim', (on) => reported({ kind: 'cobrada', on })],
  ])('%s may be today, and not tomorrow', async (_name, act) => {
    expect([(await act(today)).status, (await act(tomorrow)).status]).toEqual([200, 400]);
  });

  test.each<[string, (fields: { issuedToday: string }) => Promise<Response>]>([
    ['an upload', sent],
    ['an edit', changed],
  ])('«De hoy» stores the day in Chile with %s', async (_name, act) => {
    const { data } = await (await act({ issuedToday: 'true' })).json();
    expect(data).toMatchObject({ issuedAt: today });
  });
});
