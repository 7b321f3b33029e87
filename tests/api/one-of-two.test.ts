import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import PanelPage from '#app/panel/page.tsx';
import { publicBody } from '#tests/support/bodies.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { moveTo, recorded } from '#tests/support/issued.ts';
import { browseAs, show, textOf } from '#tests/support/page-request.ts';
import { askedOf, sendPapers } from '#tests/support/papers.ts';
import { askForMoney, payAsGuest } from '#tests/support/payment-links.ts';
import type { Cookies } from '#tests/support/payments.ts';
import { requestForTest } from '#tests/support/payments-world.ts';
import { file } from '#tests/support/request-files.ts';

const [item] = publicBody.garantias;
const garantias = [item, { ...item, tipoGarantia: 'anticipo', montoGarantia: '100' }];
const { webpay, cookies, request, page, world } = await requestForTest({
  ...publicBody,
  garantias,
});

const facts = [{}, { type: 'anticipo', amount: '100', issuerNumber: 'PZ-2' }];
const record = (n: number) => recorded(cookies.admin, request.id, { ...facts[n], item: n });

async function seen(as: Cookies, draw: () => Promise<string>): Promise<string> {
  browseAs(as);
  const html = await draw();
  browseAs({});
  return html;
}
const desk = () => seen(cookies.admin, () => show(LeadPage, { id: `${request.id}` }));
const panel = () => seen(cookies.payer, () => show(PanelPage, {}));

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
      await moveTo(request.id, 'aprobada');
      expect(leadsTo(await desk(), start)).toEqual(['0', '1']);
      await record(done);
      const html = await desk();
      expect(textOf(html)).toContain('1 de 2 emitidas');
      expect(leadsTo(html, start)).toEqual([`${open}`]);
      expect(textOf(await page())).toContain('1 de 2 emitidas');
      await record(open);
      expect(leadsTo(await desk(), start)).toEqual([]);
    });

    test('every link to pay leads to the other payment', async () => {
      const leadId = request.id;
      const links = [await askForMoney(cookies.admin, { leadId, amount: 45_000 })];
      world.advance(1000);
      const more = { amount: 60_000, description: 'Saldo', open: 'keep' };
      links.push(await askForMoney(cookies.admin, { leadId, ...more }));
      const both = [...links].sort();
      expect(leadsTo(await page(), '/pagar/').sort()).toEqual(both);
      expect(leadsTo(await panel(), '/pagar/').sort()).toEqual(both);
      await payAsGuest(webpay, links[done] ?? '');
      expect(leadsTo(await page(), '/pagar/')).toEqual([links[open]]);
      expect(leadsTo(await panel(), '/pagar/')).toEqual([links[open]]);
      const amounts = ['$ 45.000', '$ 60.000'];
      expect(textOf(await desk())).toContain(`Pagó ${amounts[done]} (`);
      await payAsGuest(webpay, links[open] ?? '');
      expect(leadsTo(await page(), '/pagar/')).toEqual([]);
    });

    test('the page requests only the other document', async () => {
      const names = ['Certificado de experiencia', 'Carta del banco'];
      const papers = await askedOf(request.id, cookies.admin, { otros: names.join('\n') });
      const fields = async () =>
        parse(await page())
          .querySelectorAll('input[type="file"]')
          .flatMap(({ attributes: { name = '' } }) =>
            papers.findIndex(({ id }) => name === `pedido-${id}`),
          )
          .filter((at) => at >= 0);
      expect(await fields()).toEqual([0, 1]);
      const files = { [`pedido-${papers[done]?.id}`]: [file('Experiencia.pdf')] };
      await sendPapers(`/comprobante/${request.token}`, { files });
      expect(await fields()).toEqual([open]);
      expect(textOf(await desk())).toContain('1 de 2 recibidos');
    });
  },
);

test('of two versions of conditions only the second can be accepted, and its price is requested', async () => {
  for (const price of [45_000, 60_000]) {
    world.advance(1000);
    expect(await offer(cookies.admin, request.id, { price })).toBe(200);
  }
  const versions = parse(await page()).querySelectorAll('input[name="version"]');
  expect(versions.map(({ attributes }) => attributes.value)).toEqual(['2', '2']);
  expect(await accept(request.token, 1)).toContain('error=');
  expect(leadsTo(await page(), '/pagar/')).toEqual([]);
  expect(await accept(request.token, 2)).toContain('#estado');
  const [link = ''] = leadsTo(await page(), '/pagar/');
  expect(await payAsGuest(webpay, link)).toMatchObject({ amount: 60_000 });
});
