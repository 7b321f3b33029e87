import { sideCopy, standingCopy } from '#lib/domain/issued-guarantees/copy.ts';
import type { Verified } from '#lib/domain/issued-guarantees/verified.ts';
import { formatDate } from '#lib/platform/chile/format.ts';

type Verdict = { tone: 'good' | 'bad' | 'plain' | 'unsure'; title: string; text?: string };

/** Dates decide if no event was reported. A company's own record never gets the tone `good`. */
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
    case 'cobrada': {
      const text = 'Puede ser entera o en parte: el emisor sabe cuánto queda.';
      return { tone: 'bad', title: `${standingCopy.cobrada.label}${by}`, text };
    }
    default:
      return { tone: 'bad', title: `${standingCopy[state].label}${by}` };
  }
}
