import { describe, expect, test } from 'vitest';
import { nothing, rowCounts } from '#tests/support/submissions.ts';
import { atReview, publicAnswers, WIZARD } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('a form that another site posts', () => {
  const crossSite = { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://malo.cl' } };

  test('saves nothing and comes back with the reason', async () => {
    const who = await atReview();
    const before = await who.draft();
    expect(await who.save('contacto', publicAnswers.contacto ?? {}, crossSite)).toBe(
      `${WIZARD}/contacto?error=csrf_invalid`,
    );
    expect(await who.send({ acepto: 'true' }, crossSite)).toBe(
      `${WIZARD}/revisar?error=csrf_invalid`,
    );
    expect(await who.attach('contrato', { quitar: '1' }, undefined, crossSite)).toBe(
      `${WIZARD}/documentos?error=csrf_invalid`,
    );
    expect(await who.draft()).toEqual(before);
    expect(await rowCounts()).toEqual(nothing);
  });
});
