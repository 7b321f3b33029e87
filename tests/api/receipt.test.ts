import { expect, test } from 'vitest';
import { GET as getPdf } from '#app/comprobante/[token]/pdf/route.ts';
import { signedToken } from '#lib/platform/secrets.ts';
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { call } from '#tests/support/call.ts';
import { shownToken } from '#tests/support/links.ts';
import { submit } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const pdfOf = (token: string) => call(getPdf, `/comprobante/${token}/pdf`, { params: { token } });

test.each([
  ['public', publicBody],
  ['private', privateBody],
])('the receipt of a %s request is a PDF for whoever has its address', async (_, body) => {
  const { submissionId } = (await (await submit(body)).json()).data;
  const token = await shownToken('receipt', submissionId);
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

test('another number, signature or purpose leads nowhere', async () => {
  const { submissionId } = (await (await submit(publicBody)).json()).data;
  const token = await shownToken('receipt', submissionId);
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
