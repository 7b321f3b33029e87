import type {
  GuaranteeStatus,
  IssuedFacts,
  ReportedKind,
  Side,
} from '#lib/domain/issued-guarantees/schema.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { addAmounts, compareAmounts, toScaledInteger } from '#lib/platform/chile/amounts.ts';
import { daysBetween } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { lettersOf } from '#lib/platform/chile/names.ts';

type ReportedEnd = Exclude<ReportedKind, 'entregada' | 'deshecha'>;

/** A guarantee is `por_vencer` from this many days before its last day. */
export const EXPIRING_DAYS = 30;

export type Term = { validFrom: string; validTo: string; reported: ReportedEnd | null };

/**
 * Returns the status of a guarantee. Reported events win over dates. Days are those of Chile, and
 * the last one counts until its end.
 */
export function guaranteeStatusOf(term: Omit<Term, 'validFrom'>, now: number): GuaranteeStatus {
  if (term.reported) return term.reported;
  const days = daysLeft(term, now);
  if (days < 0) return 'vencida';
  return days <= EXPIRING_DAYS ? 'por_vencer' : 'vigente';
}

/**
 * Returns whether the first day is still to come. Until then, a `vigente` guarantee does not cover.
 */
export function hasNotBegun({ validFrom, reported }: Omit<Term, 'validTo'>, now: number): boolean {
  return reported === null && validFrom > isoDay(now);
}

/** Returns the days in Chile until the last day. The number is negative after the last day. */
export function daysLeft({ validTo }: Pick<Term, 'validTo'>, now: number): number {
  return daysBetween(isoDay(now), validTo);
}

export type ClaimFacts = { reported: ReportedEnd | null; amount: string; claimed: string | null };

/**
 * Returns whether an event of this kind may be reported next. After an end nothing may be reported,
 * except `deshecha` after a return, and another end after a partial claim.
 */
export function mayReportNext(kind: ReportedKind, record: ClaimFacts): boolean {
  if (kind === 'deshecha') return record.reported === 'devuelta';
  if (record.reported === null) return true;
  return isClaimedInPart(record) && kind !== 'entregada' && kind !== 'anulada';
}

type RecordFacts = ClaimFacts & { recordedBy: Side };

/**
 * Returns whether a side may report an event. The team may annul a company's own record even after
 * its end; otherwise `mayReportNext` decides.
 */
export function mayReport(kind: ReportedKind, record: RecordFacts, side: Side): boolean {
  if (kind !== 'anulada' || side !== 'advisor' || record.recordedBy !== 'company') {
    return mayReportNext(kind, record);
  }
  return record.reported !== 'anulada';
}

/**
 * Returns the events that a side may report, in the order of `reportCopy`. A company does not
 * report an extension but records it.
 */
export function reportableKinds(
  record: RecordFacts,
  side: Side,
  { isHandedOver }: { isHandedOver: boolean },
): ReportedKind[] {
  const kinds = ['entregada', 'devuelta', 'cobrada', 'prorrogada', 'anulada', 'deshecha'] as const;
  return kinds.filter((kind) => {
    if (kind === 'entregada' && isHandedOver) return false;
    if (kind === 'anulada' && !mayAnnul(record, side)) return false;
    return mayReport(kind, record, side) && (kind !== 'prorrogada' || side === 'advisor');
  });
}

/** Returns whether a side may annul a record: the team any, a company only its own. */
export const mayAnnul = ({ recordedBy }: Pick<RecordFacts, 'recordedBy'>, side: Side): boolean =>
  side === 'advisor' || recordedBy === side;

export function isClaimedInPart({ reported, amount, claimed }: ClaimFacts): boolean {
  return reported === 'cobrada' && compareAmounts(claimed ?? '0', amount) < 0;
}

/**
 * Returns a claim (without `claim`, of all that is left) and the sum of all claims with it. Returns
 * null if the sum exceeds the amount.
 */
export function sumClaim(
  { amount, claimed }: Omit<ClaimFacts, 'reported'>,
  claimedText: string | undefined,
): { added: string; sum: string } | null {
  const newClaim = claimedText ?? remainingOf(amount, claimed);
  const sum = addAmounts([claimed ?? '0', newClaim]);
  const excess = compareAmounts(sum, amount);
  // A claim of the whole amount is written exactly as the amount, because queries compare the two
  // texts.
  return excess > 0 ? null : { added: newClaim, sum: excess === 0 ? amount : sum };
}

export function remainingOf(amount: string, claimed: string | null): string {
  const scaledRest = String(toScaledInteger(amount) - toScaledInteger(claimed ?? '0')).padStart(
    5,
    '0',
  );
  return `${scaledRest.slice(0, -4)}.${scaledRest.slice(-4)}`.replace(/\.?0+$/, '');
}

/** Returns a key that is the same for all spellings of an issuer and number. */
export function issuerKeyOf({
  issuerName,
  issuerNumber,
}: Pick<IssuedFacts, 'issuerName' | 'issuerNumber'>) {
  return `${lettersOf(issuerName)}|${lettersOf(issuerNumber)}`;
}

/** The names of the answers that hold parties and tender, by variant of the request. */
const partyAnswers = {
  chilecompra: {
    holderName: 'nombreEmpresaOferente',
    holderRut: 'rutEmpresaOferente',
    beneficiaryName: 'institucion',
    beneficiaryRut: 'rutInstitucion',
    tenderId: 'idLicitacion',
  },
  privados: {
    holderName: 'nombreEmpresaContratista',
    holderRut: 'rutEmpresaContratista',
    beneficiaryName: 'razonSocialMandante',
    beneficiaryRut: 'rutMandantePrivados',
  },
} as const;
type Parties = Partial<Record<keyof (typeof partyAnswers)['chilecompra'], string>>;

export function partiesOf(answers: StoredAnswers): Parties {
  const texts: Record<string, unknown> = answers;
  const names = Object.entries(partyAnswers[answers.sistemaLicitacion]);
  const parties: Parties = Object.fromEntries(names.map(([name, answer]) => [name, texts[answer]]));
  if (answers.sistemaLicitacion === 'chilecompra') parties.beneficiaryName ??= answers.razonSocial;
  return parties;
}

/** Converts a record's parties to answers. Without a request, a tender means `chilecompra`. */
export function partiesToAnswers(
  record: Record<keyof Parties, string | null>,
  system = record.tenderId === null ? ('privados' as const) : ('chilecompra' as const),
): object {
  const answers = Object.entries<string>(partyAnswers[system]).flatMap(([name, answer]) => {
    const value = record[name as keyof Parties];
    return value ? [[answer, value]] : [];
  });
  return { sistemaLicitacion: system, ...Object.fromEntries(answers) };
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Converts twenty random bytes to twenty characters of Crockford's base32, which are 100 bits. */
export function newVerificationCode(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => CROCKFORD[byte % 32]).join('');
}

/** Returns a complete code, however it was typed, or null. */
export function parseVerificationCode(typedCode: string): string | null {
  const code = codeStart(typedCode);
  return code?.length === 20 ? code : null;
}

/**
 * Returns the start of a code, at least five characters, from typed text or from the URL of its
 * page, or null. O is read as 0, and I and L as 1.
 */
export function codeStart(typedCode: string): string | null {
  const code = typedCode
    .replace(/^.*\/v\/|[?#].*$/g, '')
    .replace(/[\s\p{Pd}\p{Cf}]+/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return /^[\dA-HJKMNP-TV-Z]{5,20}$/.test(code) ? code : null;
}

/**
 * Splits the number of a document. The second part distinguishes an extension that has the same
 * number, such as `endoso N.º 1` or `prórroga hasta 30-06-2027`.
 */
export function numberParts(issuerNumber: string): { number: string; part: string | null } {
  const [, number = issuerNumber, part = null] =
    /^(.+), ((?:prórroga|endoso N\.º).*)$/.exec(issuerNumber) ?? [];
  return { number, part };
}

/** Returns the ranges of RUTs and of tender ids that begin with the text, or null if none can. */
export function prefixRangesOf(typedText: string): { rut: Range | null; tender: Range | null } {
  const text = typedText.trim();
  const digits = /^\d[\d.]*-?$/.test(text) ? text.replace(/\D/g, '') : '';
  const rut = text.endsWith('-') ? `${digits}-` : digits;
  const isTender = /^\d{3,7}(-\w*)*$/.test(text);
  return {
    rut: digits.length >= MIN_DIGITS && digits.length <= 9 ? rangeOf(rut) : null,
    tender: isTender ? rangeOf(text.toUpperCase()) : null,
  };
}

export type Range = { from: string; below: string };
const MIN_DIGITS = 4;
/** Digits, letters and hyphens sort before `~`. */
const rangeOf = (start: string): Range => ({ from: start, below: `${start}~` });
