import { isDecided, tenderSpellings } from '#lib/domain/requests/leads/rules.ts';
import { parseShownNumber } from '#lib/platform/chile/format.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import type { LastAct, RequestState } from '#lib/platform/db/schema/request-states.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';

/** Returns the number by which people know a lead, usually its id. */
export function leadNumberOf({ id, submissionId }: { id: number; submissionId: number | null }) {
  return submissionId ?? id;
}

export const leadStatuses = [
  'por_atender',
  'en_espera',
  'en_revision',
  'aprobada',
  'rechazada',
  'emitida',
  'atendida',
] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Statuses of leads that still need work, which the filter calls `abiertas`. */
const openStatuses: readonly LeadStatus[] = ['por_atender', 'en_espera', 'en_revision', 'aprobada'];

type LeadProgress = { handledAt: number | null; state: RequestState; lastAct: LastAct | null };

/** Returns the status: which side has to act until it is handled, and then its state. */
export function leadStatusOf(lead: LeadProgress): LeadStatus {
  if (lead.handledAt === null) return isApplicantsTurn(lead.lastAct) ? 'en_espera' : 'por_atender';
  return lead.state === 'recibida' ? 'atendida' : lead.state;
}

export type LeadNextAct = 'answer' | 'review' | 'sendConditions' | 'approve' | 'record';

type LeadWork = LeadProgress & { kind: string; isPaid: boolean };

/**
 * Returns the next act of the team, or null if the applicant has to act or nothing is left to do. A
 * payment leads to the issue only if the conditions are accepted or the request is approved.
 */
export function nextActOf(
  { kind, state, handledAt, lastAct, isPaid }: LeadWork,
  { isAgreed }: { isAgreed: boolean },
): LeadNextAct | null {
  if (lastAct === 'wrote' || lastAct === 'undelivered') return 'answer';
  if (kind !== 'garantia')
    return handledAt === null && !isApplicantsTurn(lastAct) ? 'answer' : null;
  if (isDecided(state)) return null;
  const isOurs = lastAct === 'answered' && isPaid;
  if (lastAct === 'accepted') return state === 'aprobada' ? 'record' : 'approve';
  if (isOurs || lastAct === 'paid') {
    if (state === 'aprobada') return 'record';
    if (isAgreed) return 'approve';
  }
  if (isApplicantsTurn(lastAct)) return null;
  if (state === 'recibida') return handledAt === null || lastAct !== null ? 'review' : null;
  return 'sendConditions';
}

/** `atrasadas` selects leads that have been `por_atender` for more than a working day. */
export const statusChoices = ['abiertas', 'atrasadas', ...leadStatuses] as const;
export type StatusChoice = (typeof statusChoices)[number];

export function statusesOf(chosen: StatusChoice): readonly LeadStatus[] {
  if (chosen === 'atrasadas') return ['por_atender'];
  return chosen === 'abiertas' ? openStatuses : [chosen];
}

/** Last acts by who has to act next: the team (to answer or to issue) or the applicant. */
export const lastActsOfTurn = {
  answer: ['wrote', 'undelivered', 'call', 'answered', 'accepted', 'begun'],
  issue: ['paid'],
  applicant: ['asked', 'offered', 'replied'],
} as const satisfies Record<string, readonly LastAct[]>;

function isApplicantsTurn(lastAct: LastAct | null): boolean {
  return lastActsOfTurn.applicant.some((act) => act === lastAct);
}

/** `ours` selects all leads on which the team has to act. */
export const turnChoices = ['ours', 'answer', 'issue', 'applicant'] as const;
export type TurnChoice = (typeof turnChoices)[number];

/** The views of the inbox in their order, as queries. The page shows their counts. */
export const inboxViews = {
  now: { turn: 'ours', sort: 'urgent' },
  all: { sort: 'newest' },
  todo: { status: 'por_atender', sort: 'oldest' },
  answer: { turn: 'answer' },
  issue: { turn: 'issue' },
  applicant: { turn: 'applicant' },
  mine: { assigned: 'me', status: 'abiertas' },
  free: { assigned: 'nobody', status: 'abiertas' },
  closing: { status: 'abiertas', closing: 'week' },
} satisfies Record<string, Record<string, string>>;
export type InboxView = keyof typeof inboxViews;
export const viewNames = Object.keys(inboxViews) as InboxView[]; // Object.keys returns strings.

/** Returns the query of a view. It is empty for the view `now`, with which the inbox opens. */
export function viewSearchParams(name: InboxView): string {
  return name === 'now' ? '' : `${new URLSearchParams(inboxViews[name])}`;
}

/** A query of the inbox that an advisor saved under a name. */
export type SavedView = { nombre: string; lista: string };

/** Words that must follow each other in one field. The very last word may be unfinished. */
type Phrase = string[];

type Search = {
  phrases: Phrase[];
  /** The typed text if it is an e-mail. An e-mail is looked up and not searched. */
  email: string | null;
  /** The number, if the text may be the number of a request. */
  number: number | null;
  /** The kind of thing that the number belongs to, if the text says so. Only that is searched. */
  numbered: 'lead' | 'guarantee' | null;
  /** More words to search for, if the text may be a phone or an amount that looks like a RUT. */
  extraWords: string[];
  lastWordMayBeUnfinished: boolean;
};

const MAX_PHRASES = 8;
const MAX_WORDS = 24;

/**
 * Parses a typed search. Its words have only letters and digits, so they cannot contain operators
 * of FTS5.
 */
export function parseSearch(text: string): Search {
  const trimmed = text.normalize('NFC').trim();
  const rut = parseRut(trimmed);
  const numbering = parseShownNumber(trimmed);
  const digits = /^[+\d\s().-]+$/.test(trimmed) ? trimmed.replace(/\D/g, '') : '';
  const phoneWords = /^\d{8,15}$/.test(digits) ? [phoneWord(digits)] : [];
  // Phones of Santiago are often written without the area code.
  if (digits.length === 8) phoneWords.push(`562${digits}`);
  const amount = rut && /^[\d.]+$/.test(trimmed) ? [digits] : [];
  const [tender, ...otherSpellings] = tenderSpellings(trimmed);
  const id = rut ?? (otherSpellings.length > 0 ? undefined : tender);
  const words = id ?? (phoneWords.length > 0 ? trimmed.replace(/\s/g, '') : trimmed);
  const phrases = (numbering?.kind ? '' : words)
    .split(/\s+/)
    .map((word) => wordsOf(toIndexedWord(word)))
    .filter((words) => words.length > 0)
    .map((words) => words.slice(0, MAX_WORDS))
    .slice(0, MAX_PHRASES);
  return {
    phrases,
    email: /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(trimmed) ? trimmed.toLowerCase() : null,
    number: numbering?.number ?? null,
    numbered: numbering?.kind ?? null,
    extraWords: [...phoneWords, ...amount],
    lastWordMayBeUnfinished: !rut && phoneWords.length === 0,
  };
}

/** Returns a phone as one word, by Chile's number plan, exactly as `searchable_leads` does. */
function phoneWord(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^0+/, '');
  return `${{ 8: '569', 9: '56' }[digits.length] ?? ''}${digits}`;
}

/**
 * Splits a text into words as FTS5's unicode61 does: letters, digits and private use, without case
 * and diacritics.
 */
export function wordsOf(text: string): string[] {
  return withoutAccents(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/** Lengths of the beginnings of words that the index stores (`prefix=` of `leads_search`). */
const indexedPrefixLengths = { from: 2, to: 3 };

export type SearchPlan = {
  match: string;
  /** True if each row is compared with the last phrase, because `match` would find too many. */
  needsComparison: boolean;
};

/** Plans an exact search. The index may take long to answer it. */
export function planSearch(search: Search): SearchPlan {
  const { match, needsComparison } = planOfPhrases(search);
  return {
    match: [match, ...search.extraWords.map((word) => `"${word}"`)].join(' OR '),
    needsComparison,
  };
}

function planOfPhrases({ phrases, lastWordMayBeUnfinished }: Search): SearchPlan {
  const last = phrases.at(-1) ?? [];
  const letterCount = last.at(-1)?.length ?? 0;
  const isSingleWord = phrases.length === 1 && last.length === 1;
  if (!lastWordMayBeUnfinished || (isSingleWord && letterCount < indexedPrefixLengths.from)) {
    return { match: ftsMatchOf(phrases), needsComparison: false };
  }
  if (letterCount >= indexedPrefixLengths.from)
    return { match: `${ftsMatchOf(phrases)}*`, needsComparison: false };
  // Too many words begin with one letter, so only the words before the last one are searched.
  const earlierPhrases = [...phrases.slice(0, -1), last.slice(0, -1)].filter(
    (words) => words.length > 0,
  );
  return { match: ftsMatchOf(earlierPhrases), needsComparison: true };
}

/**
 * Plans a fast search, for which the last word is cut to a length that the index stores. Returns
 * null if the word is not longer than that.
 */
export function planQuickSearch({ phrases, lastWordMayBeUnfinished }: Search): SearchPlan | null {
  const last = phrases.at(-1) ?? [];
  const word = last.at(-1) ?? '';
  if (!lastWordMayBeUnfinished || word.length <= indexedPrefixLengths.to) return null;
  const cut = [...last.slice(0, -1), word.slice(0, indexedPrefixLengths.to)];
  return { match: `${ftsMatchOf([...phrases.slice(0, -1), cut])}*`, needsComparison: true };
}

function ftsMatchOf(phrases: readonly Phrase[]): string {
  return phrases.map((words) => `"${words.join(' ')}"`).join(' AND ');
}

type SearchedFields = Record<'name' | 'email', string> &
  Record<
    'rut' | 'company' | 'tenderId' | 'phone' | 'message' | 'about' | 'tenderWords',
    string | null
  >;

/** Returns whether a field contains the last phrase, the last word of which may be unfinished. */
export function hasOpenPhrase({ phrases }: Search, lead: SearchedFields): boolean {
  const soughtText = ` ${(phrases.at(-1) ?? []).join(' ')}`;
  const phone = lead.phone && phoneWord(lead.phone);
  const { name, email, rut, company, tenderId, message, about, tenderWords } = lead;
  return [name, email, rut, company, tenderId, phone, message, about, tenderWords].some(
    (field) => field && ` ${wordsOf(field).join(' ')}`.includes(soughtText),
  );
}

/**
 * Returns a word as the index stores it: `12.345.678` loses its dots, and `$1.500.000,50` becomes
 * `1500000,5`.
 */
function toIndexedWord(word: string): string {
  const amount = word.replace(/^(US)?\$/i, '');
  const isGrouped = /^\d{1,3}(\.\d{1,3})+(-[\dkK]?|,\d*)?$/.test(amount);
  const plain = isGrouped ? amount.replaceAll('.', '') : amount;
  return /^\d+,\d+$/.test(plain) ? plain.replace(/,?0+$/, '') : plain;
}
