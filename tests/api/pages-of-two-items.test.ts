import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import PanelPage from '#app/panel/page.tsx';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { moveRequest, recordIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import type { Cookies } from '#tests/support/payments.ts';
import { requestForTest } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import { requestDocuments, sendRequestedDocuments } from '#tests/support/requested-documents.ts';

const [item] = publicBody.garantias;
const garantias = [item, { ...item, tipoGarantia: 'anticipo', montoGarantia: '100' }];
const { webpay, cookies, request, page, world } = await requestForTest({
  ...publicBody,
  garantias,
});

const facts = [{}, { type: 'anticipo', amount: '100', issuerNumber: 'PZ-2' }];
const record = (n: number) => recordIssued(cookies.admin, request.id, { ...facts[n], item: n });

async function seen(as: Cookies, draw: () => Promise<string>): Promise<string> {
  browseAs(as);
  const html = await draw();
  browseAs({});
  return html;
}
const leadPage = () => seen(cookies.admin, () => renderPage(LeadPage, { id: `${request.id}` }));
const panel = () => seen(cookies.payer, () => renderPage(PanelPage, {}));

/** Returns the last parts of the addresses of a page directly below `start`, each once, in order. */
const leadsTo = (html: string, start: string) => {
  const links = parse(html).querySelectorAll(`[href^="${start}"]`);
  const ends = links.map(({ attributes }) => attributes.href?.slice(start.length).split('?')[0]);
  return [...new Set(ends)].filter((end) => !end?.includes('/'));
};

describe.each([0, 1])(
  'when of two things in a request only that with index %i is done,',
  (done) => {
    const open = 1 - done;

    test('every button to record a guarantee leads to the other one', async () => {
      const start = `/admin/leads/${request.id}/emision/`;
      await moveRequest(request.id, 'aprobada');
      expect(leadsTo(await leadPage(), start)).toEqual(['0', '1']);
      await record(done);
      const html = await leadPage();
      expect(textOf(html)).toContain('1 de 2 emitidas');
      expect(leadsTo(html, start)).toEqual([`${open}`]);
      expect(textOf(await page())).toContain('1 de 2 emitidas');
      await record(open);
      expect(leadsTo(await leadPage(), start)).toEqual([]);
    });

    test('every link to pay leads to the other payment', async () => {
      const leadId = request.id;
      const links = [await requestPayment(cookies.admin, { leadId, amount: 45_000 })];
      world.advance(1000);
      const more = { amount: 60_000, description: 'Saldo', open: 'keep' };
      links.push(await requestPayment(cookies.admin, { leadId, ...more }));
      const both = [...links].sort();
      expect(leadsTo(await page(), '/pagar/').sort()).toEqual(both);
      expect(leadsTo(await panel(), '/pagar/').sort()).toEqual(both);
      await payAsGuest(webpay, links[done] ?? '');
      expect(leadsTo(await page(), '/pagar/')).toEqual([links[open]]);
      expect(leadsTo(await panel(), '/pagar/')).toEqual([links[open]]);
      const amounts = ['$ 45.000', '$ 60.000'];
      expect(textOf(await leadPage())).toContain(`Pagó ${amounts[done]} (`);
      await payAsGuest(webpay, links[open] ?? '');
      expect(leadsTo(await page(), '/pagar/')).toEqual([]);
    });

    test('the page requests only the other document', async () => {
      const names = ['Certificado de experiencia', 'Carta del banco'];
      const documents = await requestDocuments(request.id, cookies.admin, {
        otros: names.join('\n'),
      });
      const fields = async () =>
        parse(await page())
          .querySelectorAll('input[type="file"]')
          .flatMap(({ attributes: { name = '' } }) =>
            documents.findIndex(({ id }) => name === `pedido-${id}`),
          )
          .filter((at) => at >= 0);
      expect(await fields()).toEqual([0, 1]);
      const files = { [`pedido-${documents[done]?.id}`]: [textFile('Experiencia.pdf')] };
      await sendRequestedDocuments(`/comprobante/${request.token}`, { files });
      expect(await fields()).toEqual([open]);
      expect(textOf(await leadPage())).toContain('1 de 2 recibidos');
    });
  },
);

test('of two versions of conditions only the second can be accepted, and its price is requested', async () => {
  for (const price of [45_000, 60_000]) {
    world.advance(1000);
    expect(await sendConditions(cookies.admin, request.id, { price })).toBe(200);
  }
  const versions = parse(await page()).querySelectorAll('input[name="version"]');
  expect(versions.map(({ attributes }) => attributes.value)).toEqual(['2', '2']);
  expect(await acceptConditions(request.token, 1)).toContain('error=');
  expect(leadsTo(await page(), '/pagar/')).toEqual([]);
  expect(await acceptConditions(request.token, 2)).toContain('#estado');
  const [link = ''] = leadsTo(await page(), '/pagar/');
  expect(await payAsGuest(webpay, link)).toMatchObject({ amount: 60_000 });
});
