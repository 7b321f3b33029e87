import { expect, test } from 'vitest';
import { answersTo, reachReview, valuesOf, WIZARD } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

test('"Volver" leads back to the review from a page that the review opened, also after an error', async () => {
  const who = await reachReview();
  const review = await stepPage(who, 'revisar');
  expect(review).toMatch(/\/contacto\?cambio=1&borrador=/);
  const opened = await stepPage(who, 'contacto', { cambio: '1' });
  expect(opened).toContain('name="cambio" value="1"');
  const changed = { ...answersTo('contacto'), nombreSolicitante: 'Otro Nombre', cambio: '1' };
  expect(await who.save('contacto', { ...changed, volver: '1' })).toBe(`${WIZARD}/revisar`);
  expect(await valuesOf(who)).toMatchObject({ nombreSolicitante: 'Otro Nombre' });
  const refused = await who.save('contacto', { ...changed, email: 'sin arroba' });
  expect(refused).toContain('cambio=1');
  const files = await stepPage(who, 'documentos', { cambio: '1' });
  expect(files).toMatch(/href="[^"]*\/revisar[^"]*"[^>]*>(?:<svg.*?<\/svg>)?Volver/);
});
