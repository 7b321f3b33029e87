import type { MadeTender } from '#tests/support/providers/mercado-publico-records.ts';

const buyers = [
  ['7215', 'Ilustre Municipalidad de Valdivia', '69.200.100-1', 'Región de Los Ríos'],
  ['6945', 'Servicio de Salud Aconcagua', '61.606.500-4', 'Región de Valparaíso'],
  ['1180', 'Dirección de Vialidad', '61.202.000-0', 'Región Metropolitana de Santiago'],
] as const;

const works = [
  ['Reposición de veredas del centro', 'LP', 98_000_000, 6],
  ['Servicio de aseo de consultorios', 'LE', 41_500_000, 1],
  ['Conservación del puente Las Ánimas', 'LR', 1_240_000_000, 21],
  ['Arriendo de camiones aljibe', 'L1', 5_900_000, 3],
  ['Ampliación de la escuela Los Aromos', 'LQ', 286_000_000, 14],
  ['Mantención de áreas verdes', 'LP', null, 9],
] as const;

/** Made tenders of today, so that the list of the day has something to show. */
export function tendersOfToday(now: Date): MadeTender[] {
  const iso = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
  const day = (days: number) => iso(days).slice(0, 10);
  const [year, month, date] = day(0).split('-');
  return works.map(([name, type, amount, days], i) => {
    const [code, buyer, rut, region] = buyers[i % buyers.length] ?? buyers[0];
    return {
      code: `${code}-${100 + i}-${type}26`,
      name,
      buyer: { code, name: buyer, rut, unit: 'Unidad de Compras', region },
      publishedAt: `${day(-2)}T09:00:00`,
      closesAt: `${day(days)}T15:00:00`,
      amount,
      listedOn: [`${date}${month}${year}`],
    };
  });
}
