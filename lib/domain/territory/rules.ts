import territory from '#lib/domain/territory/comunas.json' with { type: 'json' };

/** Official regions (north to south) and comunas: Decreto 1.115 of 2018, Ministerio del Interior. */
export const regions: readonly { nombre: string; comunas: readonly { nombre: string }[] }[] =
  territory;

export function isComunaOf(region: string, comuna: string): boolean {
  const found = regions.find((r) => r.nombre === region);
  return found?.comunas.some((c) => c.nombre === comuna) ?? false;
}
