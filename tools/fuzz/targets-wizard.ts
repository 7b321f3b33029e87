import { draftToken } from '#lib/domain/drafts/reads.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { publicAnswers, reachReview } from '#tests/support/wizard.ts';
import type { Target } from '#tools/fuzz/target.ts';

let complete: Promise<DraftAnswers> | undefined;

/**
 * Makes a complete draft, without the answers of the pages in `without`. Walks through the wizard
 * only once.
 */
async function newDraft(without: string[] = []) {
  complete ??= reachReview().then(async (who) => {
    const draft = await who.draft();
    if (!draft) throw new Error('the walk left no draft');
    return draft.answers;
  });
  const answers = structuredClone(await complete);
  answers.answered = answers.answered.filter((step) => !without.includes(step));
  const id = randomId();
  const row = { answers, createdAt: now(), updatedAt: now() };
  await getDb().write((tx) => tx.insert(drafts).values({ id, ...row }));
  const cookies = { [cookieNames.draft + id.slice(0, 8)]: draftToken(id) };
  return { id, answers, cookies, query: { borrador: id } };
}

const steps = Object.keys(publicAnswers).filter((step) => step !== 'garantias');
let index = 0;

export const wizardTargets: Record<string, Target> = {
  '/gestiona-tu-garantia/documentos/archivos': async () => ({
    ...(await newDraft(['documentos'])),
    form: {},
    file: 'contrato',
  }),
  '/gestiona-tu-garantia/{paso}/guardar': async () => {
    const paso = steps[index++ % steps.length] ?? 'tipo';
    const { answers, ...draft } = await newDraft();
    const [item] = answers.garantias;
    const g: Record<string, string> = paso.startsWith('garantia-') && item ? { g: item.id } : {};
    return { form: { ...publicAnswers[paso], ...g }, params: { paso }, ...draft };
  },
  '/gestiona-tu-garantia/continuar-despues/enviar': async () => ({
    ...(await newDraft()),
    form: { email: 'ana@ejemplo.cl' },
  }),
  '/gestiona-tu-garantia/borrar': async () => {
    const { id, cookies } = await newDraft();
    return { form: { borrador: id }, cookies };
  },
  '/gestiona-tu-garantia/enviar': async () => ({
    ...(await newDraft()),
    form: { acepto: 'true' },
  }),
  '/gestiona-tu-garantia/quitar': async () => {
    const { answers, ...draft } = await newDraft();
    return { form: { g: answers.garantias[0]?.id ?? '' }, ...draft };
  },
  '/gestiona-tu-garantia/retomar/{token}/abrir': async () => ({
    form: {},
    params: { token: await insertLink('resume', (await newDraft()).id) },
  }),
  '/gestiona-tu-garantia/sugerencia': async () => ({
    ...(await newDraft()),
    form: { sugerencia: 'seriedad' },
  }),
};
