import { differenceText } from '#lib/domain/issued/copy.ts';
import type { IssuedDetail, IssuedEvent } from '#lib/domain/issued/reads.ts';
import { standingOf } from '#lib/domain/issued/rules.ts';
import type { Side } from '#lib/domain/issued/schema.ts';
import { type IssuedGuarantee, issuedGuarantee } from '#lib/domain/issued/schema.ts';
import { formatAmount } from '#lib/platform/format.ts';

/** A record as the API shows it to one side. */
export function viewOf(
  { document, code, said, createdAt, ...record }: IssuedDetail,
  events: readonly IssuedEvent[],
  { side, now }: { side: Side; now: number },
): IssuedGuarantee {
  const { validTo, note, recordedBy, sha256 } = record;
  return issuedGuarantee.parse({
    ...record,
    note: recordedBy === side ? note : null,
    recordedAt: new Date(createdAt).toISOString(),
    document: document && { ...document, size: document.size ?? 0, sha256 },
    state: standingOf({ validTo, said }, now),
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

/** What an event says beside its name. */
export function eventText({ detail }: Pick<IssuedEvent, 'detail'>, currency: string): string {
  const { amount, text, differences = [] } = detail;
  const unit = issuedGuarantee.shape.currency.parse(currency);
  return [
    ...(amount ? [formatAmount(amount, unit)] : []),
    ...differences.map(differenceText),
    ...(text ? [text] : []),
  ].join('\n');
}

/** Twenty characters → `ABCDE-FGHJK-MNPQR-STVWX`. */
export function groupedCode(code: string): string {
  return code.replace(/(.{5})(?=.)/g, '$1-');
}
