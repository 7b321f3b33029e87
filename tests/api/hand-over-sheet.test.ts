import { beforeEach, describe, expect, test } from 'vitest';
import { GET as linkedDocument } from '#app/garantia/[token]/documento/route.ts';
import { GET as linkedSheet } from '#app/garantia/[token]/hoja/route.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { api, call } from '#tests/support/call.ts';
import {
  approvedRequest,
  recordIssued,
  recordOwnIssued,
  reportEvent,
} from '#tests/support/issued.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { samples } from '#tests/support/sample-files.ts';
import { changeVerificationCode } from '#tests/support/verification.ts';
import { forEachTest } from '#tests/support/world.ts';

type Cookies = Record<string, string>;

const admin = forEachTest(() => openAdminArea());
let lead: number;
let mine: Cookies;
beforeEach(async () => {
  ({ id: lead } = await approvedRequest());
  mine = (await makeUser()).cookies;
});

const sheet = (id: string, cookies?: Cookies) =>
  api(`/api/guarantees/issued/${id}/sheet`, {
    ...(cookies && { cookies }),
  });
const bytesOf = async (asking: Promise<Response>) =>
  Buffer.from(await (await asking).arrayBuffer());
const own = async (changes: object = {}) =>
  await recordOwnIssued(mine, { issuerNumber: 'OTRA-1', ...changes });
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

describe('the hand-over sheet', () => {
  test('names the guarantee and its beneficiary, and how to verify it', async () => {
    const issuerVerifyUrl = 'https://verifica.andes.example/poliza';
    const issuedGuarantee = await recordIssued(admin.ana.cookies, lead, { issuerVerifyUrl });
    const response = await sheet(issuedGuarantee.id, mine);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(
        `hoja-de-entrega-${issuedGuarantee.number}.pdf`,
      ),
      'cache-control': 'private, no-store',
    });
    const pdf = Buffer.from(await response.arrayBuffer());
    expect(pdf.toString('latin1')).toContain(
      `/URI (http://localhost:3000/v/${issuedGuarantee.verificationCode})`,
    );
    const text = pdfText(pdf);
    for (const phrase of [
      'Hoja de entrega de una garantía',
      'Para Municipalidad de Mostazal, RUT 69.265.000-K',
      'Resguardo',
      '$ 1.500.000,50',
      issuedGuarantee.verificationCode,
      'Esta hoja no es la garantía.',
      'Cómo entregarla',
    ]) {
      expect(text).toContain(phrase);
    }
    expect(text.replace(/\s/g, '')).toContain(
      `AseguradoraAndes,en${issuerVerifyUrl}.Nadareemplaza`,
    );
    expect(text.replace(/\s+/g, ' ')).toContain('comparar el archivo');
    expect(text).not.toContain('Registrada por la propia empresa');
    expect(await bytesOf(sheet(issuedGuarantee.id, admin.ana.cookies))).toEqual(pdf);
  });

  test('of a guarantee that a company recorded says so below its title, and does not mention Resguardo', async () => {
    const issuedGuarantee = await own();
    const pdf = await bytesOf(sheet(issuedGuarantee.id, mine));
    const lines = pdfText(pdf).split('\n');
    const at = lines.indexOf('Hoja de entrega de una garantía');
    expect(lines[at + 1]).toBe('Registrada por la propia empresa');
    expect(lines.join(' ')).not.toContain('comparar');
    expect(lines).not.toContain('Resguardo');
    expect(pdf.toString('latin1')).not.toContain('Resguardo');
  });

  test('without a verification code names the issuer only', async () => {
    const issuedGuarantee = await own();
    await changeVerificationCode(mine, issuedGuarantee.id, 'end');
    const pdf = await bytesOf(sheet(issuedGuarantee.id, mine));
    expect(pdf.toString('latin1')).not.toContain('/URI');
    expect(pdfText(pdf)).toContain('Su código de verificación está cerrado.');
  });

  test('is one page even with the longest texts', async () => {
    const issuedGuarantee = await own({
      issuerName: 'Compañía '.repeat(13).trim(),
      issuerNumber: 'W'.repeat(60),
      issuerVerifyUrl: `https://andes.example/${'a'.repeat(2000)}`,
      holderName: 'W'.repeat(200),
      beneficiaryName: 'W'.repeat(200),
      amount: `${'9'.repeat(15)}.99`,
      claimUntil: '2027-04-01',
    });
    expect(pagesIn(await bytesOf(sheet(issuedGuarantee.id, mine)))).toBe(1);
  });

  test('is for the owner and the team only, and refused for an annulled guarantee', async () => {
    const issuedGuarantee = await own();
    const { cookies: stranger } = await makeUser({ email: 'otra@empresa.cl' });
    expect((await sheet(issuedGuarantee.id, stranger)).status).toBe(404);
    expect((await sheet(issuedGuarantee.id)).status).toBe(401);
    await reportEvent(mine, issuedGuarantee.id, { kind: 'anulada' });
    expect((await sheet(issuedGuarantee.id, mine)).status).toBe(409);
  });
});

describe('the link in the mail about an issued guarantee', () => {
  const linked = (route: typeof linkedSheet, subject: string, token: string) =>
    call(route, `/garantia/${token}/${subject}`, { params: { token } });
  const both = (token: string) =>
    Promise.all([linked(linkedSheet, 'hoja', token), linked(linkedDocument, 'documento', token)]);
  const statuses = async (token: string) => (await both(token)).map(({ status }) => status);

  test('gives hand-over sheet and document for 30 days, without a session', async () => {
    const issuedGuarantee = await recordIssued(admin.ana.cookies, lead);
    const token = await insertLink('issued', issuedGuarantee.number, {
      endsAt: admin.world.now() + 30 * DAY,
    });
    const [pdf, document] = await both(token);
    expect(Buffer.from(await pdf.arrayBuffer())).toEqual(
      await bytesOf(sheet(issuedGuarantee.id, mine)),
    );
    expect(Buffer.from(await document.arrayBuffer())).toEqual(samples.pdf);
    expect(document.headers.get('content-disposition')).toMatch(/^attachment/);
    admin.world.advance(30 * DAY + 1);
    expect(await statuses(token)).toEqual([410, 410]);
  });

  test('of another purpose, or made up, is answered with 404', async () => {
    const issuedGuarantee = await recordIssued(admin.ana.cookies, lead);
    const other = await insertLink('receipt', issuedGuarantee.number);
    for (const token of [other, 'x', signedToken('issued', 'x'), issuedGuarantee.id]) {
      expect(await statuses(token), token).toEqual([404, 404]);
    }
  });
});
