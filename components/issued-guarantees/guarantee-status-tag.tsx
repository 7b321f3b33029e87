import { Tag } from '#components/ui/tag.tsx';
import { lapseSentence } from '#lib/domain/alerts/copy.ts';
import { guaranteeStatusBadge } from '#lib/domain/issued-guarantees/copy.ts';
import { replacementSentence } from '#lib/domain/issued-guarantees/replacement-rules.ts';
import {
  type ClaimFacts,
  daysLeft,
  hasNotBegun,
  isClaimedInPart,
  remainingOf,
  type Term,
} from '#lib/domain/issued-guarantees/rules.ts';
import type { Currency } from '#lib/domain/requests/submissions/schema.ts';
import { formatAmount, formatDate, startOfDay } from '#lib/platform/chile/format.ts';

export function GuaranteeStatusTag({ record, now }: { record: Term & ClaimFacts; now: number }) {
  const { label, tone } = guaranteeStatusBadge(record, now);
  return <Tag tone={tone}>{label}</Tag>;
}

/** Shows what is left of a guarantee that was claimed in part. */
export function Balance({ record }: { record: ClaimFacts & { currency: Currency } }) {
  if (!isClaimedInPart(record)) return null;
  return (
    <p className="tabular-nums">
      Saldo {formatAmount(remainingOf(record.amount, record.claimed), record.currency)}
    </p>
  );
}

type EndFacts = Term & ClaimFacts & { successorFrom: string | null };

/** Returns the days left in words, or only the last day if the guarantee ended in another way. */
export function endText(record: EndFacts, now: number): string {
  const { validFrom, validTo, reported } = record;
  const replacementText = replacementSentence(record, now);
  if (replacementText) return replacementText;
  if (reported && !isClaimedInPart(record))
    return `Último día de vigencia: ${formatDate(validTo)}.`;
  if (hasNotBegun(record, now)) {
    return `Empieza el ${formatDate(validFrom)} y vence el ${formatDate(validTo)}.`;
  }
  return lapseSentence(daysLeft(record, now), startOfDay(validTo));
}
