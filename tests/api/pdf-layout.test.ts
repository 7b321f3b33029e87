import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { GET as receiptRoute } from '#app/pagar/[token]/comprobante/route.ts';
import { receiptBytes } from '#lib/domain/requests/submissions/receipt.ts';
import { call } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { payAsGuest } from '#tests/support/payment-links.ts';
import { payLinkOf, requestForTest } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { openRequest } from '#tests/support/requests.ts';

const { webpay, cookies, request, page } = await requestForTest(publicBody);

type Box = { text: string; left: number; right: number; bottom: number; top: number };

/** Returns where pdf.js finds each text of the first page, in points from its lower left corner. */
async function textsOf(bytes: Buffer): Promise<Box[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { items } = await (await document.getPage(1)).getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , size = 0, left = 0, base = 0] = item.transform as number[];
    const [bottom, top] = [base - size * 0.2, base + size * 0.7];
    return { text: item.str, left, right: left + item.width, bottom, top };
  });
}

/** Lists pairs of texts that share a place. */
function overlapping(texts: readonly Box[]): string[][] {
  return texts.flatMap((a, n) =>
    texts
      .slice(n + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top)
      .map((b) => [a.text, b.text]),
  );
}

/** Returns the instructions that draw the pages. */
function drawingsOf(bytes: Buffer): string {
  return [...bytes.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'))
    .join('\n');
}

/** The width of the lines of our waves. */
const waves = /^0\.3 w$/m;

test('the receipt of a request has no text over another, and its code on white without waves', async () => {
  const url = `https://resguardo.cl/comprobante/${'a'.repeat(50)}`;
  const bytes = await receiptBytes(openRequest(publicBody), url);
  const texts = await textsOf(bytes);
  expect(overlapping(texts)).toEqual([]);
  const [number, received] = ['Número de solicitud', 'Recibida'].map((label) =>
    texts.find(({ text }) => text === label),
  );
  expect(received?.bottom).toBeCloseTo(number?.bottom ?? 0, 1);
  const drawings = drawingsOf(bytes);
  expect(/\n1 1 1 scn\n/.test(drawings), 'white').toBe(true);
  expect(waves.test(drawings), 'waves').toBe(false);
});

test('the receipt of a payment says for whom and what it was, and its amount once', async () => {
  await sendConditions(cookies.admin, request.id);
  await acceptConditions(request.token, 1);
  const link = payLinkOf(await page());
  const { buyOrder } = await payAsGuest(webpay, link);
  const path = `/pagar/${link}/comprobante?orden=${buyOrder}`;
  const response = await call(receiptRoute, path, { params: { token: link } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const texts = await textsOf(bytes);
  expect(overlapping(texts)).toEqual([]);
  const words = texts.map(({ text }) => text);
  expect(words).toEqual(
    expect.arrayContaining(['Constructora Andes SpA', 'Emisor', 'Aseguradora Andes']),
  );
  expect(words.filter((text) => text.includes('45.000'))).toEqual(['$ 45.000']);
  expect(waves.test(drawingsOf(bytes)), 'waves').toBe(true);
});
