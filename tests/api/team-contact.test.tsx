import { beforeEach, describe, expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';

const about = {
  ABOUT_PHONE: '+56 2 2345 6789',
  ABOUT_WHATSAPP: '+56 9 8765 4321',
  ABOUT_ANSWER_HOURS: '4',
};
const { world, lead } = adminAreaForTest(about);
const REACHED = 'Para llegar a tiempo, llama al +56 2 2345 6789 o escribe por WhatsApp al';

describe('a person who has little time reads how to reach the team', () => {
  beforeEach(() => browseAs({}));

  test('on the page of a message whose deadline is today or tomorrow', async () => {
    const page = async (cuando_cierra: string) => {
      await sendContact({ ...contactBody, cuando_cierra }, { path: '/api/contact-advisor' });
      const id = (await storedLeads()).at(-1)?.id ?? 0;
      return textOf(
        await renderPage(ReceivedPage, { token: await shownLinkToken('lead-receipt', id) }),
      );
    };
    expect(await page('Mañana')).toContain(REACHED);
    expect(await page('Más adelante')).not.toContain(REACHED);
  });

  test('and, outside of office hours, when the team is back, if the hours are configured', async () => {
    const page = async () => textOf(await renderPage(AdvisorPage, {}));
    expect(await page()).not.toContain('no atendemos');
    world.advance(2 * DAY);
    const back = 'no atendemos por teléfono: volvemos el lunes 23-11-2026, 09:00.';
    expect(await page()).toContain(`Hoy domingo ${back}`);
    expect(await page()).toMatch(
      /El teléfono es \+56 2 2345 6789 ?, de lunes a viernes, de 09:00 a 18:00\./,
    );
    await world.reopen({ ...about, ABOUT_OFF_HOURS: 'WhatsApp lo leemos siempre.' });
    world.advance(8 * HOUR);
    expect(await page()).toContain(`Ahora ${back} WhatsApp lo leemos siempre.`);
    world.advance(58 * HOUR);
    expect(await page()).toContain('no atendemos por teléfono: volvemos hoy a las 09:00');
    const { ABOUT_ANSWER_HOURS: _, ...unknown } = about;
    await world.reopen(unknown);
    world.advance(2 * DAY);
    expect(await page()).toContain('llama al');
    expect(await page()).not.toContain('no atendemos');
  });
});

describe('the mail of a message whose deadline is soon', () => {
  const mailOf = async (cuando_cierra: string) => {
    await sendContact({ ...contactBody, cuando_cierra }, { path: '/api/contact-advisor' });
    return (await deliverMails()).find(({ to }) => to === contactBody.correo)?.text;
  };
  const late = 'Puede que no alcancemos: nuestra respuesta podría llegar después del cierre.';

  test('names telephone and WhatsApp during office hours', async () => {
    expect(await mailOf('Mañana')).toContain(`${REACHED} +56 9 8765 4321.`);
  });

  test('names only when the team is back, outside of office hours', async () => {
    world.advance(8 * HOUR);
    const text = await mailOf('Mañana');
    expect(text).toContain(
      `El plazo cierra el sábado 21-11-2026. Ahora no atendemos por teléfono: volvemos el lunes 23-11-2026, 09:00. ${late}`,
    );
    expect(text).not.toContain('Para llegar a tiempo');
  });

  test('names WhatsApp alone on a Sunday, if the team reads it then', async () => {
    await world.reopen({ ...about, ABOUT_OFF_HOURS: 'WhatsApp lo leemos siempre.' });
    world.advance(2 * DAY);
    expect(await mailOf('Hoy')).toContain(
      `El plazo cierra el domingo 22-11-2026. Para llegar a tiempo, escribe por WhatsApp al +56 9 8765 4321. Hoy domingo no atendemos por teléfono: volvemos el lunes 23-11-2026, 09:00. WhatsApp lo leemos siempre. ${late}`,
    );
  });
});

test('an advisor’s call link has the country code even if the phone was typed without it', async () => {
  const { id } = await sendRequest({ ...publicBody, telefonoSolicitante: '9 1234 5678' });
  expect(await lead(id)).toContain('href="tel:+56912345678"');
});
