import { parseAmount, units } from '#lib/platform/chile/amounts.ts';

/**
 * Returns `porcentaje` of `oferta`, rounded up to whole pesos or to cents: `5 %` of `100.000.001`
 * is `5000001`. Returns null when either of them is ambiguous.
 */
export function amountOfPercentage(typed: {
  porcentaje?: string | undefined;
  oferta?: string | undefined;
  monedaGarantia?: string | undefined;
}): { decimal: string; unit: (typeof units)[number] } | null {
  const chosenUnit = units.find((unit) => unit === typed.monedaGarantia) ?? 'pesos';
  const percent = parseAmount((typed.porcentaje ?? '').replace('%', ''));
  const { oferta = '' } = typed;
  const offer = oferta.length > 40 ? null : parseAmount(oferta, chosenUnit);
  if (!percent || !offer || percent.unit || Number(percent.decimal) > 100) return null;
  const { unit = chosenUnit } = offer;
  const places = unit === 'pesos' ? 0 : 2;
  // Two factors of four decimals each give eight, and the division by 100 gives ten.
  const step = 10n ** BigInt(10 - places);
  const parts =
    (tenThousandths(percent.decimal) * tenThousandths(offer.decimal) + step - 1n) / step;
  const digits = parts.toString().padStart(places + 1, '0');
  const integer = digits.slice(0, digits.length - places);
  return { decimal: places ? `${integer}.${digits.slice(-places)}` : integer, unit };
}

function tenThousandths(decimal: string): bigint {
  const [integer = '', decimals = ''] = decimal.split('.');
  return BigInt(integer + decimals.padEnd(4, '0'));
}
