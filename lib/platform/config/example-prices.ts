import { z } from 'zod';
import { guaranteeTypes } from '#lib/platform/config/guarantee-types.ts';

/**
 * Parses `cumplimiento=1.5-4 % del monto al año,…@2026-11-01`: price ranges of guarantee types and
 * the day on which they were valid.
 */
export const examplePrices = z.string().transform((text, context) => {
  const at = text.lastIndexOf('@');
  const day = z.iso.date().safeParse(text.slice(at + 1)).data;
  const prices = text.slice(0, at).split(',').map(parsePrice);
  const validPrices = prices.flatMap((price) => price ?? []);
  if (day && validPrices.length === prices.length) return { day, prices: validPrices };
  context.addIssue(
    `must be kind=from-to unit,…@day, as seriedad=25000-60000 pesos@2026-11-01; kinds: ${guaranteeTypes.join(', ')}`,
  );
  return z.NEVER;
});

export type ExamplePrices = z.output<typeof examplePrices> | null;

function parsePrice(text: string) {
  const [, kind, from = '', to = '', unit = ''] =
    /^\s*(\w+)=(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?) (\S.{0,39})$/.exec(text.trimEnd()) ?? [];
  const type = guaranteeTypes.find((guaranteeType) => guaranteeType === kind);
  return type && Number(from) < Number(to) ? { type, from, to, unit } : null;
}
