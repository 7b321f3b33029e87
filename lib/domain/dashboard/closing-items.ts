import type { DueItem } from '#lib/domain/dashboard/document-items.ts';
import { closedTendersCopy } from '#lib/domain/requests/applicant/copy.ts';
import type { OwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { listedStage } from '#lib/domain/requests/applicant/view.ts';
import { beneficiaryOf } from '#lib/domain/requests/submissions/view.ts';
import { formatDateTime, formatRequestNumber } from '#lib/platform/chile/format.ts';

const MAX_LISTED_CLOSINGS = 5;

/** Lists the requests whose tenders close within a week, soonest first, with their guarantees. */
export function closingItems(requests: readonly OwnRequest[], now: number): DueItem[] {
  return [...requests]
    .sort((a, b) => (a.closesAt ?? 0) - (b.closesAt ?? 0))
    .map((request) => closingItem(request, now));
}

function closingItem(request: OwnRequest, now: number): DueItem {
  const { submissionId, closesAt, tenderId, answers, state } = request;
  const { pending, stage, meaning } = listedStage(request, now);
  const isReady = state === 'emitida';
  const title = [`Solicitud ${formatRequestNumber(submissionId)}`, beneficiaryOf(answers)]
    .filter(Boolean)
    .join(': ');
  const statusText = isReady
    ? 'Garantía emitida: entrégala con la oferta.'
    : [stage, pending ?? meaning].filter(Boolean).join('. ');
  return {
    tone: isReady ? 'calm' : pending ? 'warning' : 'info',
    title,
    detail: `${tenderId} cierra el ${formatDateTime(closesAt ?? now)}. ${statusText}`,
    action: 'Ver la solicitud',
    href: `/panel/solicitudes/${submissionId}`,
  };
}

/**
 * Names all requests whose tenders have closed in one item, because the person has to say the same
 * about each.
 */
export function closedItem(numbers: readonly number[]): DueItem[] {
  const [firstNumber, ...otherNumbers] = numbers;
  if (firstNumber === undefined) return [];
  const omittedCount = numbers.length - MAX_LISTED_CLOSINGS;
  const shownNumbers = numbers
    .slice(0, omittedCount > 0 ? MAX_LISTED_CLOSINGS : undefined)
    .map(formatRequestNumber);
  const listText = new Intl.ListFormat('es-CL').format(
    omittedCount > 0 ? [...shownNumbers, `${omittedCount} más`] : shownNumbers,
  );
  const { title, advice } = closedTendersCopy;
  const item = { tone: 'warning', detail: `Solicitud ${listText}. ${advice}` } as const;
  return otherNumbers.length === 0
    ? [
        {
          ...item,
          title: title(1),
          action: 'Escribir al asesor',
          href: `/panel/solicitudes/${firstNumber}#mensaje`,
        },
      ]
    : [
        {
          ...item,
          title: title(numbers.length),
          action: 'Ver cuáles',
          href: '/panel/solicitudes?cierre=cerrada',
        },
      ];
}
