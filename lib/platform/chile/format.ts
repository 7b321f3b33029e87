import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { offsetAt } from '#lib/platform/chile/chile-time.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';

const symbols = { pesos: '$', UF: 'UF', USD: 'US$' } as const;

/** Formats decimal text as `$ 1.500.000`, `UF 1.234,50` or `US$ 1.000` without rounding. */
export function formatAmount(decimal: string, currency: keyof typeof symbols): string {
  const [integer = '', decimals = ''] = decimal.split('.');
  const cents = decimals.length === 1 ? `${decimals}0` : decimals;
  const plain = integer.replace(/^0+(?=\d)/, '');
  return `${symbols[currency]} ${groupAmount(cents ? `${plain}.${cents}` : plain)}`;
}

/** Formats whole pesos as `$ 1.500.000`. */
export function formatPesos(amount: number): string {
  return formatAmount(String(amount), 'pesos');
}

/** Formats `2026-12-01` as `01-12-2026`. */
export function formatDate(isoDate: string): string {
  return isoDate.split('-').reverse().join('-');
}

/** Formats milliseconds as `20-11-2026` on the calendar of Chile. */
export function formatDay(ms: number): string {
  return formatDate(isoDay(ms));
}

/** Formats ms as `2026-11-20`, the format of stored dates, on the calendar of Chile. */
export function isoDay(ms: number): string {
  return clockInChile(ms).slice(0, 10);
}

/**
 * Returns the first instant (ms) of a date in Chile: 03:00 or 04:00 UTC, which is 01:00 in Chile on
 * the day when summer time skips midnight.
 */
export function startOfDay(isoDate: string): number {
  const utc = Date.parse(`${isoDate}T00:00:00Z`);
  const [summer, winter] = [utc + 3 * HOUR, utc + 4 * HOUR];
  return isoDay(summer) === isoDate ? summer : winter;
}

/** Formats milliseconds as `20-11-2026, 12:00` by the clock of America/Santiago. */
export function formatDateTime(ms: number): string {
  return `${formatDay(ms)}, ${formatTime(ms)}`;
}

/** Formats milliseconds as `12:00` by the clock of America/Santiago. */
export function formatTime(ms: number): string {
  return clockInChile(ms).slice(11, 16);
}

const weekday = new Intl.DateTimeFormat('es-CL', { weekday: 'long', timeZone: 'America/Santiago' });

/** Formats milliseconds as `domingo` on the calendar of Chile. */
export function formatWeekday(ms: number): string {
  return weekday.format(ms);
}

/** Formats the number of a request as `N.º 21`. The space is a non-breaking one. */
export function formatRequestNumber(id: number | string): string {
  return `N.º\u00a0${id}`;
}

/** Formats Chilean phones as `+56 9 1234 5678` or `+56 41 222 3344`. Others stay as typed. */
export function formatPhone(typed: string): string {
  const [, begin, middle, end] =
    chileanPhone.exec(typed.replace(/[\s().-]/g, ''))?.filter(Boolean) ?? [];
  return begin ? `+56 ${begin} ${middle} ${end}` : typed;
}

/**
 * Returns a question about a phone that is neither Chilean nor has a country code, else null.
 * Numbers of fewer than 8 digits are left to the validation of the field.
 */
export function phoneDoubt(typed: string | null | undefined): string | null {
  const digits = (typed ?? '').replace(/\D/g, '');
  const isKnown = chileanPhone.test((typed ?? '').replace(/[\s().-]/g, ''));
  const isForeign = /^\s*(\+|00)(?!56)/.test(typed ?? '');
  if (digits.length < 8 || isKnown || isForeign) return null;
  const shortDoubt = digits.startsWith('9') ? 'Falta un dígito.' : '¿Te falta el 9?';
  const doubt = digits.length === 8 ? shortDoubt : `¿Es correcto ${typed}?`;
  return `${doubt} Un teléfono de Chile tiene nueve dígitos, como 9\u00a01234\u00a05678.`;
}

/**
 * Returns the `tel:` link of a phone. Only Chilean numbers get a country code when they lack it.
 */
export function phoneHref(typed: string): string {
  return `tel:${formatPhone(typed).replace(/[^\d+]/g, '')}`;
}

/** Mobile and Santiago numbers have 1 + 8 digits, others 2 + 7 (SUBTEL's numbering plan). */
const chileanPhone =
  /^(?:(?:\+|00)?56)?(?:([29])(\d{4})(\d{4})|(3[2-5]|4[1-5]|5[1-8]|6[13-8]|7[1-35])(\d{3})(\d{4}))$/;

/** Formats a count as `1 archivo` or `3 archivos`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats bytes as `820 B`, `12 kB`, `1,2 MB` or `3,4 GB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  const [size, unit] = bytes < 999_950_000 ? [1_000_000, 'MB'] : [1_000_000_000, 'GB'];
  return `${(bytes / size).toFixed(1).replace('.', ',')} ${unit}`;
}

/** Formats ms as `menos de 1 minuto`, `5 minutos`, `3 horas` or `2 días`. Rounds down. */
export function formatDuration(ms: number): string {
  const units = [
    { size: DAY, singular: 'día', plural: 'días' },
    { size: HOUR, singular: 'hora', plural: 'horas' },
    { size: HOUR / 60, singular: 'minuto', plural: 'minutos' },
  ];
  const unit = units.find(({ size }) => ms >= size);
  if (!unit) return 'menos de 1 minuto';
  return formatCount(Math.floor(ms / unit.size), unit.singular, unit.plural);
}

/**
 * Formats an instant as `ahora`, `hace 5 min`, `hace 3 h` or `hace 2 días`, and after 30 days as a
 * date.
 */
export function formatAgo(ms: number, now: number): string {
  const elapsedMs = now - ms;
  if (elapsedMs < HOUR / 60) return 'ahora';
  if (elapsedMs < HOUR) return `hace ${Math.floor((elapsedMs * 60) / HOUR)} min`;
  if (elapsedMs < DAY) return `hace ${Math.floor(elapsedMs / HOUR)} h`;
  return elapsedMs < 30 * DAY ? `hace ${formatDuration(elapsedMs)}` : formatDay(ms);
}

/**
 * Returns Chile's wall clock as `2026-11-20T12:00:00.000Z`. The `Z` is wrong, so callers cut it
 * off.
 */
function clockInChile(ms: number): string {
  return new Date(ms + offsetAt(ms)).toISOString();
}

/**
 * Masks an e-mail as `a•••@banco.cl`: its owner recognises it, and nobody else learns the e-mail.
 */
export function maskedEmail(email: string | null): string {
  const [name = '', domain = ''] = (email ?? '').split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}

/** Returns a text on one line: control characters and line separators become spaces. */
export function oneLine(text: string): string {
  return plainText(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), 'text').trim();
}

export function workingDaysText(days: number): string {
  return days === 1 ? 'un día hábil' : `${days} días hábiles`;
}

export function workingHoursText(hours: number): string {
  return hours === 1 ? 'una hora hábil' : `${hours} horas hábiles`;
}

/** Parses a number as pages show it: `7`, `#7`, `N.º 7`, `Solicitud N.º 7` or `garantía 7`. */
export function parseShownNumber(text: string) {
  const [, noun = '', digits] =
    /^(?:(solicitud|mensaje|garant[ií]a)\s+)?(?:n\.?\s?[º°]?\s*|#)?(\d{1,9})$/i.exec(text) ?? [];
  if (!digits) return null;
  const kind = noun === '' ? null : /^g/i.test(noun) ? ('guarantee' as const) : ('lead' as const);
  return { number: Number(digits), kind };
}

/** Returns the full stop after a name at a sentence's end, unless it has one (`Ltda.`). */
export const stopAfter = (name: string): string => (name.endsWith('.') ? '' : '.');
