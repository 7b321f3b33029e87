import { natural, signUp } from '#tests/e2e/support/account.ts';
import { advisorOf, logInAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { test as base, expect } from '#tests/e2e/support/app.ts';
import { prepare, press, send } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { mailsOf } from '#tests/e2e/support/mails.ts';
import { type HubspotStandIn, startHubspot } from '#tests/support/providers/hubspot.ts';
import { demoStageMap } from '#tests/support/providers/hubspot-page.ts';
import { bookingEvent, sendBooking } from '#tests/support/providers/scheduling.ts';

const appSecret = 'secreto de la app de HubSpot';
const schedulingSecret = 'secreto de la agenda';

/** An app whose CRM is the stand-in, which tells it of moved deals. */
const test = base.extend<object, { hubspot: HubspotStandIn }>({
  hubspot: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
    async ({}, use) => {
      const hubspot = await startHubspot();
      await use(hubspot);
      await hubspot.close();
    },
    { scope: 'worker' },
  ],
  appVariables: [
    async ({ hubspot }, use) =>
      use({
        ...hubspot.variables,
        HUBSPOT_APP_SECRET: appSecret,
        HUBSPOT_STAGES: demoStageMap,
        SCHEDULING_WEBHOOK_SECRET: schedulingSecret,
      }),
    { scope: 'worker' },
  ],
});

test('a request reaches the CRM; booking and stage come back to the panel', async ({
  page,
  app,
  hubspot,
  newDevice,
}) => {
  const person = natural('pedro@montajes.cl');
  await signUp(page, app, person);
  await prepare(page, shortSample(person.email).answers);
  const number = await send(page);
  await mailsOf(app, person.email);
  await expect.poll(() => hubspot.notes.length).toBe(1);
  expect([hubspot.contacts.length, hubspot.deals.length]).toEqual([1, 1]);
  expect(hubspot.contacts[0]?.properties.email).toBe(person.email);
  expect(hubspot.deals[0]?.properties.dealname).toContain(`Solicitud N.º ${number} · `);

  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const createdAt = new Date().toISOString();
  const booking = bookingEvent({ email: person.email, createdAt, startTime });
  const url = `${app.url}/api/webhooks/scheduling`;
  expect((await sendBooking(url, booking, schedulingSecret)).status).toBe(200);
  await expect.poll(() => hubspot.notes.at(-1)?.properties.hs_note_body).toContain('agendada');

  hubspot.tellTo({ url: `${app.url}/api/webhooks/crm`, appSecret });
  const reply = await hubspot.moveDeal(hubspot.deals[0]?.id ?? '', 'contractsent');
  expect(await reply?.json()).toMatchObject({ data: { received: 1, processed: 1 } });

  // Its mail, and the state with it, comes a minute later: too long for here, see state-undone.test.ts.
  await page.goto(`/panel/solicitudes/${number}`);
  const main = page.locator('main');
  await expect(main).toContainText(`N.º ${number}`);
  await expect(main).toContainText('Recibida');
  await expect(main).toContainText('Reunión agendada');
  await expectAccessible(page, 'the request, booked');

  const desk = await newDevice();
  await desk.goto(`/admin?q=${encodeURIComponent(person.email)}`);
  await logInAs(desk, await advisorOf(app));
  await press(desk, desk.getByRole('cell').getByRole('link').first());
  const lead = desk.locator('main');
  await expect(lead).toContainText(`Solicitud N.º ${number}`);
  await expect(lead).toContainText('Pasó de «Por atender» a «Aprobada»');
  await expect(lead).toContainText(hubspot.deals[0]?.id ?? 'no deal');
  await expect(lead).toContainText('Reunión agendada');
  await expect(lead).not.toContainText('Todavía no está en el CRM');
});
