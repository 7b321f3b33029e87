import { sideCopy, standingCopy } from '#lib/domain/issued-guarantees/copy.ts';
import { isClaimedInPart, leftOf } from '#lib/domain/issued-guarantees/rules.ts';
import type { Verified } from '#lib/domain/issued-guarantees/verified.ts';
import { formatAmount, formatDate } from '#lib/platform/chile/format.ts';

type Verdict = { tone: 'good' | 'bad' | 'plain' | 'unsure'; title: string; text?: string };

/** Returns the verdict by the last event or the dates; never `good` for a company's own record. */
export function verdictOf(found: Verified): Verdict {
  const { state, isAhead, validFrom, validTo, claimUntil, recordedBy, stateBy } = found;
  const isOwn = recordedBy === 'company';
  const until = `Rige hasta el ${formatDate(validTo)}.`;
  if (isAhead) {
    const title = `Todavía no rige: empieza el ${formatDate(validFrom)}`;
    return { tone: 'plain', title, text: until };
  }
  const by = stateBy ? `, según ${stateBy === 'company' ? 'la empresa' : sideCopy.advisor}` : '';
  switch (state) {
    case 'vigente':
    case 'por_vencer':
      return isOwn
        ? { tone: 'plain', title: 'Garantía vigente', text: until }
        : { tone: 'good', title: 'Garantía vigente, registrada por Resguardo', text: until };
    case 'vencida': {
      const title = `Vencida: su último día fue el ${formatDate(validTo)}`;
      if (!claimUntil || claimUntil <= validTo) return { tone: 'bad', title };
      const text = `El documento dice que se puede cobrar hasta el ${formatDate(claimUntil)}.`;
      return { tone: 'bad', title, text };
    }
    case 'prorrogada':
      return { tone: 'bad', title: `Reemplazada por otra garantía${by}` };
    case 'cobrada':
      return claimedVerdict(found, by);
    default:
      return { tone: 'bad', title: `${standingCopy[state].label}${by}` };
  }
}

/** Names the claimed amount and the rest, which only the reporting side and the issuer know. */
function claimedVerdict({ claimed, amount, currency, reported }: Verified, by: string): Verdict {
  if (claimed === null) {
    const text = 'Puede ser entera o en parte: el emisor sabe cuánto queda.';
    return { tone: 'bad', title: `${standingCopy.cobrada.label}${by}`, text };
  }
  const [all, taken, left] = [amount, claimed, leftOf(amount, claimed)].map((sum) =>
    formatAmount(sum, currency),
  );
  if (!isClaimedInPart({ reported, amount, claimed })) {
    return { tone: 'bad', title: `Cobrada entera${by}`, text: `Se cobró todo: ${all}.` };
  }
  const text = `Se cobró ${taken} de ${all}: quedan ${left}.`;
  return { tone: 'unsure', title: `Cobrada en parte${by}`, text };
}
