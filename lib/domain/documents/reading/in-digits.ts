import type { DocumentText } from '#lib/domain/documents/reading/text-patterns.ts';

const upTo29 =
  'UN DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE DOCE TRECE CATORCE QUINCE DIECISEIS DIECISIETE DIECIOCHO DIECINUEVE VEINTE VEINTIUN VEINTIDOS VEINTITRES VEINTICUATRO VEINTICINCO VEINTISEIS VEINTISIETE VEINTIOCHO VEINTINUEVE';
const tens = 'TREINTA CUARENTA CINCUENTA SESENTA SETENTA OCHENTA NOVENTA CIEN';
const values = new Map([
  ...upTo29.split(' ').map((word, index) => [word, index + 1] as const),
  ...tens.split(' ').map((word, index) => [word, index * 10 + 30] as const),
  ...([
    ['PRIMERO', 1],
    ['UNO', 1],
    ['VEINTIUNO', 21],
    ['CIENTO', 100],
  ] as const),
]);
const numeral = `(?:MIL|${[...values.keys()].join('|')})`;
const numerals = new RegExp(`\\b${numeral}(?:(?:\\s+Y)?\\s+${numeral})*\\b`, 'g');

/**
 * Rewrites numbers in words as digits, so that the patterns for dates and periods find them: `TRES
 * DIAS` becomes `3 DIAS`.
 */
export function inDigits({ original, plain }: DocumentText): DocumentText {
  return {
    original,
    plain: plain
      // Alone, `UN` is an article, as in `UN PLAZO`.
      .replace(numerals, (words) => (words === 'UN' ? words : String(parseNumeral(words))))
      .replace(/\b1 ?(?:°|ERO|ER|RO)(?= ?(?:DE )?[A-Z])/g, '1')
      .replace(/(?: DIAS)? DEL MES DE /g, ' DE '),
  };
}

function parseNumeral(words: string): number {
  return words
    .split(/\s+/)
    .reduce((sum, word) => (word === 'MIL' ? (sum || 1) * 1000 : sum + (values.get(word) ?? 0)), 0);
}
