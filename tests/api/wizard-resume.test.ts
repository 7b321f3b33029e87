import { describe, expect, test } from 'vitest';
import { emptyAnswers } from '#lib/domain/drafts/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import {
  answersTo,
  newVisitor,
  reachReview,
  resumeTokenFor,
  startedVisitor,
  type Visitor,
  valuesOf,
  WIZARD,
} from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

describe('the mailed link to continue elsewhere', () => {
  const payloads = async () =>
    (await queuedDeliveries()).map(({ kind, payload }) => ({ kind, ...payload }));

  test('is mailed, and opens the draft on another device', async () => {
    const who = await startedVisitor();
    const draft = await who.draft();
    const token = await resumeTokenFor(who);
    expect(await payloads()).toMatchObject([
      { kind: 'draft.resume-mail', linkId: expect.any(String), email: 'ana@constructora.cl' },
    ]);
    const phone = newVisitor();
    expect(await phone.resume(token)).toBe(`${WIZARD}/contacto`);
    expect((await phone.draft())?.id).toBe(draft?.id);
  });

  test('is requested by a button that keeps what was typed on the open page', async () => {
    const who = await startedVisitor();
    const typed = { nombreSolicitante: 'Ana Rojas', email: 'ana@' };
    const next = await who.save('contacto', { ...typed, despues: '1' });
    expect(next).toBe(`${WIZARD}/continuar-despues`);
    expect((await who.draft())?.attempt).toMatchObject({ step: 'contacto', values: typed });
    const phone = newVisitor();
    await phone.resume(await resumeTokenFor(who, 'ana@constructora.cl'));
    expect((await phone.draft())?.answers.answered).toEqual(['tipo']);
  });

  test('closes the draft where it was begun, and neither that browser nor an older link reads it again', async () => {
    const planter = await startedVisitor();
    const own = await resumeTokenFor(planter, 'malo@mal.example');
    const token = await resumeTokenFor(planter, 'victima@constructora.cl');
    const before = { ...planter.cookies };
    const victim = newVisitor();
    await victim.resume(token);
    await victim.save('contacto', answersTo('contacto'));
    expect(await planter.draft()).toBeNull();
    expect(victim.cookies).not.toEqual(before);
    for (const used of [own, token]) {
      const again = newVisitor();
      expect(await again.resume(used)).toContain('error=invalid_token');
      expect(again.cookies).toEqual({});
    }
    expect(await valuesOf(victim)).toMatchObject({ nombreSolicitante: 'Ana Muñoz' });
    // The next device gets its own link from where the draft is open now.
    const browser = newVisitor();
    expect(await browser.resume(await resumeTokenFor(victim))).toBe(`${WIZARD}/licitacion`);
    expect(await victim.draft()).toBeNull();
  });

  test('keeps the contact only if its e-mail is the address of the mail, and otherwise asks again', async () => {
    const requested = [
      ['ana@constructora.cl', 'ana@constructora.cl', true],
      ['Ana@Constructora.cl', 'ana@constructora.CL', true],
      ['ana@constructora.cl', 'victima@constructora.cl', false],
      ['victima@constructora.cl.malo.cl', 'victima@constructora.cl', false],
    ] as const;
    for (const [i, [input, mailedTo, stays]] of requested.entries()) {
      const planter = await startedVisitor({ ip: `192.0.2.${i}` });
      await planter.save('contacto', { ...answersTo('contacto'), email: input });
      const token = await resumeTokenFor(planter, mailedTo);
      const [one, two] = [newVisitor(), newVisitor()];
      const equipo = 'E'.repeat(22);
      const next = `${WIZARD}/${stays ? 'licitacion' : 'contacto?aviso=revisa'}`;
      // A person sees the second answer of a double press.
      for (const who of [one, two]) expect(await who.resume(token, equipo)).toBe(next);
      const { answers, attempt } = (await two.draft()) ?? {};
      expect(Object.keys(answers?.values ?? {}).sort()).toEqual(
        stays
          ? ['email', 'nombreSolicitante', 'sistemaLicitacion', 'telefonoSolicitante']
          : ['sistemaLicitacion'],
      );
      expect(attempt?.errors ?? null).toEqual(
        stays ? null : { email: expect.stringContaining('este enlace llegó a otro') },
      );
    }
  });

  test('to another address drops a refused contact too, and the request waits for a new one', async () => {
    const planter = await reachReview();
    await planter.save('contacto', { ...answersTo('contacto'), telefonoSolicitante: '' });
    const victim = newVisitor();
    expect(await victim.resume(await resumeTokenFor(planter, 'victima@constructora.cl'))).toBe(
      `${WIZARD}/contacto?aviso=revisa`,
    );
    expect(JSON.stringify(await victim.draft())).not.toContain('Ana Muñoz');
    expect(await victim.send()).toBe(`${WIZARD}/contacto`);
    await victim.save('contacto', { ...answersTo('contacto'), email: 'victima@constructora.cl' });
    expect(await victim.send()).toContain('/comprobante/');
    const to = (await payloads()).filter(({ kind }) => kind === 'guarantee.acknowledgement');
    expect(to).toHaveLength(1);
    const [row] = await getDb().read.select({ email: submissions.email }).from(submissions);
    expect(row?.email).toBe('victima@constructora.cl');
  });

  test('makes the first device continue in a new draft with what it just sent, and says so', async () => {
    const who = await startedVisitor();
    await newVisitor().resume(await resumeTokenFor(who));
    expect(await who.save('contacto', answersTo('contacto'))).toBe(`${WIZARD}/tipo?aviso=en-otro`);
    expect(await valuesOf(who)).toMatchObject({ nombreSolicitante: 'Ana Muñoz' });
    expect(await who.save('tipo', answersTo('tipo'))).toBe(`${WIZARD}/licitacion`);
  });

  test('can be pressed twice, or in the browser where the draft is open, without harm', async () => {
    const who = await startedVisitor();
    const token = await resumeTokenFor(who);
    const equipo = 'E'.repeat(22);
    const [first, second] = [newVisitor(), newVisitor()];
    // A form is posted twice, and only the second answer arrives.
    await Promise.all([first.resume(token, equipo), second.resume(token, equipo)]);
    expect((await second.draft())?.id).toBe((await first.draft())?.id);
    expect(second.cookies).toEqual(first.cookies);
    // Another page view in the same browser changes nothing for its other tab.
    const before = { ...second.cookies };
    await second.resume(token);
    expect(second.cookies).toEqual(before);
    expect(await first.draft()).not.toBeNull();
  });

  test('ends when the request is sent', async () => {
    const who = await reachReview();
    const token = await resumeTokenFor(who);
    const receipt = await who.send();
    expect(await newVisitor().resume(token)).toContain('error=invalid_token');
    expect(await who.resume(token)).toBe(receipt);
  });

  test('works once, as do cookies, for drafts from before drafts had a holder', async () => {
    const id = 'D'.repeat(22);
    const row = { answers: emptyAnswers(), createdAt: world.now() };
    await getDb().write((tx) => tx.insert(drafts).values({ id, ...row, updatedAt: world.now() }));
    const who = newVisitor();
    who.cookies.borrador = signedToken('draft', id);
    who.open(id);
    expect(await who.save('tipo', answersTo('tipo'))).toBe(`${WIZARD}/contacto`);
    const phone = newVisitor();
    expect(await phone.resume(await insertLink('resume', id, { id }))).toBe(`${WIZARD}/contacto`);
    expect(await who.draft()).toBeNull();
  });

  test.each([
    ['forged', async () => `${'A'.repeat(22)}.${'B'.repeat(43)}`],
    ['the cookie instead', async (who: Visitor) => Object.values(who.cookies)[0] ?? ''],
    [
      'signed, of a draft, never given out',
      async (who: Visitor) => signedToken('resume', (await who.draft())?.id ?? ''),
    ],
    ['of a draft that never was', async () => insertLink('resume', 'A'.repeat(22))],
  ])('is refused when it is %s', async (_, make) => {
    const token = await make(await startedVisitor());
    const who = newVisitor();
    expect(await who.resume(token)).toBe(`${WIZARD}/retomar/${token}?error=invalid_token`);
    expect(who.cookies).toEqual({});
  });

  test('ends together with its draft', async () => {
    const token = await resumeTokenFor(await startedVisitor());
    world.advance(31 * DAY);
    expect(await newVisitor().resume(token)).toContain('error=invalid_token');
  });

  test('is mailed only to a valid address, and 5 times an hour at most', async () => {
    const who = await startedVisitor();
    const wrong = await who.mailLink('no es un correo');
    expect(wrong).toBe(`${WIZARD}/continuar-despues?error=validation_failed`);
    expect(await payloads()).toEqual([]);
    for (let i = 0; i < 4; i++) await who.mailLink('ana@constructora.cl');
    const flooded = await who.mailLink('ana@constructora.cl');
    expect(flooded).toBe(`${WIZARD}/continuar-despues?error=rate_limited`);
    expect(await payloads()).toHaveLength(4);
  });

  test.each([
    ['an address', (i: number) => `192.0.2.${Math.floor(i / 10)}`, 50],
    ['a /64 of one /48', (i: number) => `2001:db8:1:${i}::1`, 15],
  ])(
    'reaches one mailbox 5 times an hour from %s, and is limited over all addresses too',
    async (_, from, most) => {
      let sent = 0;
      for (let i = 0; i < 110; i++) {
        const who = await startedVisitor({ ip: from(i) });
        if ((await who.mailLink('ana@constructora.cl')).includes('enviado=1')) sent += 1;
      }
      expect(sent).toBe(most);
      const owner = await startedVisitor({ ip: '198.51.100.1' });
      const answer = await owner.mailLink('ana@constructora.cl');
      expect(answer).toContain(most < 50 ? 'enviado=1' : 'error=rate_limited');
    },
  );

  test('is not mailed without a draft', async () => {
    expect(await newVisitor().mailLink('ana@constructora.cl')).toBe(WIZARD);
    expect(await payloads()).toEqual([]);
  });

  test('is not mailed without a solved captcha where captchas are on', async () => {
    const who = await startedVisitor();
    await world.reopen({
      CAPTCHA: 'on',
      TURNSTILE_SITE_KEY: 'x',
      TURNSTILE_SECRET_KEY: 'x',
      TURNSTILE_VERIFY_URL: 'http://127.0.0.1:9/',
    });
    expect(await who.mailLink('ana@constructora.cl')).toBe(
      `${WIZARD}/continuar-despues?error=captcha_invalid`,
    );
  });
});
