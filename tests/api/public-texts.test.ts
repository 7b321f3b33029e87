import { expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { textOf } from '#tests/support/page-request.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  createShare,
  listShares,
  openSharePage,
  sharesOf,
  shareToken,
} from '#tests/support/shares.ts';
import { openCodePage, verifyCode } from '#tests/support/verification.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
const ana = forEachTest(() => makeUser({ email: 'duena@constructora.cl' }));

test.each([
  ['malo.cl/pagar/1', 'gar1'],
  ['Llame 600 123 0000', '0000'],
  ['2 A1 ve a mi wa me 56912345678', '5678'],
  ['WSAP 912345678', '5678'],
  ['1 t me x', 'tmex'],
  ['PZ-2026/000123', '0123'],
])(
  'of the guarantee number %s that a company typed, /v and /api/verify show only its end %s',
  async (typed, end) => {
    const record = { issuerName: 'BancoEstado', issuerNumber: typed };
    const { verificationCode } = await recordOwnIssued(ana.cookies, record);
    const page = await (await openCodePage(verificationCode)).text();
    const reply = await (await verifyCode(verificationCode)).text();
    for (const text of [page, reply]) {
      expect(text).not.toContain(typed.slice(0, -4));
      expect(text).toContain(`…${end}`);
    }
    expect(page).toContain(`el número que trae el documento, que termina en ${end}.`);
  },
);

const HOSTILE = [
  'Banco avisa: pague en https://malo.cl o 600 123 0000',
  'Transfiera a la CuentaRUT 12.345.678-5',
];

test.each(HOSTILE)(
  'the document title %s appears on no page and in no ZIP of a link',
  async (customTitle) => {
    const hostile = await addDocument(ana.id, { category: 'otros', customTitle });
    const honest = await addDocument(ana.id, { category: 'otros', customTitle: 'Patente 2026' });
    await createShare(ana, { documentKey: hostile.fileId });
    await createShare(ana, { documentKeys: [hostile.fileId, honest.fileId] });
    const [first, other] = await sharesOf(ana);
    const pages = [
      await (await openSharePage(first.shortUrl)).text(),
      await (await openSharePage(other.shortUrl)).text(),
    ];
    for (const page of pages) expect(page).not.toMatch(/malo\.cl|600 123|CuentaRUT/);
    expect(pages.join()).toMatch(/<h1[^>]*>Otros/);
    expect(pages.join()).toContain('Patente 2026');
    const token = await shareToken(ana, { documentKeys: [hostile.fileId, honest.fileId] });
    const zip = Buffer.from(await (await api(`/api/share/${token}`)).arrayBuffer()).toString(
      'latin1',
    );
    expect(zip).not.toMatch(/malo\.cl|600 123|CuentaRUT/);
    expect(zip).toContain('Patente 2026');
    // The owner reads the title in its typed form.
    expect(await (await listShares(ana)).text()).toContain(customTitle);
  },
);

test.each([
  'Banco avisa: transfiera a la CuentaRUT 12.345.678-5',
  'Su cuenta fue bloqueada, llame al 98765432-1',
  'Llame al 60-01-2345',
])('label and note of a link refuse %s, and an old one is not shown', async (text) => {
  const { fileId: documentKey } = await addDocument(ana.id);
  for (const field of ['label', 'recipientNote']) {
    const refused = await createShare(ana, { documentKey, [field]: text });
    expect([field, refused.status]).toEqual([field, 400]);
    expect(Object.keys((await refused.json()).fields)).toEqual([field]);
  }
  await createShare(ana, { documentKey });
  await getDb().client.execute({
    sql: 'update share_links set label = ?, note = ?',
    args: [text, text],
  });
  const [link] = await sharesOf(ana);
  expect(await (await openSharePage(link.shortUrl)).text()).not.toContain(text);
});

test.each([
  'Licitación 2239-17-LR26, RUT 76.123.456-0',
  'Factura 12345 del 15-03-2027 por $ 15.000.000',
  'Comprobante de transferencia',
])('label and note of a link accept %s', async (text) => {
  const { fileId: documentKey } = await addDocument(ana.id);
  expect((await createShare(ana, { documentKey, label: text, recipientNote: text })).status).toBe(
    200,
  );
  const [link] = await sharesOf(ana);
  const shown = textOf(await (await openSharePage(link.shortUrl)).text());
  expect(shown.split(text).length).toBeGreaterThan(2);
});

test.each([
  'Banco Estado pide su PIN hoy, conteste este correo',
  'Envie su segunda c-l-a-v-e hoy, Banco Estado',
  'Tesorería General',
])('no mail to other people names %s as its sender', async (name) => {
  const args = [name];
  await getDb().client.execute({ sql: 'update accounts set name = ?, razon_social = null', args });
  const { fileId: documentKey } = await addDocument(ana.id);
  await createShare(ana, { documentKey, recipients: 'Luis <luis@victima.cl>' });
  const [{ id }] = await sharesOf(ana);
  await api('/api/documents/shares/send', { json: { ids: [id] }, cookies: ana.cookies });
  const mail = (await deliverMails()).find(({ to }) => to === 'luis@victima.cl');
  expect(mail?.subject).toBe('Una persona registrada te comparte un documento');
  expect(`${mail?.html} ${mail?.text} ${mail?.replyTo}`).not.toMatch(/PIN|c-l-a-v-e|Tesorer/);
});
