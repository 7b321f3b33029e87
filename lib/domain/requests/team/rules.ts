import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import type { RequestState, Wait } from '#lib/platform/operations/request-states.ts';

/** By which people know a lead: a request's own; of most it is its id as well. */
export function numberOf({ id, submissionId }: { id: number; submissionId: number | null }) {
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

/** What still asks for work: `abiertas` of the filter. */
const open: readonly LeadStatus[] = ['por_atender', 'en_espera', 'en_revision', 'aprobada'];

type Standing = { handledAt: number | null; state: RequestState; wait: Wait | null };

/** One word: until handled whose turn it is, then where the request stands. */
export function statusOf(lead: Standing): LeadStatus {
  if (lead.handledAt === null) return isTheirs(lead.wait) ? 'en_espera' : 'por_atender';
  return lead.state === 'recibida' ? 'atendida' : lead.state;
}

export type NextAct = 'answer' | 'review' | 'offer' | 'approve' | 'record';

type Acted = { kind: string; state: RequestState; handledAt: number | null; wait: Wait | null };

/** What a lead asks for first; null while it is its applicant's turn, and once it is done. */
export function nextActOf({ kind, state, handledAt, wait }: Acted): NextAct | null {
  if (kind !== 'garantia') return handledAt === null && !isTheirs(wait) ? 'answer' : null;
  if (wait === 'wrote') return 'answer';
  if (isDecided(state)) return null;
  if (wait === 'paid' || wait === 'accepted') return state === 'aprobada' ? 'record' : 'approve';
  if (isTheirs(wait)) return null;
  if (state === 'recibida') return handledAt === null || wait !== null ? 'review' : null;
  return 'offer';
}

/** `atrasadas`: those of `por_atender` that have waited longer than a working day for an answer. */
export const statusChoices = ['abiertas', 'atrasadas', ...leadStatuses] as const;
export type StatusChoice = (typeof statusChoices)[number];

export function statusesOf(chosen: StatusChoice): readonly LeadStatus[] {
  if (chosen === 'atrasadas') return ['por_atender'];
  return chosen === 'abiertas' ? open : [chosen];
}

/** Whose turn it is in a request: ours, to go on or to issue, or its applicant's. */
export const turns = {
  answer: ['wrote', 'answered', 'accepted', 'begun'],
  issue: ['paid'],
  applicant: ['asked', 'offered', 'replied'],
} as const satisfies Record<string, readonly Wait[]>;

function isTheirs(wait: Wait | null): boolean {
  return turns.applicant.some((turn) => turn === wait);
}

/** `ours`: all that asks for an act of the team. */
export const turnChoices = ['ours', 'answer', 'issue', 'applicant'] as const;
export type TurnChoice = (typeof turnChoices)[number];

/** Lists that are one press away, each with how many it has, in their order: queries of the page. */
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
export const viewNames = Object.keys(inboxViews) as InboxView[]; // own keys, written above

/** Of its address; none: what the inbox opens on. */
export function viewQuery(name: InboxView): string {
  return name === 'now' ? '' : `${new URLSearchParams(inboxViews[name])}`;
}

/** What an advisor keeps of the inbox: a query, known by its words. */
export type OwnView = { nombre: string; lista: string };

/** Words that must follow each other in one field; the last of the last phrase may go on. */
type Phrase = string[];

export type Search = {
  phrases: Phrase[];
  /** The whole text is an address: looked up as such. */
  email: string | null;
  /** The whole text may be the number of a request. */
  number: number | null;
  /** The whole text may be a phone, or an amount that reads as a RUT: the words that the index has of it. */
  also: string[];
  /** The last word may be unfinished. */
  open: boolean;
};

const MOST_PHRASES = 8;
const MOST_WORDS = 24;

/** Words are letters and digits only: nothing typed reaches the index's query language. */
export function readSearch(text: string): Search {
  const trimmed = text.normalize('NFC').trim();
  const rut = parseRut(trimmed);
  const number = /^(?:n\.?\s?[º°]?\s*|#)?(\d{1,9})$/i.exec(trimmed)?.[1];
  const digits = /^[+\d\s().-]+$/.test(trimmed) ? trimmed.replace(/\D/g, '') : '';
  const phone = /^\d{8,15}$/.test(digits) ? [phoneWord(digits)] : [];
  const amount = rut && /^[\d.]+$/.test(trimmed) ? [digits] : [];
  const phrases = (rut ?? (phone.length > 0 ? trimmed.replace(/\s/g, '') : trimmed))
    .split(/\s+/)
    .map((word) => wordsOf(withoutDots(word)))
    .filter((words) => words.length > 0)
    .map((words) => words.slice(0, MOST_WORDS))
    .slice(0, MOST_PHRASES);
  return {
    phrases,
    email: /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(trimmed) ? trimmed.toLowerCase() : null,
    number: number ? Number(number) : null,
    also: [...phone, ...amount],
    open: !rut && phone.length === 0,
  };
}

/** A phone in any spelling as one word, by the plan of numbers of Chile; as `searchable_leads` has it. */
function phoneWord(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^0+/, '');
  return `${{ 8: '569', 9: '56' }[digits.length] ?? ''}${digits}`;
}

/** As FTS5's unicode61 cuts and folds: letters, digits and private use; no case, no diacritics. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/** Beginnings of these lengths are words of the index themselves (`prefix=` of `leads_search`). */
const indexedPrefixes = { from: 2, to: 3 };

export type Plan = {
  match: string;
  /** It finds more than was asked for: what it finds has to be compared with the last phrase. */
  compare: boolean;
};

/** What finds exactly what was asked for, however long it takes the index. */
export function planOf(search: Search): Plan {
  const { match, compare } = planOfPhrases(search);
  return { match: [match, ...search.also.map((word) => `"${word}"`)].join(' OR '), compare };
}

function planOfPhrases({ phrases, open }: Search): Plan {
  const last = phrases.at(-1) ?? [];
  const letters = last.at(-1)?.length ?? 0;
  const alone = phrases.length === 1 && last.length === 1;
  if (!open || (alone && letters < indexedPrefixes.from)) {
    return { match: matchOf(phrases), compare: false };
  }
  if (letters >= indexedPrefixes.from) return { match: `${matchOf(phrases)}*`, compare: false };
  // One letter begins too much: the words before it are looked up, the letter is compared.
  const before = [...phrases.slice(0, -1), last.slice(0, -1)].filter((words) => words.length > 0);
  return { match: matchOf(before), compare: true };
}

/** Cut to a length that the index answers at once, newest first; null where that is no gain. */
export function quickPlanOf({ phrases, open }: Search): Plan | null {
  const last = phrases.at(-1) ?? [];
  const word = last.at(-1) ?? '';
  if (!open || word.length <= indexedPrefixes.to) return null;
  const cut = [...last.slice(0, -1), word.slice(0, indexedPrefixes.to)];
  return { match: `${matchOf([...phrases.slice(0, -1), cut])}*`, compare: true };
}

function matchOf(phrases: readonly Phrase[]): string {
  return phrases.map((words) => `"${words.join(' ')}"`).join(' AND ');
}

type Fields = Record<'name' | 'email', string> &
  Record<
    'rut' | 'company' | 'tenderId' | 'phone' | 'message' | 'about' | 'tenderWords',
    string | null
  >;

/** Whether a field has the last phrase, its last word begun at least. */
export function hasOpenPhrase({ phrases }: Search, lead: Fields): boolean {
  const sought = ` ${(phrases.at(-1) ?? []).join(' ')}`;
  const phone = lead.phone && phoneWord(lead.phone);
  const { name, email, rut, company, tenderId, message, about, tenderWords } = lead;
  return [name, email, rut, company, tenderId, phone, message, about, tenderWords].some(
    (field) => field && ` ${wordsOf(field).join(' ')}`.includes(sought),
  );
}

/** `12.345.678`, `12.345` and `$1.500.000,50`: people write the dots of RUT and money, the index has none. */
function withoutDots(word: string): string {
  return /^\$?\d{1,3}(\.\d{1,3})+(-[\dkK]?|,\d*)?$/.test(word) ? word.replaceAll('.', '') : word;
}
