import type { GuaranteeTerms } from '#lib/domain/requests/leads/correction-schema.ts';
import {
  answerGroups,
  guaranteeTypeCopy,
  sistemaCopy,
} from '#lib/domain/requests/submissions/copy.ts';
import type { GuaranteeItem, Submission } from '#lib/domain/requests/submissions/schema.ts';
import type { RequestUpload } from '#lib/domain/uploads/reads.ts';
import {
  formatAmount,
  formatDate,
  formatPhone,
  formatRequestNumber,
} from '#lib/platform/chile/format.ts';
import { isSpelledAlike, nameFromCapitals, titleFromCapitals } from '#lib/platform/chile/names.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

/** An upload to this service, or a URL that the applicant typed, which is never fetched. */
export type Attachment =
  | { uploadId: string; fileName: string; size: number }
  | { externalUrl: string };

/**
 * `renews` is the number of the issued guarantee that this one extends. `sent` has the amount and
 * validity that were sent, if an advisor corrected them. Only this service writes these two fields.
 */
export type RequestedGuarantee = GuaranteeItem & { renews?: number; sent?: GuaranteeTerms };

type StoredSubmission<S> = S extends Submission
  ? Omit<S, 'contratoUrl' | 'adicionalUrl' | 'garantias'> & { garantias: RequestedGuarantee[] }
  : never;
type Answers = StoredSubmission<Submission>;

/** `confirmed` lists the questions of the wizard's review that the person confirmed. */
export type StoredAnswers = Answers & {
  contrato?: Attachment;
  adicional?: Attachment;
  confirmed?: string[];
};

/** A request as mails, receipt and inbox see it. Times in milliseconds since the epoch, UTC. */
export type GuaranteeRequest = {
  id: number;
  leadId: number;
  state: RequestState;
  source: 'api' | 'wizard';
  createdAt: number;
  answers: StoredAnswers;
  files: readonly RequestUpload[];
  consentVersion: string;
};

/** `file` is the id of an upload that was added after the request was sent. */
export type AnswerRow = { label: string; value: string; href?: string; file?: string };
export type SummarySection = { title: string; rows: AnswerRow[] };

/**
 * Returns the given answers that are not about a guarantee, in reading order, without empty groups.
 * The official name of the tender follows its id, if it is known.
 */
export function answerSections(answers: StoredAnswers, tenderName?: string): SummarySection[] {
  const values = new Map<string, unknown>(Object.entries(answers));
  return answerGroups[answers.sistemaLicitacion].flatMap(({ title, labels }) => {
    const rows = Object.entries(labels).flatMap(([name, label]) => {
      const value = readableAnswer(name, values.get(name));
      const named = name === 'idLicitacion' ? tenderWithName(value, tenderName) : value;
      return value ? [{ label, value: named }] : [];
    });
    return rows.length > 0 ? [{ title, rows }] : [];
  });
}

/** Returns `4809-45-LE26, Mantención de caminos`, or only the id if no name is known. */
export function tenderWithName(id: string, name: string | null | undefined): string {
  return id && name ? `${id}, ${titleFromCapitals(name)}` : id;
}

/** Returns an answer as people read it, or an empty text if it was not given. */
export function readableAnswer(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  if (name === 'sistemaLicitacion') {
    return value === 'privados' ? sistemaCopy.privados : sistemaCopy.chilecompra;
  }
  if (name.startsWith('rut')) return formatRut(value);
  if (name.startsWith('telefono')) return formatPhone(value);
  return name.startsWith('fecha') ? formatDate(value) : value;
}

/** Describes a guarantee that may be incomplete. Missing parts are empty texts. */
export function guaranteeTexts(item: Partial<RequestedGuarantee>) {
  const { tipoGarantia: type, montoGarantia: amount, monedaGarantia: currency } = item;
  return {
    type: type ? guaranteeTypeCopy[type].label : '',
    amount: amount && currency ? formatAmount(amount, currency) : '',
    from: item.vigenciaDesde ? formatDate(item.vigenciaDesde) : '',
    until: item.vigenciaHasta ? formatDate(item.vigenciaHasta) : '',
    wording: item.glosaGarantia || undefined,
    ...sentTexts(item),
  };
}

/** Returns `Fiel cumplimiento, $ 1.500.000`. */
export function guaranteeName(item: Partial<RequestedGuarantee>): string {
  const { type, amount } = guaranteeTexts(item);
  return `${type}, ${amount}`;
}

/** Returns `Garantía 2 de 3` for index 1, or `Garantía` for the only one. */
export function guaranteeOrdinal(index: number, count: number): string {
  return count === 1 ? 'Garantía' : `Garantía ${index + 1} de ${count}`;
}

/** Returns the amount and the validity that were sent, if the corrected values differ from them. */
function sentTexts({ sent, ...item }: Partial<RequestedGuarantee>) {
  const { montoGarantia: amount, vigenciaDesde: from, vigenciaHasta: until } = sent ?? {};
  const isTerm = from !== item.vigenciaDesde || until !== item.vigenciaHasta;
  return {
    sentAmount:
      amount && amount !== item.montoGarantia && item.monedaGarantia
        ? formatAmount(amount, item.monedaGarantia)
        : '',
    sentTerm: from && until && isTerm ? `${formatDate(from)} al ${formatDate(until)}` : '',
  };
}

/** Returns a corrected fact with what was sent: `$ 540.000 (pediste $ 1.500.000)`. */
export function withSent(value: string, sent: string, verb = 'pediste'): string {
  return sent ? `${value} (${verb} ${sent})` : value;
}

export function asSent({ sent, ...item }: RequestedGuarantee): GuaranteeItem {
  return { ...item, ...sent };
}

/** Returns one row per question about a guarantee. `fields` names the answers in the row. */
export function guaranteeRows(
  item: Partial<RequestedGuarantee>,
): (AnswerRow & { fields: (keyof GuaranteeItem)[] })[] {
  const { type, amount, from, until, wording, sentAmount, sentTerm } = guaranteeTexts(item);
  const { renews } = item;
  const renewedText = renews ? `Garantía ${formatRequestNumber(renews)}` : '';
  return [
    { label: 'Tipo', value: type, fields: ['tipoGarantia'] },
    {
      label: 'Monto',
      value: withSent(amount, sentAmount, 'pedido:'),
      fields: ['montoGarantia', 'monedaGarantia'],
    },
    {
      label: 'Vigencia',
      value: from && until ? withSent(`${from} al ${until}`, sentTerm, 'pedida:') : '',
      fields: ['vigenciaDesde', 'vigenciaHasta'],
    },
    ...(renewedText
      ? [{ label: 'Prórroga de', value: renewedText, fields: ['vigenciaDesde' as const] }]
      : []),
    { label: 'Glosa', value: wording ?? '', fields: ['glosaGarantia'] },
  ];
}

/** Returns the typed name of the beneficiary of the requested guarantees, or an empty text. */
export function beneficiaryOf(answers: StoredAnswers): string {
  if (answers.sistemaLicitacion === 'privados') return answers.razonSocialMandante ?? '';
  return answers.razonSocial ?? answers.institucion ?? '';
}

/**
 * Returns the requested guarantees as rows for mails, without free text. The beneficiary is the
 * tender's buyer, as Mercado Público spells it, unless the applicant typed another one.
 */
export function guaranteeCoverRows(answers: StoredAnswers, buyerName?: string | null): AnswerRow[] {
  const { institucion = '', razonSocial = '' } =
    answers.sistemaLicitacion === 'privados' ? {} : answers;
  const names = [institucion, razonSocial].filter(Boolean);
  const isBuyer =
    answers.sistemaLicitacion !== 'privados' &&
    (names.length === 0 || names.some((name) => isSpelledAlike(name, buyerName ?? '')));
  const rows = answers.garantias
    .map(guaranteeTexts)
    .map(({ type, amount, from, until, ...item }) => {
      const term = withSent(`del ${from} al ${until}`, item.sentTerm);
      return { label: type, value: `${withSent(amount, item.sentAmount)}, ${term}` };
    });
  if (!isBuyer || !buyerName) return rows;
  return [...rows, { label: 'A favor de', value: nameFromCapitals(buyerName) }];
}

export function guaranteeSections(
  { garantias }: StoredAnswers,
  omitted: (keyof GuaranteeItem)[] = [],
): SummarySection[] {
  const count = garantias.length;
  return garantias.map((item, index) => ({
    title: guaranteeOrdinal(index, count),
    rows: guaranteeRows(item)
      .filter(({ value, fields }) => value && !fields.some((field) => omitted.includes(field)))
      .map(({ label, value }) => ({ label, value })),
  }));
}
