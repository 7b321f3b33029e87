import type { SummaryRow } from '#components/ui/summary-list.tsx';
import type { FoldId } from '#lib/domain/drafts/field-types.ts';
import { pathOf, type WizardLinkParams, type WizardPage } from '#lib/domain/drafts/rules.ts';
import {
  attachmentsOf,
  type DraftAnswers,
  type DraftAttachment,
  type DraftGuarantee,
} from '#lib/domain/drafts/schema.ts';
import { folds, guaranteeSteps, type StepId, steps } from '#lib/domain/drafts/steps.ts';
import { type DraftTender, lawRemarks, wizardPath } from '#lib/domain/drafts/view.ts';
import type { Remark } from '#lib/domain/law/rules.ts';
import {
  answerLabels,
  attachmentLabel,
  type ExamplePrices,
} from '#lib/domain/requests/submissions/copy.ts';
import { examplePriceText } from '#lib/domain/requests/submissions/rules.ts';
import {
  guaranteeRows,
  guaranteeTexts,
  readableAnswer,
  tenderWithName,
} from '#lib/domain/requests/submissions/view.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { nameFromCapitals } from '#lib/platform/chile/names.ts';

type Row = SummaryRow & {
  value: string;
  name?: string;
  fold?: FoldId | undefined;
  /** The files that `value` names. */
  files?: readonly DraftAttachment[];
};

export type ReviewCard = {
  title: string;
  /**
   * Rows by page: one for each answer, and one that lists the unanswered fields. The unanswered
   * fields of a fold have a row of their own.
   */
  pages: { href: string; rows: Row[] }[];
  guaranteeId?: string | undefined;
  /** Remarks of the law on the guarantee. */
  remarks: Remark[];
};

/**
 * Query of links to pages. It names the draft or, before a draft exists, repeats the parameters of
 * the link that opened the wizard.
 */
type WizardLinkQuery = WizardLinkParams & Pick<WizardPage, 'draft' | 'isChange'>;

export function reviewCards(
  answers: DraftAnswers,
  { licitacion, garantia, calculo, draft, isChange }: WizardLinkQuery = {},
  tender: DraftTender | null = null,
  prices: ExamplePrices = null,
): ReviewCard[] {
  const cards = new Map<string, ReviewCard>();
  const link = { licitacion, garantia, calculo, draft, isChange };
  for (const page of pathOf(answers)) {
    const guarantee = answers.garantias.find(({ id }) => id === page.g);
    // The heading only numbers a guarantee, because the first row names its type.
    const title = guarantee ? guaranteeNumber(answers, guarantee) : steps[page.step].review;
    if (!title) continue;
    const href = wizardPath({ ...page, ...link });
    const card = cards.get(title) ?? { title, pages: [], guaranteeId: guarantee?.id, remarks: [] };
    cards.set(title, card);
    if (guarantee) card.remarks = lawRemarks(tender, guarantee);
    const suffix = guarantee ? ` de ${title}` : '';
    const rows = mergeUnanswered(rowsOf(answers, page, guarantee)).map(({ fold, ...row }) => ({
      ...row,
      ...(row.name === 'idLicitacion' && { value: tenderWithName(row.value, tender?.name) }),
      changeHref: wizardPath({ ...page, ...link, fold }),
      changeLabel: `${row.label}${suffix}`,
    }));
    card.pages.push({
      href,
      rows: [
        ...rows,
        ...beneficiaryRows(tender, page, guarantee),
        ...priceRows(prices, page, guarantee),
      ],
    });
  }
  return [...cards.values()];
}

function mergeUnanswered(rows: Row[]): Row[] {
  return [...Map.groupBy(rows, ({ fold }) => fold)].flatMap(([fold, group]) => {
    const missingLabels = group.filter(({ value }) => !value).map(({ label }) => label);
    const label =
      fold && missingLabels.length === group.length ? folds[fold].title : missingLabels.join(', ');
    return [...group.filter(({ value }) => value), ...(label ? [{ label, value: '', fold }] : [])];
  });
}

/**
 * Returns a row with the beneficiary that the page of the tender names for this guarantee. It is
 * matched by key, or else by type.
 */
function beneficiaryRows(
  tender: DraftTender | null,
  { step }: WizardPage,
  item?: DraftGuarantee,
): Row[] {
  const requested = tender?.requested.find(({ key, tipo }) =>
    item?.page ? key === item.page.key : tipo === item?.tipoGarantia,
  );
  const name = step === 'garantia-tipo' && requested?.beneficiario;
  return name ? [{ label: 'A favor de', value: nameFromCapitals(name) }] : [];
}

/**
 * Returns the example price for type and amount. It is shown for the validity page, the last one on
 * which the price depends.
 */
function priceRows(prices: ExamplePrices, { step }: WizardPage, guarantee?: DraftGuarantee): Row[] {
  const type = step === 'garantia-vigencia' && guarantee?.tipoGarantia;
  const price = type ? examplePriceText(prices, type, guarantee) : null;
  return price && prices
    ? [{ label: 'Precio de ejemplo', value: `${price}, al ${formatDate(prices.day)}` }]
    : [];
}

/** Returns the cards of prefilled steps, without their optional fields. */
export function prefilledCards(
  answers: DraftAnswers,
  prefilled: StepId[],
  { from, tender }: { from: WizardLinkQuery; tender: DraftTender | null },
) {
  const requiredAnswers = structuredClone(answers);
  for (const step of prefilled) {
    for (const { name, kind, optional } of steps[step].fields) {
      if (optional && kind !== 'tender') delete requiredAnswers.values[name];
    }
  }
  const titles = prefilled.map((step) => steps[step].review);
  return reviewCards(requiredAnswers, from, tender).filter(({ title }) =>
    titles.some((reviewTitle) => reviewTitle === title),
  );
}

export function guaranteeCard(
  answers: DraftAnswers,
  item: DraftGuarantee,
  { draft }: WizardLinkQuery,
) {
  const rows = guaranteeSteps.flatMap((step) =>
    rowsOf(answers, { step, g: item.id }, item).map((row) => ({
      ...row,
      changeHref: wizardPath({ step, g: item.id, draft }),
      changeLabel: `${row.label.toLowerCase()} de ${guaranteeTitle(answers, item)}`,
    })),
  );
  return { title: guaranteeTitle(answers, item), rows };
}

function guaranteeNumber({ garantias }: DraftAnswers, item: DraftGuarantee): string {
  const total = garantias.length;
  return total > 1 ? `Garantía ${garantias.indexOf(item) + 1} de ${total}` : 'Garantía';
}

function guaranteeTitle({ garantias }: DraftAnswers, item: DraftGuarantee): string {
  const title = guaranteeTexts(item).type || 'Garantía';
  return garantias.length > 1 ? `${garantias.indexOf(item) + 1}. ${title}` : title;
}

function rowsOf(answers: DraftAnswers, page: WizardPage, item: DraftGuarantee = { id: '' }): Row[] {
  const step = steps[page.step];
  if (step.perGuarantee) {
    const fieldNames = step.fields.map(({ name }) => name);
    return guaranteeRows(item).filter(({ fields }) =>
      fields.some((name) => fieldNames.includes(name)),
    );
  }
  if (page.step === 'documentos') {
    return uploadKinds.map((kind) => {
      const files = attachmentsOf(answers, kind);
      const value = files.map(({ fileName }) => fileName).join(', ');
      return { label: attachmentLabel(kind, answers.values.sistemaLicitacion), value, files };
    });
  }
  return step.fields.map(({ name, fold }) => ({
    name,
    fold,
    label: answerLabels[name],
    value: readableAnswer(name, answers.values[name]),
  }));
}
