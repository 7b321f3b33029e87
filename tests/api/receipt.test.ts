import { describe, expect, test } from 'vitest';
import { GET as getPdf } from '#app/comprobante/[token]/pdf/route.ts';
import { receiptBytes } from '#lib/domain/requests/submissions/receipt.ts';
import { winAnsi } from '#lib/platform/files/pdf.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { call } from '#tests/support/call.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { openRequest } from '#tests/support/requests.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const url = 'https://resguardo.cl/comprobante/abc.def';
const pdfOf = (token: string) => call(getPdf, `/comprobante/${token}/pdf`, { params: { token } });

test.each([
  ['public', publicBody],
  ['private', privateBody],
])('the receipt of a %s request is a PDF for whoever has its link', async (_, body) => {
  const { submissionId } = await sendRequest(body);
  const token = await shownLinkToken('receipt', submissionId);
  const response = await pdfOf(token);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringContaining(`comprobante-solicitud-${submissionId}.pdf`),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-6).toString()).toContain('%%EOF');
});

test('the receipt answers 404 to a link with another number, signature or purpose', async () => {
  const { submissionId } = await sendRequest(publicBody);
  const token = await shownLinkToken('receipt', submissionId);
  const forged = [
    `A${token}`,
    `${token.slice(0, -2)}AA`,
    String(submissionId),
    signedToken('draft', String(submissionId)),
    signedToken('receipt', String(submissionId)),
    signedToken('receipt', '999'),
    signedToken('receipt', 'x'),
  ];
  for (const other of forged) expect((await pdfOf(other)).status, other).toBe(404);
});

describe('the receipt as PDF', () => {
  test('has the same bytes each time, also at another hour', async () => {
    const first = await receiptBytes(openRequest(publicBody), url);
    world.advance(3_600_000);
    expect(first.toString('latin1')).toContain(`/URI (${url})`);
    const second = await receiptBytes(openRequest(publicBody), url);
    expect(first.equals(second)).toBe(true);
  });

  test('names what was requested, with Spanish letters and exact amounts', async () => {
    const text = pdfText(
      await receiptBytes(
        openRequest(publicBody, {
          contrato: { uploadId: 'u', fileName: 'Bases Ñuñoa.pdf', size: 1 },
        }),
        url,
      ),
    );
    for (const part of [
      'N.º 1284',
      '20-11-2026, 12:00',
      'Ana Muñoz',
      'Seriedad de la oferta',
      '$ 1.500.000,50',
      '01-12-2026',
      '76.123.456-0',
      'Bases Ñuñoa.pdf',
      'Página 1 de 1',
      'Qué sigue',
      'Ver cómo va tu solicitud',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('spreads 20 guarantees with long wordings over several numbered pages', async () => {
    const [item] = privateBody.garantias;
    const garantias = Array.from({ length: 20 }, () => ({
      ...item,
      glosaGarantia: `${'W'.repeat(900)}\n${'ñandú '.repeat(180)}`,
    }));
    const bytes = await receiptBytes(openRequest({ ...privateBody, garantias }), url);
    const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(10);
    expect(pages).toBeLessThan(25);
    const text = pdfText(bytes);
    expect(text).toContain(`Página 1 de ${pages}`);
    expect(text).toContain(`Página ${pages} de ${pages}`);
  });

  test('replaces characters that its font lacks, each as people see it by one sign', () => {
    expect(winAnsi('Ñandú ° “€” –')).toBe('Ñandú ° “€” –');
    expect(winAnsi('n\u0303 č')).toBe('ñ c');
    expect(winAnsi('a 👩‍👩‍👧‍👦 b 李\tc')).toBe('a ? b ? c');
  });
});
