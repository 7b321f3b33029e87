import { readDate } from '#lib/platform/chile/dates.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';

/** A paper's text, and the same without accents in capitals, letter by letter. */
export type Text = { own: string; plain: string };

export function textOf(raw: string): Text {
  const own = raw
    .normalize('NFC')
    .replace(/[\u00a0\u2000-\u200a]/g, ' ')
    .replace(/[\u2010-\u2015]/g, '-');
  const plain = Array.from(own.matchAll(/[\s\S]/g), ([sign]) => {
    const bare = sign.normalize('NFD').charAt(0).toUpperCase();
    return bare.length === 1 ? bare : sign;
  });
  return { own, plain: plain.join('').replace(/º/g, '°') };
}

const months =
  '(?:ENE(?:RO)?|FEB(?:RERO)?|MAR(?:ZO)?|ABR(?:IL)?|MAY(?:O)?|JUN(?:IO)?|JUL(?:IO)?|AGO(?:STO)?|SEP(?:T|TIEMBRE)?|OCT(?:UBRE)?|NOV(?:IEMBRE)?|DIC(?:IEMBRE)?)';
export const DATE = `(?:\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2} ?(?:DE )?${months}\\.? ?(?:DEL? )?\\d{4})`;
export const RUT = '(?:\\d{1,2}\\.\\d{3}\\.\\d{3}|\\d{7,8}) ?- ?[\\dK]';
export const GAP = '[\\s:.,°#()-]{0,30}';

export function dayOf(written: string): string | undefined {
  const spaced = /^(\d{1,2}) ?(?:de )?([a-z]+)\.? ?(?:del? )?(\d{4})$/;
  return readDate(written.toLowerCase().replace(spaced, '$1 de $2 de $3')) ?? undefined;
}

/** The first label that has a value; two different answers in a paper are none. */
export function valueAfter<T>(
  { plain }: Text,
  labels: readonly string[],
  value: string,
  read: (written: string) => T | undefined,
): T | undefined {
  for (const label of labels) {
    const found = plain.matchAll(
      new RegExp(`(?:^|[^A-Z])(?:${label})${GAP}(${value})(?![\\w-])`, 'gm'),
    );
    const values = [...found].flatMap((match) => read(match.at(-1) ?? '') ?? []);
    if (values.length > 0) return only(values);
  }
  return undefined;
}

export function only<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

export const dateAfter = (text: Text, labels: readonly string[]) =>
  valueAfter(text, labels, DATE, dayOf);
export const rutAfter = (text: Text, labels: readonly string[]) =>
  valueAfter(text, labels, RUT, (written) => parseRut(written) ?? undefined);
