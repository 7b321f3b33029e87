import { z } from 'zod';

/** Parses `39485.65@2026-11-01`: the value of one UF in pesos and the day of that value. */
export const ufValue = z
  .templateLiteral([z.number(), '@', z.iso.date()], 'must be pesos@day, as 39485.65@2026-11-01')
  .transform((text) => ({ pesos: Number.parseFloat(text), day: text.split('@')[1] ?? '' }))
  .refine(({ pesos }) => pesos > 10_000, 'must be the pesos of one UF');

/** Parses `2026-11:69542,2026-12:69900`: the pesos of one UTM by month. */
export const utmValues = z
  .string()
  .default('')
  .transform((text, context) => {
    const parts = text.split(',').flatMap((part) => part.trim() || []);
    const values = parts.flatMap((part) => {
      const [, month, pesos] = /^(\d{4}-(?:0[1-9]|1[0-2])):([1-9]\d{4,5})$/.exec(part) ?? [];
      return month ? [{ month, pesos: Number(pesos) }] : [];
    });
    if (values.length < parts.length)
      context.addIssue('must be month:pesos pairs, as 2026-11:69542,2026-12:69900');
    if (new Set(values.map(({ month }) => month)).size < values.length)
      context.addIssue('must name each month once');
    return values;
  });
