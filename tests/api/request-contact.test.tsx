import { expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import GuaranteePage from '#app/garantia/[token]/page.tsx';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { moveRequest, recordIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';

const about = {
  ABOUT_PHONE: '+56 2 2345 6789',
  ABOUT_WHATSAPP: '+56 9 8765 4321',
  ABOUT_ANSWER_HOURS: '4',
};
const admin = adminAreaForTest(about);
const REACHED = /llama al \+56 2 2345 6789 ?o escribe por WhatsApp al \+56 9 8765 4321/;

/** Sends a request and issues its guarantee. Returns the pages of both. */
async function issued(cookies = admin.ana.cookies) {
  browseAs({});
  const { id } = await sendRequest(publicBody);
  const token = await shownLinkToken('receipt', id);
  const page = () => renderPage(ReceiptPage, { token });
  const first = await page();
  await moveRequest(id, 'aprobada');
  const { number } = await recordIssued(cookies, id, { tenderId: '4809-45-LE26' });
  const mail =
    (await deliverMails()).find(({ subject }) => subject.includes('está lista'))?.text ?? '';
  const link = /garantia\/([\w.-]+)/.exec(mail)?.[1] ?? '';
  browseAs({});
  return {
    id,
    number,
    link,
    first,
    last: await page(),
    guarantee: await renderPage(GuaranteePage, { token: link }),
  };
}

test('every page of a request and its guarantee says how to reach the team, and in which hours', async () => {
  const { id, number, first, last, guarantee } = await issued();
  for (const html of [first, last, guarantee]) {
    expect(textOf(html)).toMatch(REACHED);
    expect(textOf(html)).toContain('Atendemos de lunes a viernes, de 09:00 a 18:00.');
  }
  const chat = (subject: string) =>
    `https://wa.me/56987654321?text=${encodeURIComponent(`Hola, escribo por mi ${subject}, licitación 4809-45-LE26.`)}`;
  expect(first).toContain(`href="${chat(`solicitud ${formatRequestNumber(id)}`)}"`);
  expect(guarantee).toContain(`href="${chat(`garantía ${formatRequestNumber(number)}`)}"`);
});

test('without a configured number, the pages of a request and its guarantee offer no telephone or chat', async () => {
  await admin.world.reopen({ RATE_LIMITS: 'off' });
  const { cookies } = await makeAdvisor();
  const { first, last, guarantee } = await issued(cookies);
  for (const html of [first, last, guarantee]) {
    expect(textOf(html)).not.toContain('Para hablar con nosotros');
    expect(html).not.toContain('wa.me/5');
  }
});

test('the page of a guarantee shares its code, and mails the link of the request to the applicant alone', async () => {
  const { id, link, guarantee } = await issued();
  const code = /href="(\/v\/[\w-]+)"/.exec(guarantee)?.[1] ?? '';
  expect(guarantee).toContain(`value="http://localhost:3000${code}"`);
  for (const start of ['https://wa.me/?text=', 'mailto:?subject='])
    expect(guarantee).toMatch(
      new RegExp(`href="${start.replaceAll(/[?.]/g, '\\$&')}[^"]*${encodeURIComponent(code)}"`),
    );
  // The page may be forwarded, so the link of the request goes to its applicant alone.
  expect(guarantee).not.toContain('/comprobante/');
  const sent = await postForm(`/garantia/${link}/solicitud`, { form: {}, cookies: {} });
  expect(redirectOf(sent)).toBe(`/garantia/${link}?aviso=enviado#solicitud`);
  const mail = (await deliverMails()).find(({ subject }) => subject.includes('nlace'));
  expect(mail?.to).toBe(publicBody.email);
  const token = /comprobante\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(textOf(await renderPage(ReceiptPage, { token }))).toContain(`N.º ${id}`);
  expect(textOf(await renderPage(GuaranteePage, { token: link }, { aviso: 'enviado' }))).toContain(
    'El enlace va en camino',
  );
});

test('the notice after a message of the applicant names the time of the answer', async () => {
  browseAs({});
  const { id } = await sendRequest(publicBody);
  const token = await shownLinkToken('receipt', id);
  expect(textOf(await renderPage(ReceiptPage, { token }, { aviso: 'mensaje' }))).toContain(
    'Recibimos tu mensaje: un asesor te responde en 4 horas hábiles o menos, a más tardar el',
  );
});
