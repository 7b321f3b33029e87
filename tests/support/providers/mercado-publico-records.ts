import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures } from '#tests/support/providers/mercado-publico-errors.ts';

type Row = Record<string, unknown>;

/** A made-up tender for lists of today. Times are on the clock of Chile, without zone. */
export type MadeTender = {
  code: string;
  name: string;
  buyer: { code: string; name: string; rut: string; unit: string; region: string };
  publishedAt: string;
  closesAt: string;
  amount: number | null;
  /** Days (`ddmmaaaa`) whose lists name it. */
  listedOn: string[];
  /** Code of its state, by default published. */
  state?: number;
  /** Winners, one for each line, and null for a line without one. */
  awards?: ({ rut: string; name: string } | null)[];
  /** Guarantees in section 8 of its public page. */
  guarantees?: PageRow[];
};

type PageRow = {
  title: string;
  /** `dd-mm-aaaa` */
  until: string;
  amount: string;
  unit: string;
  restitution?: string;
};

export function recordedAnswer(file: string): { Cantidad: number; Listado: Row[] } {
  return JSON.parse(readFileSync(join(fixtures, file), 'utf8'));
}

const files = readdirSync(fixtures);
export const recordedTenders = files.filter((name) => /^lic-\d/.test(name));
export const recordedOrders = files.filter((name) => /^oc-\d/.test(name));
const guaranteePage = readFileSync(
  join(fixtures, 'ficha-garantias-2678-1-lr25.fragment.html'),
  'utf8',
);

/** Returns the body for a valid request. */
export function answerOf(path: string, query: URLSearchParams, tenders: MadeTender[]): object {
  switch (path) {
    case 'licitaciones.json':
      return envelope(tendersFor(query, tenders));
    case 'ordenesdecompra.json':
      return envelope(ordersFor(query));
    case 'Empresas/BuscarComprador':
      return companies(
        [...new Map(buyersOf(tenders))].map(([CodigoEmpresa, NombreEmpresa]) => ({
          CodigoEmpresa,
          NombreEmpresa,
        })),
      );
    case 'Empresas/BuscarProveedor':
      return companies(suppliersFor(query.get('rutempresaproveedor') ?? ''));
    default:
      return { Codigo: 404, Mensaje: 'No encontrado.' };
  }
}

/** Makes a whole page around the recorded section. Tenders without it have none. */
export function pageOf(code: string, tenders: readonly MadeTender[] = []): string {
  const rows = tenders.find((tender) => tender.code === code)?.guarantees;
  const section = code === '2678-1-LR25' ? guaranteePage : rows ? sectionOf(rows) : '';
  const filler = `<div class="cuadro">${'<span class="texto05">.</span>'.repeat(2000)}</div>`;
  return `<html><body><span id="lblNumLicitacion">${code}</span>${filler}${section}</body></html>`;
}

function sectionOf(rows: readonly PageRow[]): string {
  const spans = rows.flatMap(({ title, until, amount, unit, restitution = '' }, n) => {
    const fields = { TituloTipoGarantia: title, FechaVencimiento: until, Monto: amount };
    const more = { TipoMoneda: unit, Restitucion: restitution };
    return Object.entries({ ...fields, ...more }).map(
      ([name, text]) => `<span id="grvGarantias_ctl0${n + 2}_lblFicha8${name}">${text}</span>`,
    );
  });
  return `<table id="grvGarantias">${spans.join('')}</table>`;
}

function tendersFor(query: URLSearchParams, tenders: MadeTender[]): Row[] {
  const code = query.get('codigo')?.toUpperCase();
  if (code) {
    const recorded = detailsOf(recordedTenders).filter((row) => row.CodigoExterno === code);
    return [...recorded, ...tenders.filter((tender) => tender.code === code).map(detailOf)];
  }
  const day = query.get('fecha') ?? '';
  const buyer = query.get('CodigoOrganismo');
  const state = query.get('estado');
  const listed = [
    ...(day === '13032017' ? recordedAnswer('lic-list-13032017.json').Listado : []),
    ...tenders
      .filter((tender) => tender.listedOn.includes(day) && (!buyer || tender.buyer.code === buyer))
      .map(({ code: id, name, closesAt }) => ({
        CodigoExterno: id,
        Nombre: name,
        CodigoEstado: 5,
        FechaCierre: closesAt,
      })),
  ];
  const states: Record<string, number> = { publicada: 5, cerrada: 6, desierta: 7, adjudicada: 8 };
  return state ? listed.filter((row) => row.CodigoEstado === states[state]) : listed;
}

function ordersFor(query: URLSearchParams): Row[] {
  const code = query.get('codigo')?.toUpperCase();
  if (!code) return recordedAnswer('oc-list-2017-12-21.json').Listado;
  return detailsOf(recordedOrders).filter((row) => row.Codigo === code);
}

/** Finds a RUT only with dots, hyphen and check digit, like the real API. */
function suppliersFor(rut: string): Row[] {
  const { listaEmpresas } = JSON.parse(
    readFileSync(join(fixtures, 'buscar-proveedor.json'), 'utf8'),
  );
  return rut === '70.017.820-k' ? listaEmpresas : [];
}

function buyersOf(tenders: MadeTender[]): [string, string][] {
  const recorded = detailsOf(recordedTenders).map(({ Comprador }): [string, string] => {
    const { CodigoOrganismo, NombreOrganismo } = Comprador as Record<string, string>; // recorded so
    return [CodigoOrganismo ?? '', NombreOrganismo ?? ''];
  });
  return [...recorded, ...tenders.map(({ buyer }): [string, string] => [buyer.code, buyer.name])];
}

function detailsOf(names: string[]): Row[] {
  return names.flatMap((name) => recordedAnswer(name).Listado);
}

function detailOf(tender: MadeTender): Row {
  const [recorded] = recordedAnswer('lic-4809-45-le26.json').Listado;
  const { code, name, unit, rut, region } = tender.buyer;
  return {
    ...recorded,
    CodigoExterno: tender.code,
    Nombre: tender.name,
    Descripcion: `${tender.name}, según las bases de licitación.`,
    Tipo: tender.code.split('-')[2]?.slice(0, -2),
    MontoEstimado: tender.amount,
    VisibilidadMonto: tender.amount === null ? 0 : 1,
    Comprador: {
      CodigoOrganismo: code,
      NombreOrganismo: name,
      RutUnidad: rut,
      NombreUnidad: unit,
      RegionUnidad: `${region} `,
      ComunaUnidad: '',
    },
    Fechas: { FechaPublicacion: tender.publishedAt, FechaCierre: tender.closesAt },
    ...(tender.state && { CodigoEstado: tender.state, Estado: states[tender.state] }),
    ...(tender.awards && { Items: linesOf(tender.awards) }),
  };
}

const states: Record<number, string> = {
  5: 'Publicada',
  6: 'Cerrada',
  7: 'Desierta (o art. 3 ó 9 Ley 19.886)',
  8: 'Adjudicada',
  18: 'Revocada',
  19: 'Suspendida',
};

function linesOf(awards: NonNullable<MadeTender['awards']>): object {
  const Listado = awards.map((award, n) => ({
    Correlativo: n + 1,
    Adjudicacion: award && {
      RutProveedor: award.rut,
      NombreProveedor: award.name,
      Cantidad: 1,
      MontoUnitario: 1_000_000,
    },
  }));
  return { Cantidad: awards.length, Listado };
}

function envelope(rows: Row[]): object {
  const FechaCreacion = new Date().toISOString();
  return { Cantidad: rows.length, FechaCreacion, Version: 'v1', Listado: rows };
}

function companies(rows: Row[]): object {
  const FechaCreacion = new Date().toISOString();
  return { Cantidad: rows.length, FechaCreacion, listaEmpresas: rows };
}
