import { beforeEach, describe, expect, test } from 'vitest';
import { listUnendedGuarantees } from '#lib/domain/alerts/reads.ts';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { getAccount, makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { listIssued, putIssued, reportEvent } from '#tests/support/issued.ts';
import { lastMail, listMails } from '#tests/support/sent-mails.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const EMAIL = 'ana@constructora.cl';
let cookies: Record<string, string>;
beforeEach(async () => {
  cookies = (await makeUser()).cookies;
});

const inDays = (days: number) => addDays(isoDay(world.now()), days);

async function announce(): Promise<void> {
  await announceAlerts(world.now());
  await deliverDue();
}

/** Returns subjects of the alert mails, oldest first. */
async function sentMails(): Promise<string[]> {
  return (await listMails())
    .filter(({ unsubscribeUrl }) => unsubscribeUrl)
    .sort((a, b) => a.sentAt - b.sentAt)
    .map(({ subject }) => subject);
}

const documentsButton = 'Ver mis documentos: /panel/documentos';
const guaranteesButton = 'Ver mis garantías: /panel/garantias';

const lastText = async () => (await lastMail())?.text ?? '';

describe('the mails before a guarantee ends', () => {
  test('are sent 60, 30, 15 and 7 days before the end and on the day after it, each once', async () => {
    await putIssued([{ validTo: inDays(62) }]);
    const days: [number, string][] = [];
    for (let day = 0; day < 70; day += 1) {
      const before = (await sentMails()).length;
      for (const _ of [1, 2]) await announce();
      for (const subject of (await sentMails()).slice(before)) days.push([62 - day, subject]);
      world.advance(DAY);
    }
    const name = 'Garantía N.º 1, Seriedad de la oferta';
    expect(days).toEqual([
      [60, `${name}: vence en 60 días`],
      [30, `${name}: vence en 30 días`],
      [15, `${name}: vence en 15 días`],
      [7, `${name}: vence en 7 días`],
      [-1, `${name}: venció ayer`],
    ]);
  });

  test('share one mail a day with those about documents', async () => {
    const { id } = await getAccount(EMAIL);
    await insertDocument(id, { fileName: 'F30.pdf', expiresAt: endOfDay(inDays(5)) });
    await putIssued([{ validTo: inDays(3) }, { validTo: inDays(20) }]);
    await announce();
    await announce();
    expect(await sentMails()).toEqual(['3 documentos y garantías por vencer']);
    const text = await lastText();
    expect(text).toMatch(
      /Garantía N\.º\s1[\s\S]*Vence en 3 días[\s\S]*F30\.pdf[\s\S]*Garantía N\.º\s2/,
    );
    expect(text).toContain('/panel/garantias/');
    await putIssued([{ validTo: inDays(10) }]);
    await announce();
    expect(await sentMails()).toHaveLength(1);
    world.advance(DAY);
    await announce();
    expect((await sentMails()).at(-1)).toContain('Garantía N.º 3');
  });

  test.each([
    ['documents alone', [1, 0], ['Reemplaza el documento a tiempo'], documentsButton],
    ['more documents', [2, 0], ['Reemplaza los documentos a tiempo'], documentsButton],
    ['guarantees alone', [0, 2], ['pide la prórroga ahora'], guaranteesButton],
    [
      'both',
      [1, 1],
      ['Reemplaza el documento a tiempo', 'pide la prórroga ahora'],
      documentsButton,
    ],
  ])('begin with the advice for %s, and lead to their list', async (_, counts, advices, button) => {
    const [documentCount = 0, guaranteeCount = 0] = counts;
    const { id } = await getAccount(EMAIL);
    for (let n = 0; n < documentCount; n += 1)
      await insertDocument(id, { expiresAt: endOfDay(inDays(5)) });
    await putIssued(Array(guaranteeCount).fill({ validTo: inDays(3) }));
    await announce();
    const text = (await lastText()).replaceAll('http://localhost:3000', '');
    expect(text.match(/Reemplaza (el|los) documentos?( a tiempo)?|pide [^.]+/g)).toEqual(advices);
    expect(text).toContain(`${button}\n`);
  });

  test.each([
    ['that ended', [0], 'pide una garantía nueva'],
    ['of which one ended', [0, 8], 'pide la prórroga ahora o, si ya venció, una garantía nueva'],
  ])('do not advise to extend guarantees %s', async (_, days, advice) => {
    await putIssued(days.map((day) => ({ validTo: inDays(day) })));
    await announce();
    world.advance(DAY);
    // The other guarantee is mailed again, because it ends in 7 days.
    await announce();
    expect((await lastText()).match(/pide [^.]+/g)).toEqual([advice]);
  });

  test('are not sent for returned guarantees, those of others, ends already past or more than 60 days away', async () => {
    await putIssued([
      { validTo: inDays(10), reported: 'devuelta' },
      { validTo: inDays(10), email: 'otra@andes.cl' },
      { validTo: inDays(-3) },
      { validTo: inDays(61) },
    ]);
    await announce();
    expect(await sentMails()).toEqual([]);
  });

  test('that are queued are not sent when the guarantee was returned meanwhile', async () => {
    await putIssued([{ validTo: inDays(10) }]);
    await announceAlerts(world.now());
    const { guarantees } = (await (await listIssued(cookies)).json()).data;
    await reportEvent(cookies, guarantees[0].id, { kind: 'devuelta' });
    await deliverDue();
    expect(await sentMails()).toEqual([]);
  });

  test('count days by the calendar of Chile, also late in the evening', async () => {
    // 23:00 in Chile is the next day by UTC.
    world.advance(11 * HOUR);
    await putIssued([{ validTo: inDays(7) }]);
    await announce();
    expect(await sentMails()).toEqual(['Garantía N.º 1, Seriedad de la oferta: vence en 7 días']);
  });

  test('include the last guarantees when more than 2,000 end on the same day', async () => {
    await putIssued(Array(2000).fill({ validTo: inDays(7), email: 'otra@andes.cl' }));
    await putIssued([{ validTo: inDays(7) }, { validTo: inDays(7) }]);
    await announce();
    expect(await sentMails()).toEqual(['2 garantías por vencer']);
  });
});

describe('the mails of a company about what expires', () => {
  const keepOne = (id: string) => insertDocument(id, { expiresAt: endOfDay(inDays(7)) });
  const issueOne = (companyId: string) => putIssued([{ validTo: inDays(7), companyId }]);

  test.each([
    ['a document, suspended before', keepOne, 'before'],
    ['a guarantee, suspended before', issueOne, 'before'],
    ['a document, suspended while it waits', keepOne, 'waiting'],
    ['a guarantee, suspended while it waits', issueOne, 'waiting'],
  ])('reach every active member and no suspended one: %s', async (_, put, when) => {
    const owner = await makeUser({ ...andesCompany, email: 'jefa@andes.cl' });
    const beto = await joinCompany(owner, 'beto@andes.cl');
    await joinCompany(owner, 'eva@andes.cl');
    await put(owner.id);
    if (when === 'waiting') await announceAlerts(world.now());
    const advisor = await makeAdvisor();
    const json = { change: 'suspend', reason: 'Suplantación' };
    const path = `/api/admin/accounts/${beto.personId}/access`;
    expect((await api(path, { json, cookies: advisor.cookies })).status).toBe(200);
    await announce();
    const mails = (await listMails()).filter(({ unsubscribeUrl }) => unsubscribeUrl);
    expect(mails.map(({ to }) => to).sort()).toEqual(['eva@andes.cl', 'jefa@andes.cl']);
  });
});

test('the calendar has the last day of each guarantee that was not returned', async () => {
  await putIssued([
    { validTo: '2027-03-01' },
    { validTo: '2027-04-01', reported: 'devuelta' },
    { validTo: '2027-05-01', reported: 'cobrada', claimed: '5' },
  ]);
  const file = await (await api('/api/documents/calendar.ics', { cookies })).text();
  const unfolded = file.replace(/\r\n[ \t]/g, '');
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20270301');
  expect(unfolded).toMatch(/SUMMARY:Vence: Garantía N\.º\s1\\, Seriedad de la oferta/);
  expect(unfolded).not.toContain('20270401');
  expect(unfolded).toContain('20270501');
  const { id } = await getAccount('ana@constructora.cl');
  expect(await listUnendedGuarantees(id)).toHaveLength(2);
  await getDb().write((tx) => tx.update(accounts).set({ emailVerifiedAt: null }));
  expect(await listUnendedGuarantees(id)).toEqual([]);
});

describe('the subject of one mail about several ends', () => {
  const F30 = 'certificado_f30';
  test.each([
    [[-1, 5], [], '1 garantía vencida y 1 por vencer'],
    [[-1, -1, 5], [], '2 garantías vencidas y 1 por vencer'],
    [[-1, -1], [], '2 garantías vencidas'],
    [[4, 5], [], '2 garantías por vencer'],
    [[-1], [5], 'Vencimientos: 1 ya pasó y 1 por vencer'],
    [[-1, 5], [5], 'Vencimientos: 1 ya pasó y 2 por vencer'],
    [[-1, -1], [5], 'Vencimientos: 2 ya pasaron y 1 por vencer'],
    [[5], [5], '2 documentos y garantías por vencer'],
  ])(
    'counts those past and those ahead: guarantees in %o days, documents in %o days',
    async (guarantees, documents, subject) => {
      const { id } = await getAccount(EMAIL);
      for (const days of documents) {
        await insertDocument(id, {
          category: F30,
          fileName: 'F.pdf',
          expiresAt: endOfDay(inDays(days)),
        });
      }
      const storedRows = { validFrom: '2026-01-01', createdAt: world.now() - 30 * DAY };
      await putIssued(guarantees.map((days) => ({ ...storedRows, validTo: inDays(days) })));
      await announce();
      expect(await sentMails()).toEqual([subject]);
    },
  );
});
