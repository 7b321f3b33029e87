import { months } from '#lib/platform/chile/dates.ts';
import { checkDigitOf, formatRut } from '#lib/platform/chile/rut.ts';

/** Made-up people and things of a document, the same for the same number. */
export type SyntheticWorld = ReturnType<typeof syntheticWorld>;

const firms = 'Andes Copihue Quillaja Araucaria Maipo Elqui Chiloé Huasco Ñuble Longaví'.split(' ');
const trades = ['Constructora', 'Servicios', 'Ingeniería', 'Transportes', 'Aseos', 'Montajes'];
const forms = ['SpA', 'Limitada', 'S.A.', 'E.I.R.L.'];
const names = ['Ana Pérez Soto', 'Luis Muñoz Díaz', 'Rosa Núñez Leal', 'Juan Íñiguez Vera'];
const cities = ['Santiago', 'Concepción', 'Valparaíso', 'La Serena', 'Puerto Montt', 'Ñuñoa'];
const spoken =
  'primero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho'.split(
    ' ',
  );

export function syntheticWorld(seed: number) {
  let state = (seed * 2_654_435_761 + 40_503) >>> 0;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <T>(of: readonly T[]): T => of[upTo(of.length)] as T; // never empty
  const rut = (from: number) => {
    const body = String(from + upTo(9_000_000));
    return `${body}-${checkDigitOf(body)}`;
  };
  const day = (fromYear: number, years = 1) =>
    [fromYear + upTo(years), 1 + upTo(12), 1 + upTo(28)]
      .map((n) => `${n}`.padStart(2, '0'))
      .join('-');
  const company = { name: `${pick(trades)} ${pick(firms)} ${pick(forms)}`, rut: rut(76_000_000) };
  return {
    pick,
    upTo,
    rut,
    day,
    company,
    person: { name: pick(names), rut: rut(9_000_000) },
    other: { name: `${pick(trades)} ${pick(firms)} Norte ${pick(forms)}`, rut: rut(86_000_000) },
    buyer: { name: `Municipalidad de ${pick(cities)}`, rut: rut(69_000_000) },
    city: pick(cities),
    issuedAt: day(2025, 2),
    folio: `${1_000_000 + upTo(8_999_999)}`,
    tender: `${1000 + upTo(999_000)}-${1 + upTo(400)}-${pick(['LE', 'LP', 'LQ', 'LR', 'L1', 'O1'])}${pick(['25', '26'])}`,
  };
}

/** Writes a RUT with dots or without. */
export const writtenRut = (w: SyntheticWorld, rut: string) =>
  w.upTo(3) > 0 ? formatRut(rut) : rut;

/** Writes a day as documents do. */
export function writtenDay(w: SyntheticWorld, iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const name = months[Number(month) - 1] ?? '';
  return w.pick([
    `${day}/${month}/${year}`,
    `${day}-${month}-${year}`,
    `${Number(day)} de ${name} de ${year}`,
    `${day} de ${name.replace(/^./, (item) => item.toUpperCase())} del ${year}`,
    `${day}.${month}.${year}`,
  ]);
}

export const longDay = (iso: string) => {
  const [year = '', month = '', day = ''] = iso.split('-');
  return `${Number(day)} de ${months[Number(month) - 1]} de ${year}`;
};

/** Writes a day as deeds do: `tres de noviembre de dos mil veintiséis`. */
export function spokenDay(iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-').map(Number) as unknown as number[];
  return `${spoken[Number(day) - 1]} de ${months[Number(month) - 1]} de dos mil ${spoken[Number(year) - 2001]}`;
}

export const shortDay = (iso: string) => {
  const [year = '', month = '', day = ''] = iso.split('-');
  return `${day} ${(months[Number(month) - 1] ?? '').slice(0, 3).toUpperCase()} ${year}`;
};
