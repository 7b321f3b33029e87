import { describe, expect, test } from 'vitest';
import { adviceValues } from '#lib/domain/drafts/advice.ts';
import { calculatedAmountValues, calculationText } from '#lib/domain/drafts/calculation.ts';
import { earlierGuaranteeFacts } from '#lib/domain/drafts/earlier-answers.ts';
import { emptyAnswers, hasSameOrigin, prefilledStepsOf } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers, DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { attachmentsOf } from '#lib/domain/drafts/schema.ts';
import { setAttachments } from '#lib/domain/drafts/writes/set-attachments.ts';

const bond: DraftGuarantee = { id: 'a', tipoGarantia: 'cumplimiento' };
const draft = (more: Partial<DraftAnswers> = {}): DraftAnswers => ({ ...emptyAnswers(), ...more });
const from = (known: object, renews?: number) =>
  draft({
    known: { steps: [], ...known },
    garantias: renews === undefined ? [] : [{ ...bond, renews }],
  });

test.each([
  ['the same request', from({ request: 7 }), { request: 7 }, true],
  ['another request', from({ request: 7 }), { request: 8 }, false],
  ['the same message', from({ message: 7 }), { message: 7 }, true],
  ['a message with the number of a request', from({ request: 7 }), { message: 7 }, false],
  ['a guarantee of that request', from({ request: 7 }, 3), { request: 7 }, false],
  ['the same guarantee', from({ request: 7 }, 3), { request: 7, renews: 3 }, true],
  ['another guarantee of one request', from({ request: 7 }, 4), { request: 7, renews: 3 }, false],
  ['a request, not its guarantee', from({ request: 7 }), { request: 7, renews: 3 }, false],
  ['nothing', from({}), { request: 7 }, false],
])(
  'a draft that began from %s is continued only if its origin is the same: %s',
  (_, answers, origin, isSame) => {
    expect(hasSameOrigin(answers, origin)).toBe(isSame);
  },
);

const prefilled = (
  steps: ('tipo' | 'contacto' | 'garantias')[],
  more: Partial<DraftAnswers> = {},
) =>
  draft({
    answered: steps,
    known: { steps },
    values: { sistemaLicitacion: 'chilecompra' },
    ...more,
  });
test.each([
  ['on the first page that is open', prefilled(['tipo']), { step: 'contacto' }, true],
  ['on no other page', prefilled(['tipo']), { step: 'licitacion' }, false],
  [
    'not once another page was answered',
    prefilled(['tipo'], { answered: ['tipo', 'licitacion'] }),
    { step: 'contacto' },
    false,
  ],
  ['not where nothing was', prefilled([]), { step: 'tipo' }, false],
] as const)('prefilled answers are shown %s', (_, answers, page, isShown) => {
  expect(prefilledStepsOf(answers, page) !== null).toBe(isShown);
});

describe('the amount of the calculator in a draft', () => {
  const page = { step: 'garantia-monto', g: 'a' } as const;
  const begun = (
    calculation: string,
    item: Partial<DraftGuarantee> = {},
    sistema = 'chilecompra',
  ) =>
    draft({
      calculation,
      values: { sistemaLicitacion: sistema },
      garantias: [
        { ...bond, ...item },
        { id: 'b', tipoGarantia: 'cumplimiento' },
      ],
    });
  const typed = 'tipo=LR&monto=100000000&unidad=pesos';
  const untyped = 'monto=100000000&unidad=pesos';

  test.each([
    ['the tender of its type', begun(typed), page, 'LR', true],
    ['a tender of an unknown type', begun(typed), page, undefined, true],
    ['a tender of another type', begun(typed), page, 'LP', false],
    ['any tender, where no type was chosen', begun(untyped), page, 'LP', true],
    ['a private contract', begun(typed, {}, 'privados'), page, 'LR', false],
    ['an amount that was typed since', begun(typed, { montoGarantia: '5' }), page, 'LR', false],
    ['a guarantee of the page', begun(typed, { page: { key: 'k' } }), page, 'LR', false],
    ['an extension', begun(typed, { renews: 3 }), page, 'LR', false],
    ['the second guarantee', begun(typed), { ...page, g: 'b' }, 'LR', false],
    ['a bid bond', begun(typed, { tipoGarantia: 'seriedad' }), page, 'LR', false],
  ] as const)('is filled in for %s: %s', (_, answers, at, type, isFilled) => {
    const { montoGarantia } = calculatedAmountValues(answers, at, type);
    expect(montoGarantia).toBe(isFilled ? '5.000.000' : undefined);
    const isNoted = calculationText(answers, at, type)?.startsWith('El 5 % de $') ?? false;
    expect(isNoted).toBe(isFilled);
  });
});

test.each([
  [
    'each place that names the tender',
    'X 1-1-LE26, y otra vez 1-1-LE26',
    'X 2-2-LR26, y otra vez 2-2-LR26',
  ],
  ['none in a text without it', 'Para garantizar', 'Para garantizar'],
])('a copied wording gets the id of the new tender in %s', (_, wording, glosaGarantia) => {
  const like = { type: 'cumplimiento', currency: 'UF', wording, tenderId: '1-1-LE26' } as const;
  const answers = draft({ like, values: { idLicitacion: '2-2-LR26' } });
  expect(earlierGuaranteeFacts(answers, 'cumplimiento')).toEqual({
    monedaGarantia: 'UF',
    glosaGarantia,
  });
});

test('each file of a draft keeps its account holder, whatever its position in its category', () => {
  const file = (uploadId: string, holderId?: string) => ({
    ...{ uploadId, fileName: `${uploadId}.pdf`, size: 1 },
    ...(holderId && { holderId }),
  });
  const answers = draft();
  const all = [file('a'), file('b', 'andes'), file('c', 'otra')];
  for (const files of [
    all,
    all.toReversed(),
    all.slice(1),
    [all[0], all[2]].flatMap((candidate) => candidate ?? []),
  ]) {
    setAttachments(answers, 'contrato', files);
    setAttachments(answers, 'adicional', [file('d', 'andes'), file('e', 'andes')]);
    expect(attachmentsOf(answers, 'contrato')).toMatchObject(files);
    expect(attachmentsOf(answers, 'contrato').map(({ holderId }) => holderId)).toEqual(
      files.map(({ holderId }) => holderId),
    );
    expect(attachmentsOf(answers, 'adicional')).toMatchObject([
      { holderId: 'andes' },
      { holderId: 'andes' },
    ]);
  }
  setAttachments(answers, 'adicional', []);
  setAttachments(answers, 'contrato', []);
  expect(answers).toEqual(draft());
});

test('the question to an advisor names the first guarantee as its subject, and lists all', () => {
  const garantias = [bond, { id: 'b', tipoGarantia: 'seriedad' } as const];
  const { perfil_activo, mensaje } = adviceValues(draft({ garantias }));
  expect(perfil_activo).toBe('Fiel cumplimiento');
  expect(mensaje).toBe('Garantía: Fiel cumplimiento\nGarantía: Seriedad de la oferta');
});
