import { sideCopy, standingCopy } from '#lib/domain/issued/copy.ts';
import type { Verified } from '#lib/domain/issued/verified.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { type Html, html } from '#lib/platform/web/html.ts';

type Tone = 'good' | 'bad' | 'plain' | 'unsure';

export type Verdict = { tone: Tone; title: string; text?: Html | string | null };

/** The page's answer, before anything else of it. `more`: what belongs to it in the same size or below. */
export function verdictBox({ tone, title, text }: Verdict, more?: Html): Html {
  return html`<div class="verdict ${tone}">${icons[tone]}<div class="stack"><h1>${dated(title)}</h1>${more}${text && html`<p>${dated(text)}</p>`}</div></div>`;
}

/** Its days are never broken at their hyphens. */
function dated(text: Html | string): Html {
  if (typeof text !== 'string') return text;
  const parts = text.split(/(\d{2}-\d{2}-\d{4})/);
  return html`${parts.map((part, n) => (n % 2 === 1 ? html`<span class="whole">${part}</span>` : html`${part}`))}`;
}

/** By what the calendar says, unless a side said something else of it. A company's own word is no mark of ours. */
export function verdictOf(found: Verified): Verdict {
  const { state, isAhead, validFrom, validTo, claimUntil, recordedBy, stateBy } = found;
  const isOwn = recordedBy === 'company';
  const until = `Rige hasta el ${formatDate(validTo)}.`;
  if (isAhead) {
    const title = `Todavía no rige: empieza el ${formatDate(validFrom)}`;
    return { tone: 'plain', title, text: until };
  }
  const said = stateBy ? `, según ${stateBy === 'company' ? 'la empresa' : sideCopy.advisor}` : '';
  switch (state) {
    case 'vigente':
    case 'por_vencer':
      return isOwn
        ? { tone: 'plain', title: 'Garantía vigente', text: until }
        : { tone: 'good', title: 'Garantía vigente, registrada por Resguardo', text: until };
    case 'vencida': {
      const later = claimUntil && claimUntil > validTo ? claimUntil : null;
      const text = later && `El documento dice que se puede cobrar hasta el ${formatDate(later)}.`;
      return { tone: 'bad', title: `Vencida: su último día fue el ${formatDate(validTo)}`, text };
    }
    case 'prorrogada':
      return { tone: 'bad', title: `Reemplazada por otra garantía${said}`, text: successor(found) };
    case 'cobrada': {
      const text = 'Puede ser entera o en parte: el emisor sabe cuánto queda.';
      return { tone: 'bad', title: `${standingCopy.cobrada.label}${said}`, text };
    }
    default:
      return { tone: 'bad', title: `${standingCopy[state].label}${said}` };
  }
}

/** Where the paper at hand is another one: what was recorded says nothing of it. */
export function otherFile({ title }: Verdict, fileName?: string): Verdict {
  const text = html`<span data-result="other" ${fileName === undefined ? html`hidden` : ''}><strong>${fileName}</strong> es distinto del que se registró. La hoja de entrega también lo es: pide el archivo original y confirma con el emisor.</span> El registro dice: «${dated(title)}».`;
  return { tone: 'bad', title: 'Tu archivo no es el que se registró', text };
}

/** A scan says nothing either way: no bytes of it could equal those that were recorded. */
export function scannedFile({ title }: Verdict, fileName?: string): Verdict {
  const text = html`<span data-result="scan" ${fileName === undefined ? html`hidden` : ''}><strong>${fileName}</strong> es una imagen del documento: no muestra si es auténtico ni si es falso. Pide el archivo original y compáralo.</span> El registro dice: «${dated(title)}».`;
  return { tone: 'unsure', title: 'Un escaneo o una foto no se puede comparar', text };
}

/** Stands on top when nothing could be compared; the focus begins here, also without a script. */
export function notComparedBox({ title }: Verdict, problem: string): Html {
  return html`<div class="verdict unsure" data-head="problem" role="alert" tabindex="-1" autofocus>${icons.unsure}<div class="stack"><h1>No comparamos ningún archivo</h1><p><a href="#file">${problem}</a></p><p>El registro dice: «${dated(title)}».</p></div></div>`;
}

function successor({ successorCode }: Verified): Html {
  const other = successorCode
    ? html`<a href="/v/${successorCode}">${successorCode}</a>`
    : 'pídelo a quien te la entregó';
  return html`El código de la que vale ahora: ${other}.`;
}

/** Below the page's answer: the paper at hand is the one that it speaks of. */
export function sameBox(fileName: string | undefined): Html {
  return html`<div class="verdict good" data-result="same" ${fileName === undefined ? html`hidden` : ''}>${icons.good}<div><p class="title">Es el mismo archivo</p><p><strong>${fileName}</strong> es igual al que se registró, byte por byte.</p></div></div>`;
}

const icon = (path: string) =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

const icons: Record<Tone, Html> = {
  good: icon('M8 12.5l2.8 2.8L16.2 9M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z'),
  bad: icon('M12 7.5v5.3M12 16.4v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z'),
  unsure: icon('M12 7.5v5.3M12 16.4v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z'),
  plain: icon('M12 11v6M12 7.2v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z'),
};
