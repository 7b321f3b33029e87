import { describe, expect, test } from 'vitest';
import { reviewCards } from '#components/wizard/review-rows.ts';
import { answersToFollow } from '#lib/domain/drafts/earlier-answers.ts';
import {
  emptyAnswers,
  nextPage,
  pathOf,
  prefilledStepsOf,
  wizardProgress,
} from '#lib/domain/drafts/rules.ts';
import { type DraftAnswers, stepSchema, validateStep } from '#lib/domain/drafts/schema.ts';
import { folds, guaranteeSteps, type StepId, stepIds, steps } from '#lib/domain/drafts/steps.ts';
import { wizardPath } from '#lib/domain/drafts/view.ts';
import { answerGroups } from '#lib/domain/requests/submissions/copy.ts';
import {
  guaranteeItem,
  privateSubmission,
  publicSubmission,
} from '#lib/domain/requests/submissions/schema.ts';
import { guaranteeRows, readableAnswer } from '#lib/domain/requests/submissions/view.ts';
import { bodyExamples } from '#lib/http/openapi/examples.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';

const variants = { chilecompra: publicSubmission, privados: privateSubmission };
const guaranteeFields = Object.keys(guaranteeItem.shape).sort();

describe.each(['chilecompra', 'privados'] as const)('the wizard of %s requests', (variant) => {
  const answerFields = Object.keys(variants[variant].shape)
    .filter((name) => !['garantias', 'contratoUrl', 'adicionalUrl'].includes(name))
    .sort();
  const example = variants[variant].parse(
    bodyExamples['/api/guarantees/public']?.[variant]?.value ?? {},
  );
  const values = new Map<string, unknown>(Object.entries(example));
  const draft: DraftAnswers = {
    ...emptyAnswers(),
    values: Object.fromEntries(answerFields.map((name) => [name, String(values.get(name))])),
    garantias: example.garantias.map((item) => ({ ...item, id: 'g' })),
  };
  const path = pathOf(draft).map(({ step }) => step);

  test('counts for an extension only what is still asked: the new end, the documents, the review', () => {
    const [first] = example.garantias;
    if (!first) throw new Error('the example has no guarantee');
    const { vigenciaHasta, ...item } = first;
    const begun = answersToFollow(draft.values, { ...item, id: 'g', renews: 7 }, 1);
    const page = nextPage(begun);
    expect(page).toEqual({ step: 'garantia-vigencia', g: 'g' });
    // Its page shows what was taken over, because no page of the contract was shown before it.
    expect(prefilledStepsOf(begun, page)).toEqual(begun.known?.steps);
    const { current, total } = wizardProgress(begun, page);
    const ended = { ...begun, garantias: [{ ...item, vigenciaHasta, id: 'g', renews: 7 }] };
    expect([current, wizardProgress(ended, { step: 'revisar' })]).toEqual([
      1,
      { current: total, total },
    ]);
    expect(total).toBeLessThan(5);
    expect(wizardProgress(draft, page).total).toBeGreaterThan(8);
  });

  test('has 10 pages for private contracts and 11 for public tenders', () => {
    const { total } = wizardProgress(draft, { step: 'revisar' });
    expect(total).toBe({ privados: 10, chilecompra: 11 }[variant]);
  });

  test('has each field on one page of its path', () => {
    const requested = path.flatMap((step) => steps[step].fields.map(({ name }) => name));
    expect(requested.sort()).toEqual([...answerFields, ...guaranteeFields].sort());
  });

  test('has an example of each field, which the page of the field accepts', () => {
    const [item] = example.garantias;
    const examples = { ...example, ...item };
    for (const step of path) {
      for (const { name } of steps[step].fields) {
        expect(examples, step).toHaveProperty(name, expect.any(String));
      }
      expect(stepSchema(step).safeParse(examples).error, step).toBeUndefined();
    }
  });

  test('shows each field in the review', () => {
    const pages = reviewCards(draft).flatMap((card) => card.pages);
    const shown = pages.flatMap(({ rows }) => rows);
    for (const name of answerFields) {
      const value = readableAnswer(name, values.get(name));
      expect(
        shown.some((row) => row.value === value),
        name,
      ).toBe(true);
    }
    const asking = path.filter((step) => steps[step].fields.length > 0);
    const item = (step: StepId) => (steps[step].perGuarantee ? { g: 'g' } : {});
    expect(pages.map(({ href }) => href).sort()).toEqual(
      [...asking, 'documentos' as const].map((step) => wizardPath({ step, ...item(step) })).sort(),
    );
  });

  test('shows each unanswered question in the review, with a link to its page', () => {
    const empty = { ...draft, values: { sistemaLicitacion: variant }, garantias: [{ id: 'g' }] };
    const rows = reviewCards(empty).flatMap((card) => card.pages.flatMap((page) => page.rows));
    const missing = rows.filter(({ value }) => !value);
    // Each page has one row for all missing answers, and one for each fold; the kind of contract is
    // answered.
    const asking = path.filter((step) => steps[step].fields.length > 0 || step === 'documentos');
    const folded = path.flatMap((step) => steps[step].fields.flatMap(({ fold }) => fold ?? []));
    expect(missing).toHaveLength(asking.length - 1 + new Set(folded).size);
    for (const fold of folded) {
      const { title, step } = folds[fold];
      const changeHref = wizardPath({ step, fold });
      expect(missing).toContainEqual({ label: title, value: '', changeHref, changeLabel: title });
    }
    expect(missing).toContainEqual({
      label: 'Monto',
      value: '',
      changeHref: wizardPath({ step: 'garantia-monto', g: 'g' }),
      changeLabel: 'Monto de Garantía',
    });
  });

  test('has a label of each field for mails, receipt and inbox', () => {
    const notices = answerGroups[variant].flatMap(({ labels }) => Object.keys(labels));
    expect(notices.sort()).toEqual(answerFields);
    const repeated = example.garantias.flatMap(guaranteeRows).flatMap(({ fields }) => fields);
    expect(repeated.sort()).toEqual(guaranteeFields);
  });
});

test('every step of the wizard is on a path', () => {
  const paths = Object.keys(variants).map((sistemaLicitacion) =>
    pathOf({
      ...emptyAnswers(),
      values: { sistemaLicitacion },
      garantias: [{ id: 'g' }],
    }),
  );
  const onPaths = new Set(paths.flat().map(({ step }) => step));
  expect(stepIds.filter((step) => !onPaths.has(step))).toEqual([]);
  expect(guaranteeSteps).toEqual(['garantia-tipo', 'garantia-monto', 'garantia-vigencia']);
});

test.each(stepIds)('the errors of the step %s come in the order of its fields', (step) => {
  const parsed = stepSchema(step).safeParse({});
  const missing = parsed.success ? [] : Object.keys(fieldErrors(parsed.error));
  const { fields } = steps[step];
  expect(missing).toEqual(fields.filter(({ optional }) => !optional).map(({ name }) => name));
});

test.each([
  ['4809-45-LE26', false],
  ['76.123.456-0', false],
  ['12345678-5', false],
  ['123456', false],
  ['Ana 2', true],
  ['3M Chile', true],
  ['Áridos 1986 SpA', true],
])('%j is accepted as a name: %j', (typed, isName) => {
  const contacto = {
    nombreSolicitante: typed,
    email: 'ana@ejemplo.cl',
    telefonoSolicitante: '221',
  };
  expect('nombreSolicitante' in validateStep('contacto', contacto).errors).toBe(!isName);
  const { errors } = validateStep('empresa', {
    nombreEmpresaOferente: 'Andes',
    rutEmpresaOferente: '76123456-0',
    direccionEmpresaOferente: typed,
  });
  expect(errors).toEqual({});
});
