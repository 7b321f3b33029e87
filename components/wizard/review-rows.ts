import type { SummaryRow } from '#components/ui/summary-list.tsx';
import { type Place, pathOf } from '#lib/domain/drafts/rules.ts';
import {
  type DraftAnswers,
  type DraftGuarantee,
  isAttachmentStep,
} from '#lib/domain/drafts/schema.ts';
import { guaranteeSteps, steps } from '#lib/domain/drafts/steps.ts';
import { placePath } from '#lib/domain/drafts/view.ts';
import { answerLabels, attachmentLabels } from '#lib/domain/guarantees/copy.ts';
import { guaranteeParts, guaranteeRows, readableAnswer } from '#lib/domain/guarantees/view.ts';

type ReviewCard = { title: string; rows: SummaryRow[] };

/** Every answer of the path in the card that its step names, with the way back to it. */
export function reviewCards(answers: DraftAnswers): ReviewCard[] {
  const cards = new Map<string, SummaryRow[]>();
  for (const place of pathOf(answers)) {
    const item = answers.garantias.find(({ id }) => id === place.g);
    const title = item ? guaranteeTitle(answers, item) : steps[place.step].review;
    if (title) cards.set(title, [...(cards.get(title) ?? []), ...rowsOf(answers, place, item)]);
  }
  return [...cards].map(([title, rows]) => ({ title, rows }));
}

export function guaranteeCard(answers: DraftAnswers, item: DraftGuarantee): ReviewCard {
  const rows = guaranteeSteps.flatMap((step) => rowsOf(answers, { step, g: item.id }, item));
  return { title: guaranteeTitle(answers, item), rows };
}

function guaranteeTitle({ garantias }: DraftAnswers, item: DraftGuarantee): string {
  const title = guaranteeParts(item).type || 'Garantía';
  return garantias.length > 1 ? `${garantias.indexOf(item) + 1}. ${title}` : title;
}

function rowsOf(answers: DraftAnswers, place: Place, item?: DraftGuarantee): SummaryRow[] {
  const changeHref = placePath(place);
  const step = steps[place.step];
  if (step.perGuarantee) {
    const asked = step.fields.map(({ name }) => name);
    return guaranteeRows(item ?? {})
      .filter(({ fields }) => fields.some((name) => asked.includes(name)))
      .map(({ label, value }) => {
        const changeLabel = `${label.toLowerCase()} de ${guaranteeParts(item ?? {}).type}`;
        return { label, value, changeHref, changeLabel };
      });
  }
  if (isAttachmentStep(place.step)) {
    const value = answers[place.step]?.fileName ?? '';
    return [{ label: attachmentLabels[place.step], value, changeHref }];
  }
  return step.fields.map(({ name }) => ({
    label: answerLabels[name],
    value: readableAnswer(name, answers.values[name]),
    changeHref,
  }));
}
