import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signedToken } from '#lib/platform/secrets.ts';
import { nothing, queuedDeliveries, rowCounts } from '#tests/support/submissions.ts';
import {
  atReview,
  privateAnswers,
  publicAnswers,
  type Visitor,
  visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const DAY = 24 * 60 * 60 * 1000;
const valuesOf = async (who: Visitor) => (await who.draft())?.answers.values ?? {};
const answersTo = (step: string) => publicAnswers[step] ?? privateAnswers[step] ?? {};

async function begun(): Promise<Visitor> {
  const who = visitor();
  await who.save('tipo', answersTo('tipo'));
  return who;
}

describe('the link to go on elsewhere', () => {
  const payloads = async () =>
    (await queuedDeliveries()).map(({ kind, payload }) => ({ kind, ...JSON.parse(payload) }));

  test('is mailed, and opens the draft on another device', async () => {
    const who = await begun();
    expect(await who.mailLink('ana@constructora.cl')).toBe(`${WIZARD}/continuar-despues?enviado=1`);
    const draft = await who.draft();
    expect(await payloads()).toMatchObject([
      { kind: 'draft.resume-mail', draftId: draft?.id, email: 'ana@constructora.cl' },
    ]);
    const phone = visitor();
    const token = signedToken('resume', draft?.id ?? '');
    expect(await phone.resume(token)).toBe(`${WIZARD}/contacto`);
    expect((await phone.draft())?.id).toBe(draft?.id);
    await phone.save('contacto', answersTo('contacto'));
    expect(await valuesOf(who)).toMatchObject({ nombreSolicitante: 'Ana Muñoz' });
  });

  test('leads to the receipt once the request was sent', async () => {
    const who = await atReview();
    const token = signedToken('resume', (await who.draft())?.id ?? '');
    const receipt = await who.send();
    expect(await visitor().resume(token)).toBe(receipt);
  });

  test.each([
    ['forged', async () => `${'A'.repeat(22)}.${'B'.repeat(43)}`],
    ['the cookie instead', async (who: Visitor) => who.cookies.borrador ?? ''],
    ['of a draft that never was', async () => signedToken('resume', 'A'.repeat(22))],
  ])('is refused: %s', async (_, make) => {
    const token = await make(await begun());
    const who = visitor();
    expect(await who.resume(token)).toBe(`${WIZARD}/retomar/${token}?error=invalid_token`);
    expect(who.cookies).toEqual({});
  });

  test('dies with its draft', async () => {
    const who = await begun();
    const token = signedToken('resume', (await who.draft())?.id ?? '');
    world.advance(31 * DAY);
    expect(await visitor().resume(token)).toContain('error=invalid_token');
  });

  test('is mailed to a real address only, and 5 times an hour at most', async () => {
    const who = await begun();
    const wrong = await who.mailLink('no es un correo');
    expect(wrong).toBe(`${WIZARD}/continuar-despues?error=validation_failed`);
    expect(await payloads()).toEqual([]);
    for (let i = 0; i < 4; i++) await who.mailLink('ana@constructora.cl');
    const flooded = await who.mailLink('ana@constructora.cl');
    expect(flooded).toBe(`${WIZARD}/continuar-despues?error=rate_limited`);
    expect(await payloads()).toHaveLength(4);
  });

  test('is not mailed without a draft', async () => {
    expect(await visitor().mailLink('ana@constructora.cl')).toBe(WIZARD);
    expect(await payloads()).toEqual([]);
  });
});

describe('a form that another site posts', () => {
  const crossSite = { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://malo.cl' } };

  test('saves nothing and comes back with the reason', async () => {
    const who = await atReview();
    const before = await who.draft();
    expect(await who.save('contacto', answersTo('contacto'), crossSite)).toBe(
      `${WIZARD}/contacto?error=csrf_invalid`,
    );
    expect(await who.send({ acepto: 'true' }, crossSite)).toBe(
      `${WIZARD}/revisar?error=csrf_invalid`,
    );
    expect(await who.attach('contrato', { quitar: '1' }, undefined, crossSite)).toBe(
      `${WIZARD}/contrato?error=csrf_invalid`,
    );
    expect(await who.draft()).toEqual(before);
    expect(await rowCounts()).toEqual(nothing);
  });
});
