import { beforeEach, describe, expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import { DAY } from '#lib/platform/process/durations.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { deskForTest } from '#tests/support/desk.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { askAs, show, textOf } from '#tests/support/page-request.ts';

const about = {
  ABOUT_PHONE: '+56 2 2345 6789',
  ABOUT_WHATSAPP: '+56 9 8765 4321',
  ABOUT_ANSWER_HOURS: '4',
};
const { world, lead } = deskForTest(about);
const REACHED = 'Para llegar a tiempo, llama al +56 2 2345 6789 o escribe por WhatsApp al';

describe('who has little time is told how to reach the team', () => {
  beforeEach(() => askAs({}));

  test('on the page of a message that closes today or tomorrow', async () => {
    const page = async (cuando_cierra: string) => {
      await sendContact({ ...contactBody, cuando_cierra }, { path: '/api/contact-advisor' });
      const id = (await storedLeads()).at(-1)?.id ?? 0;
      return textOf(await show(ReceivedPage, { token: await shownToken('lead-receipt', id) }));
    };
    expect(await page('Mañana')).toContain(REACHED);
    expect(await page('Más adelante')).not.toContain(REACHED);
  });

  test('and on a weekend that nobody answers calls, as far as the hours are known', async () => {
    const page = async () => textOf(await show(AdvisorPage, {}));
    expect(await page()).not.toContain('no atendemos');
    world.advance(2 * DAY);
    expect(await page()).toContain('Hoy domingo no atendemos por teléfono.');
    const { ABOUT_ANSWER_HOURS: _, ...unknown } = about;
    await world.reopen(unknown);
    world.advance(2 * DAY);
    expect(await page()).toContain('llama al');
    expect(await page()).not.toContain('no atendemos');
  });
});

test('an advisor calls a phone that was typed without its country', async () => {
  const { id } = await sendRequest({ ...publicBody, telefonoSolicitante: '9 1234 5678' });
  expect(await lead(id)).toContain('href="tel:+56912345678"');
});
