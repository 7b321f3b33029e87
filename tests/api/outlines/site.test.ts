import { expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ContactPage from '#app/(sitio)/contacto/page.tsx';
import ExpertPage from '#app/(sitio)/experto/page.tsx';
import TendersPage from '#app/(sitio)/licitaciones/page.tsx';
import HomePage from '#app/(sitio)/page.tsx';
import PrivacyPage from '#app/(sitio)/privacidad/page.tsx';
import DocsPage from '#app/docs/page.tsx';
import VerifyPage from '#app/v/page.tsx';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { listDay, marketplaceForTest } from '#tests/support/marketplace.ts';
import { collectPages, markupOrRedirect } from '#tests/support/page-outlines.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { chileanLocalTime, createTender } from '#tests/support/tender-fixtures.ts';
import { openCodePage } from '#tests/support/verification.ts';
import { reachReview } from '#tests/support/wizard.ts';
import { START } from '#tests/support/world.ts';

const guarantee = {
  title: 'Garantía de Seriedad de Ofertas',
  until: '15-03-2027',
  amount: '1',
  unit: '%',
};
const tenders = [
  createTender({ guarantees: [guarantee] }),
  createTender({
    code: '3667-13-LE26',
    name: 'Aseo de oficinas',
    closesAt: chileanLocalTime(START + 20 * HOUR),
  }),
  createTender({
    code: '3667-14-LE26',
    name: 'Caminos vecinales',
    closesAt: chileanLocalTime(START - HOUR),
  }),
];
const { world } = marketplaceForTest({ tenders });
const about = {
  ABOUT_OWNER: 'Garantías Andes SpA, RUT 76.123.456-0.',
  ABOUT_ANSWER_HOURS: '4',
  ABOUT_ISSUE_DAYS: '2',
  ABOUT_PHONE: '+56 2 2345 6789',
  ABOUT_WHATSAPP: '+56 9 8765 4321',
  ABOUT_REFUND: 'Si no se emite, te devolvemos lo pagado.',
  EXAMPLE_PRICES: 'seriedad=25000-60000 pesos,cumplimiento=1.5-4 % del monto al año@2026-11-01',
};

test('the public pages, with and without the operator’s settings, have the approved outline', async () => {
  const story = collectPages('site');
  const home = () => renderPage(async () => HomePage(), {});
  const pages = { contact: ContactPage, advisor: AdvisorPage, expert: ExpertPage };
  browseAs({});
  story.add('home', 'nothing set', await home());
  for (const [name, Page] of Object.entries(pages))
    story.add(name, 'nothing set', await renderPage(Page, {}));
  const answer = await (await openCodePage('AAAAA-AAAAA-AAAAA-AAAAA')).text();
  story.add('verify', 'no code', await renderPage(VerifyPage, {}));
  story.add('verify', 'unknown code', answer);
  story.add('docs', 'all', await renderPage(async () => DocsPage(), {}));
  await listDay('20112026');
  story.add('tenders', 'opened', await renderPage(TendersPage, {}));
  story.add('tenders', 'by word', await renderPage(TendersPage, {}, { q: 'caminos' }));
  story.add(
    'tenders',
    'by id',
    await markupOrRedirect(renderPage(TendersPage, {}, { id: '3667-12-LP26' })),
  );
  story.add(
    'tenders',
    'by unknown id',
    await markupOrRedirect(renderPage(TendersPage, {}, { id: '9999-1-LE26' })),
  );
  const who = await reachReview();
  browseAs(who.cookies);
  story.add('home', 'with a draft', await home());
  story.add('advisor', 'from a draft', await renderPage(AdvisorPage, {}, who.query()));
  for (const [name, path] of [
    ['contact', '/contacto'],
    ['advisor', '/asesor'],
  ] as const) {
    const form = { correo: 'x', telefono: '1', mensaje: 'Hola' };
    const refused = await postForm(`${path}/enviar`, { form });
    expect(refused.status).toBe(303);
    browseAs(cookiesOf(refused));
    const { searchParams } = new URL(refused.headers.get('location') ?? '', 'http://x');
    const page = await renderPage(pages[name], {}, Object.fromEntries(searchParams));
    story.add(name, 'refused', page);
  }
  world.advance(DAY);
  await world.reopen(about);
  browseAs({});
  story.add('home', 'all set', await home());
  for (const [name, Page] of Object.entries(pages))
    story.add(name, 'all set', await renderPage(Page, {}));
  story.add('privacy', 'all set', await renderPage(async () => PrivacyPage(), {}));
  await story.expectApproved();
});
