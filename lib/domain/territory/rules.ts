import territory from '#lib/domain/territory/comunas.json' with { type: 'json' };
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';

/**
 * Regions (north to south) and their comunas, named as in Decreto 1.115 of 2018 (Min. del
 * Interior).
 */
export const regions: readonly { nombre: string; comunas: readonly { nombre: string }[] }[] =
  territory;

export function isComunaOf(region: string, comuna: string): boolean {
  const row = regions.find((candidate) => candidate.nombre === region);
  return row?.comunas.some((candidate) => candidate.nombre === comuna) ?? false;
}

/** Returns the official name for `biobio`, `VIII Región` or `RM`, and any other text unchanged. */
export function officialRegion(text: string): string {
  return regionNames.get(shortName(text)) ?? text;
}

export function officialComuna(text: string): string {
  return comunaNames.get(plainWords(text).join('')) ?? text;
}

/** Words of official names that people leave out. */
const omittedWords = new Set(
  'region de del la y libertador general bernardo carlos ibanez campo antartica chilena'.split(' '),
);

const numerals = 'I II III IV V VI VII VIII IX X XI XII RM XIV XV XVI'.split(' ');

const regionNames = new Map([
  ...territory.flatMap(({ codigo, nombre }) => {
    const numeral = numerals[Number(codigo) - 1] ?? nombre;
    return [shortName(nombre), shortName(numeral)].map((short) => [short, nombre] as const);
  }),
  ['metropolitana', 'Región Metropolitana de Santiago'],
]);

const comunaNames = new Map(
  regions.flatMap(({ comunas }) =>
    comunas.map(({ nombre }) => [plainWords(nombre).join(''), nombre] as const),
  ),
);

function shortName(text: string): string {
  return plainWords(text)
    .filter((word) => !omittedWords.has(word))
    .join('');
}

function plainWords(text: string): string[] {
  return withoutAccents(text)
    .replace(/['’´`]/g, '')
    .split(/[^a-z0-9]+/);
}
