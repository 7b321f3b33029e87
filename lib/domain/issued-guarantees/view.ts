import { differenceText } from '#lib/domain/issued-guarantees/copy.ts';
import type { IssuedDetail, IssuedEvent } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { guaranteeStatusOf, remainingOf } from '#lib/domain/issued-guarantees/rules.ts';
import type { Side } from '#lib/domain/issued-guarantees/schema.ts';
import {
  type IssuedGuarantee,
  issuedGuaranteeReply,
} from '#lib/domain/issued-guarantees/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { type Currency, currencies } from '#lib/domain/requests/submissions/schema.ts';
import { addAmounts } from '#lib/platform/chile/amounts.ts';
import { formatAmount, formatCount, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';

export type { IssuedDetail, IssuedEvent };

/**
 * The newest offer to extend a guarantee, and the newest request for an extension that came from
 * the same e-mail.
 */
export type Extension = {
  contactId: number | null;
  offeredAt: number | null;
  requestLeadId: number | null;
  requestSubmissionId: number | null;
  requestedAt: number | null;
  requesterEmail: string | null;
  requesterName: string | null;
};

/** Says who requested an extension. `me` is the e-mail of the reader, if it is known. */
export function extensionText(
  { requesterEmail, requesterName }: Extension,
  readerEmail?: string,
): string {
  if (!readerEmail) return 'Prórroga pedida';
  if (requesterEmail === readerEmail) return 'Pediste prórroga';
  return `${requesterName ?? requesterEmail ?? 'Alguien'} pidió prórroga`;
}

export function toIssuedGuarantee(
  { document, code, reported, createdAt, ...record }: IssuedDetail,
  events: readonly IssuedEvent[],
  { side, now }: { side: Side; now: number },
): IssuedGuarantee {
  const { validTo, note, recordedBy, sha256 } = record;
  return issuedGuaranteeReply.parse({
    ...record,
    note: recordedBy === side ? note : null,
    recordedAt: new Date(createdAt).toISOString(),
    document: document && { ...document, size: document.size ?? 0, sha256 },
    state: guaranteeStatusOf({ validTo, reported }, now),
    verificationCode: code && groupedCode(code),
    events: events.map((event) => ({
      at: new Date(event.at).toISOString(),
      kind: event.kind,
      by: event.by,
      on: event.day,
      text: eventText(event, record.currency),
    })),
  });
}

/** Returns the name of a downloaded document, such as `fiel-cumplimiento-N-10.pdf`. */
export function documentName(
  { type, number }: Pick<IssuedDetail, 'type' | 'number'>,
  fileName: string,
): string {
  const kind = withoutAccents(guaranteeTypeCopy[type].label).replace(/[^a-z]+/g, '-');
  const [extension = ''] = /\.\w+$/.exec(fileName) ?? [];
  return `${kind}-N-${number}${extension.toLowerCase()}`;
}

export function eventText({ detail }: Pick<IssuedEvent, 'detail'>, currency: string): string {
  const { amount, text, successor, differences = [] } = detail;
  const unit = issuedGuaranteeReply.shape.currency.parse(currency);
  return [
    ...(amount ? [formatAmount(amount, unit)] : []),
    ...(successor ? [`La reemplaza la garantía ${formatRequestNumber(successor)}`] : []),
    ...differences.map(differenceText),
    ...(text ? [text] : []),
  ].join('\n');
}

/** Returns this month and the next eleven, each with the guarantees that end in it. */
export function monthsAhead<E extends { validTo: string }>(ends: readonly E[], today: string) {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 1 + index));
    const name = monthName.format(first);
    const monthEnds = ends.filter(({ validTo }) =>
      validTo.startsWith(first.toISOString().slice(0, 7)),
    );
    return { name, ends: monthEnds };
  });
}

/** Returns the month of a day in words, such as `enero de 2027`. */
export const monthText = (isoDate: string): string => monthName.format(new Date(isoDate));

const monthName = new Intl.DateTimeFormat('es-CL', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Sums the amounts in force, separately for each currency. */
export function totalsOf(
  guarantees: readonly { amount: string; claimed: string | null; currency: Currency }[],
): string[] {
  return currencies.flatMap((unit) => {
    const amounts = guarantees.filter(({ currency }) => currency === unit);
    if (amounts.length === 0) return [];
    return [
      formatAmount(
        addAmounts(amounts.map((share) => remainingOf(share.amount, share.claimed))),
        unit,
      ),
    ];
  });
}

/** Groups twenty characters as `ABCDE-FGHJK-MNPQR-STVWX`. */
export function groupedCode(code: string): string {
  return code.replace(/(.{5})(?=.)/g, '$1-');
}

export function codePath(code: string): string {
  return `/v/${groupedCode(code)}`;
}

export function movableText(count: number, company: string): string {
  return `En tu cuenta personal hay ${formatCount(count, 'garantía', 'garantías')} con el RUT de ${company}.`;
}
