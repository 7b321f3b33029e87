import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import type { FoldId } from '#lib/domain/drafts/field-types.ts';
import { type Draft, idOfKey } from '#lib/domain/drafts/reads.ts';
import { emptyAnswers } from '#lib/domain/drafts/rules.ts';
import { foldIds, folds } from '#lib/domain/drafts/steps.ts';
import { formatAnswers } from '#lib/domain/drafts/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { browseAs, pageAnswer, textOf } from '#tests/support/page-request.ts';
import {
  answersTo,
  followWizard,
  newVisitor,
  privateAnswers,
  publicAnswers,
  reachReview,
  reachStep,
  type Visitor,
  valuesOf,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const without = (form: Record<string, string>, names: RegExp) =>
  Object.fromEntries(
    Object.entries(form).map(([name, text]) => [name, names.test(name) ? '' : text]),
  );
const folded = /^(direccion|region|comuna|nombreContacto|telefono(?!S)|email[A-Z]|fecha)/;
/** Answers of a private contract without optional fields. */
const sparse = {
  ...privateAnswers,
  'empresa-contratista': without(answersTo('empresa-contratista'), folded),
  mandante: without(answersTo('mandante'), folded),
};

/** Rewrites a stored draft as an older version left it. */
async function leaveAs(who: Visitor, change: (stored: Stored) => void): Promise<void> {
  const id = idOfKey((await who.draft())?.key ?? '');
  const [row] = await getDb().read.select().from(drafts).where(eq(drafts.id, id));
  const stored: Stored = { answers: row?.answers ?? emptyAnswers(), attempt: null };
  change(stored);
  await getDb().write((tx) =>
    tx
      .update(drafts)
      .set(stored as Pick<Draft, 'answers' | 'attempt'>)
      .where(eq(drafts.id, id)),
  );
}
type Stored = { answers: { answered: string[] }; attempt: object | null };

describe('a private request', () => {
  test('takes ten pages, and says early that the contract helps', async () => {
    const who = newVisitor();
    const { seen } = await followWizard(who, privateAnswers);
    expect([...seen, 'documentos', 'revisar']).toHaveLength(10);
    const { who: other } = await reachStep('empresa-contratista');
    const page = textOf(await stepPage(other, 'empresa-contratista'));
    expect(page).toContain('Paso 3 de 10');
    expect(page).toContain('Ten a mano el contrato: responde casi todo');
  });

  test('shows optional fields folded until they hold text or the page was answered', async () => {
    const { who } = await reachStep('mandante');
    const closed = await stepPage(who, 'mandante');
    expect(closed).toMatch(/<details id="contacto-mandante" class/);
    expect(textOf(closed)).toContain('Fechas del contrato (opcional)');
    const typed = { ...sparse.mandante, emailMandante: 'jorge' };
    expect(await who.save('mandante', typed)).toContain('aviso=revisa');
    const refused = await stepPage(who, 'mandante', { aviso: 'revisa' });
    expect(refused).toMatch(/<details id="contacto-mandante" [^>]*open=""/);
    expect(refused).toMatch(/<details id="fechas" class/);
    await who.save('mandante', sparse.mandante);
    expect(await stepPage(who, 'mandante')).toMatch(/<details id="fechas" [^>]*open=""/);
  });

  test('lists all optional fields without answers in one row, each with a link that opens its fold', async () => {
    const who = await reachReview(sparse);
    const page = await stepPage(who, 'revisar');
    const text = textOf(page);
    expect(text).toMatch(/Contacto del mandante Sin respuesta Agregar/);
    expect(text).not.toContain('Correo del mandante');
    // A single question without an answer is shown in the same way.
    expect(text).toMatch(/Documentos Contrato, Otro documento Sin respuesta Agregar/);
    expect(page).toMatch(/mandante\?cambio=1&borrador=[\w-]+#contacto-mandante"/);
    expect(page).toMatch(/empresa-contratista\?cambio=1&borrador=[\w-]+#direccion-contratista"/);
    await who.save('mandante', { ...sparse.mandante, emailMandante: 'jorge@minera.cl' });
    const some = textOf(await stepPage(who, 'revisar'));
    expect(some).toMatch(/Correo del mandante jorge@minera\.cl/);
    expect(some).toMatch(/Contacto del mandante, Teléfono del mandante Sin respuesta Agregar/);
  });
});

describe('an address or form of a former page of optional fields', () => {
  test.each(foldIds)('%s redirects to the page that has these fields now', async (fold) => {
    const isPublic = folds[fold].step === 'empresa';
    const who = await reachReview(isPublic ? publicAnswers : privateAnswers);
    const { id } = (await who.draft()) ?? {};
    browseAs(who.cookies);
    const response = await pageAnswer(StepPage, { paso: fold }, { borrador: `${id}` });
    expect(response.headers.get('location')).toBe(
      `${WIZARD}/${folds[fold].step}?borrador=${id}#${fold}`,
    );
  });

  test.each([
    [
      'contacto-mandante',
      { nombreContactoMandante: 'Rosa', telefonoMandante: '', emailMandante: '' },
    ],
    ['direccion-contratista', { direccionEmpresaContratista: 'Uno 1' }],
    ['mandante', { razonSocialMandante: 'Minera Sur', rutMandantePrivados: '' }],
  ])(
    'of %s, opened before the change, saves its fields and keeps all others',
    async (page, form) => {
      const who = await reachReview(privateAnswers);
      const before = await valuesOf(who);
      expect(await who.save(page, form)).toBe(`${WIZARD}/revisar`);
      expect(formatAnswers(await valuesOf(who))).toEqual(formatAnswers({ ...before, ...form }));
    },
  );

  test('in an old draft keeps the answers and what was refused there', async () => {
    const who = await reachReview(privateAnswers);
    const before = await valuesOf(who);
    await leaveAs(who, ({ answers }) => {
      answers.answered.push('direccion-contratista', 'contacto-mandante' satisfies FoldId);
    });
    expect(await valuesOf(who)).toEqual(before);
    expect(await who.save('tipo', { sistemaLicitacion: 'privados' })).toBe(`${WIZARD}/revisar`);
    await leaveAs(who, (stored) => {
      stored.attempt = {
        step: 'contacto-mandante',
        values: { nombreContactoMandante: 'Rosa', emailMandante: 'rosa@' },
        errors: { emailMandante: 'Revisa el correo.' },
      };
    });
    const page = await stepPage(who, 'mandante', { aviso: 'revisa' });
    expect(page).toContain('value="rosa@"');
    expect(page).toContain('value="Minera Norte S.A."');
    expect(textOf(page)).toContain('Revisa el correo.');
    expect(await who.save('contacto', answersTo('contacto'))).toBe(`${WIZARD}/mandante`);
  });
});
