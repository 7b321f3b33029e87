import { guaranteeStatusCopy, sideCopy } from '#lib/domain/issued-guarantees/copy.ts';
import type { VerifiedGuarantee } from '#lib/domain/issued-guarantees/reads/verified.ts';
import { replacementText } from '#lib/domain/issued-guarantees/replacement-rules.ts';
import { isClaimedInPart, remainingOf } from '#lib/domain/issued-guarantees/rules.ts';
import { daysBetween } from '#lib/platform/chile/calendar.ts';
import { formatAmount, formatCount, formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';

type Verdict = { tone: 'good' | 'bad' | 'plain' | 'unsure'; title: string; text?: string };

/**
 * Returns what to tell a visitor about a guarantee: its last event, or else what its dates say. The
 * tone is `good` only for a guarantee that Resguardo recorded, because anyone can record their own.
 */
export function verdictOf(guarantee: VerifiedGuarantee): Verdict {
  const { state, hasNotBegun, validFrom, validTo, claimUntil, recordedBy, stateBy } = guarantee;
  const { replacement, claimed } = guarantee;
  const isOwn = recordedBy === 'company';
  const until = `Rige hasta el ${formatDate(validTo)}`;
  if (hasNotBegun) {
    const title = `Todavía no rige: empieza el ${formatDate(validFrom)}`;
    return { tone: 'plain', title, text: `${until}.` };
  }
  const recorder = stateBy
    ? `, según ${stateBy === 'company' ? 'la empresa' : sideCopy.advisor}`
    : '';
  switch (state) {
    case 'vigente':
    case 'por_vencer': {
      const daysLeft = daysBetween(isoDay(now()), validTo);
      const leftText =
        daysLeft > 0
          ? `${daysLeft === 1 ? 'queda' : 'quedan'} ${formatCount(daysLeft, 'día', 'días')}`
          : 'es su último día';
      const text = `${until} (${leftText}).`;
      return isOwn
        ? { tone: 'plain', title: 'Garantía vigente, según la empresa', text }
        : { tone: 'good', title: 'Garantía vigente, registrada por Resguardo', text };
    }
    case 'vencida': {
      const title = `Vencida: su último día fue el ${formatDate(validTo)}`;
      if (!claimUntil || claimUntil <= validTo) return { tone: 'bad', title };
      const text = `El documento dice que se puede cobrar hasta el ${formatDate(claimUntil)}.`;
      return { tone: 'bad', title, text };
    }
    case 'prorrogada':
      if (replacement) {
        const tone = claimed ? 'unsure' : isOwn ? 'plain' : 'good';
        return {
          tone,
          title: replacementText(replacement),
          text: claimed ? claimText(guarantee) : '',
        };
      }
      return { tone: 'bad', title: `Reemplazada por otra garantía${recorder}` };
    case 'cobrada':
      return claimedVerdict(guarantee, recorder);
    default:
      return { tone: 'bad', title: `${guaranteeStatusCopy[state].label}${recorder}` };
  }
}

/**
 * Returns the verdict on a claimed guarantee. If its amount was not recorded, only the issuer knows
 * what is left.
 */
function claimedVerdict(guarantee: VerifiedGuarantee, recorder: string): Verdict {
  const { claimed, amount, currency, reported } = guarantee;
  if (claimed === null) {
    const text = 'Puede ser entera o en parte: el emisor sabe cuánto queda.';
    return { tone: 'bad', title: `${guaranteeStatusCopy.cobrada.label}${recorder}`, text };
  }
  if (!isClaimedInPart({ reported, amount, claimed })) {
    const text = `Se cobró todo: ${formatAmount(amount, currency)}.`;
    return { tone: 'bad', title: `Cobrada entera${recorder}`, text };
  }
  return { tone: 'unsure', title: `Cobrada en parte${recorder}`, text: claimText(guarantee) };
}

function claimText({ claimed, amount, currency }: VerifiedGuarantee): string {
  const [total, claimedText, remaining] = [
    amount,
    claimed ?? '0',
    remainingOf(amount, claimed),
  ].map((sum) => formatAmount(sum, currency));
  return `Se cobró ${claimedText} de ${total}: quedan ${remaining}.`;
}
