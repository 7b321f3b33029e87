import { createHash } from 'node:crypto';
import {
  AWARDED,
  CLOSED,
  DESERTED,
  PUBLISHED,
  REVOKED,
  SUSPENDED,
} from '#lib/domain/marketplace/rules.ts';
import type { Change } from '#lib/domain/tenders/schema.ts';
import type { MappedTender } from '#lib/platform/mercado-publico/mapper.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';

/** The last known facts of a tender. `award` is computed by `awardHash`. */
export type KnownTender = Record<'stateCode' | 'closesAt' | 'knownAt', number | null> & {
  award: string | null;
};

const FREQUENT_LOOK_WINDOW_MS = 72 * HOUR;
const FREQUENT_LOOKUP_MS = 6 * HOUR;

/**
 * Returns when (ms) to look up a tender again: after a day or, during the last 72 hours before its
 * closing, after six hours.
 */
export function nextLookUpAt(closesAt: number | null, now: number): number {
  if (closesAt === null || closesAt <= now) return now + DAY;
  const frequentFrom = closesAt - FREQUENT_LOOK_WINDOW_MS;
  return now >= frequentFrom ? now + FREQUENT_LOOKUP_MS : Math.min(now + DAY, frequentFrom);
}

/** Returns when the last answer came (ms) if the next is more than six hours late, else null. */
export function silentSince(
  { closesAt, knownAt }: Pick<KnownTender, 'closesAt' | 'knownAt'>,
  now: number,
): number | null {
  if (knownAt === null) return null;
  return now > nextLookUpAt(closesAt, knownAt) + FREQUENT_LOOKUP_MS ? knownAt : null;
}

/**
 * Merges an answer into the known facts. Facts that the answer leaves out stay. An award stays only
 * while the state is `AWARDED`.
 */
export function mergeFacts(current: KnownTender, update: MappedTender, now: number): KnownTender {
  const stateCode = update.stateCode ?? current.stateCode;
  const isOpen = stateCode === PUBLISHED;
  return {
    stateCode,
    closesAt: (isOpen ? update.closesAt : null) ?? current.closesAt ?? update.closesAt,
    award: stateCode === AWARDED ? (awardHash(update.suppliers) ?? current.award) : null,
    knownAt: now,
  };
}

/** Returns the changes between two answers, or none after the first answer about a tender. */
export function listChanges(previousFacts: KnownTender, newFacts: KnownTender): Change[] {
  if (previousFacts.knownAt === null) return [];
  const change = stateNews(previousFacts, newFacts);
  const { closesAt: previousClosing } = previousFacts;
  const { closesAt, stateCode } = newFacts;
  const isMoved =
    stateCode === PUBLISHED &&
    previousClosing !== null &&
    closesAt !== null &&
    closesAt !== previousClosing;
  return [
    ...(change ? [{ what: change }] : []),
    ...(isMoved ? [{ what: 'closing' as const, from: previousClosing, closesAt }] : []),
  ];
}

function stateNews(current: KnownTender, { stateCode, award }: KnownTender): Change['what'] | null {
  if (stateCode === AWARDED && award !== current.award) return 'awarded';
  if (stateCode === null || stateCode === current.stateCode) return null;
  const isResumed = stateCode === PUBLISHED || stateCode === CLOSED;
  if (isResumed) return stoppedStates.includes(current.stateCode) ? 'resumed' : null;
  return newsByState[stateCode] ?? null;
}

const stoppedStates: readonly (number | null)[] = [DESERTED, REVOKED, SUSPENDED];
const newsByState: Record<number, Change['what']> = {
  [DESERTED]: 'deserted',
  [AWARDED]: 'awarded',
  [REVOKED]: 'revoked',
  [SUSPENDED]: 'suspended',
};

type Supplier = MappedTender['suppliers'][number];

/** Returns a hash of the awarded suppliers, or null if none is named. */
export function awardHash(suppliers: readonly Supplier[]): string | null {
  if (suppliers.length === 0) return null;
  const names = suppliers.map(({ rut, name }) => `${rut} ${name}`).sort();
  return createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 22);
}

type Bidder = { rut: string | null; name: string | null };

/**
 * Returns who won an award: `holder` if any line goes to the company of the request or guarantee,
 * alone or in a union of suppliers, otherwise `others`. Returns undefined if its RUT or the
 * suppliers are not known.
 */
export function awardedTo(
  { rut, name }: Bidder,
  suppliers: readonly Supplier[],
): 'holder' | 'others' | undefined {
  if (rut === null || suppliers.length === 0) return undefined;
  const isTheirs = suppliers.some(
    (supplier) => supplier.rut === rut || isUnionWith(supplier.name, { rut, name }),
  );
  return isTheirs ? 'holder' : 'others';
}

/**
 * Returns whether a supplier is a union with this company. The API gives only one member's RUT; the
 * other members are in the name of the union.
 */
function isUnionWith(union: string, { rut, name }: { rut: string; name: string | null }): boolean {
  const words = ` ${normalizeName(union)} `;
  if (!/ (utp|u t p|union temporal) /.test(words)) return false;
  if (union.replace(/[.\s]/g, '').toUpperCase().includes(rut)) return true;
  const ownName = withoutLegalForm(normalizeName(name ?? ''));
  return ownName.length > 2 && words.includes(` ${ownName} `);
}

function normalizeName(text: string): string {
  return withoutAccents(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns a name without its legal form: `constructora andes` for `constructora andes spa`. */
function withoutLegalForm(name: string): string {
  return name.replace(/ (spa|s p a|sa|s a|ltda|limitada|eirl|e i r l)$/, '');
}
