import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tenderReply } from '#lib/domain/marketplace/schema.ts';
import { tenderView } from '#lib/domain/marketplace/view.ts';
import { instantInChile } from '#lib/platform/chile/chile-time.ts';
import { orderOf, tenderOf } from '#lib/platform/mercado-publico/mapper.ts';
import { recordsOf } from '#lib/platform/mercado-publico/replies.ts';
import { fixtures, recordedErrors } from '#tests/support/providers/mercado-publico-errors.ts';
import {
  recordedAnswer,
  recordedOrders,
  recordedTenders,
} from '#tests/support/providers/mercado-publico-records.ts';

const MOP = 'MINISTERIO DE OBRAS PUBLICAS DIREC CION GRAL DE OO PP DCYF';

/** Expected values by 2.8, written by hand. The description is compared with the recording. */
const expected: Record<string, object> = {
  'lic-4809-45-le26.json': {
    codigoExterno: '4809-45-LE26',
    nombre: 'PLACAS DE ALUMINIO COMPUESTO',
    estado: 'Publicada',
    codigoEstado: 5,
    organismo: MOP,
    codigoOrganismo: '7248',
    nombreUnidad: 'Dirección de Vialidad - IX Región - Provincia de Cautín',
    fechaPublicacion: '2026-09-11',
    fechaCierre: '2026-09-22',
    montoEstimado: 12257000,
    moneda: 'CLP',
    tipo: 'LE',
  },
  'lic-4993-76-l126.json': {
    codigoExterno: '4993-76-L126',
    nombre:
      'Contratación de Servicios para Gira Técnica con agricultores PDTI de la Comuna de Cholchol año 2026.',
    estado: 'Publicada',
    codigoEstado: 5,
    organismo: 'MUNICIPALIDAD DE CHOLCHOL',
    codigoOrganismo: '165105',
    nombreUnidad: 'Secplan',
    fechaPublicacion: '2026-09-11',
    fechaCierre: '2026-09-21',
    montoEstimado: null,
    moneda: 'CLP',
    tipo: 'L1',
  },
  'lic-2678-1-lr25.trimmed.json': {
    codigoExterno: '2678-1-LR25',
    nombre: 'SERVICIO ACERCAMIENTO DE TRANSPORTE ESCOLAR 2025',
    estado: 'Adjudicada',
    codigoEstado: 8,
    organismo: 'I MUNICIPALIDAD DE MOSTAZAL',
    codigoOrganismo: '99101',
    nombreUnidad: 'Departamento de Educación',
    fechaPublicacion: '2025-01-24',
    fechaCierre: '2025-02-24',
    montoEstimado: 522500000,
    moneda: 'CLP',
    tipo: 'LR',
  },
  'lic-998-4-le17.json': {
    codigoExterno: '998-4-LE17',
    nombre: 'Servicio Vigilancia taller Vialidad Cañete.',
    estado: 'Adjudicada',
    codigoEstado: 8,
    organismo: 'MOP - Dirección de Vialidad',
    codigoOrganismo: '7248',
    nombreUnidad: 'Dirección de Vialidad - VIII Región - Dirección Regional',
    fechaPublicacion: '2017-01-24',
    fechaCierre: '2017-02-03',
    montoEstimado: null,
    moneda: 'CLP',
    tipo: 'LE',
  },
  'lic-5268-9-lq17.json': {
    codigoExterno: '5268-9-LQ17',
    nombre: 'CONSERVACIÓN CAMINOS INDÍGENAS 2017 LOS ÁLAMOS',
    estado: 'Cerrada',
    codigoEstado: 6,
    organismo: 'MOP - Dirección de Vialidad',
    codigoOrganismo: '7248',
    nombreUnidad: 'Dirección de Vialidad - VIII Región - Licitación de Obras',
    fechaPublicacion: '2017-02-09',
    fechaCierre: '2017-03-01',
    montoEstimado: 140000000,
    moneda: 'CLP',
    tipo: 'LQ',
  },
};

const page = (file: string) => readFileSync(join(fixtures, file), 'utf8');

describe('a recorded tender', () => {
  test.each(recordedTenders)('%s has all fields of contract 2.8', (file) => {
    const [row = {}, more] = recordsOf({ status: 200, text: page(file) });
    expect(more).toBeUndefined();
    const facts = tenderOf(row);
    if (!facts) throw new Error('no tender');
    const view = tenderView(facts);
    expect(view).toEqual({ ...expected[file], descripcion: String(row.Descripcion).trim() });
    expect(tenderReply.parse(view)).toEqual(view);
    expect(Object.keys(view).sort()).toEqual(Object.keys(tenderReply.shape).sort());
  });

  test('has the facts that the wizard needs beyond contract 2.8', () => {
    const [row = {}] = recordedAnswer('lic-4993-76-l126.json').Listado;
    expect(tenderOf(row)).toMatchObject({
      buyerRut: '69265000-K',
      region: 'Región de la Araucanía',
      comuna: null,
      publishedAt: Date.UTC(2026, 8, 11, 15, 55, 15),
      closesAt: Date.UTC(2026, 8, 21, 19, 0, 0),
      suppliers: [],
    });
    const [awarded = {}] = recordedAnswer('lic-2678-1-lr25.trimmed.json').Listado;
    expect(tenderOf(awarded)?.suppliers).toEqual([
      { rut: '76036979-9', name: 'Sociedad de Transporte Jimenez Hermanos Ltda.' },
    ]);
  });
});

test('every recorded purchase order is read', () => {
  const files = [...recordedOrders, 'oc-list-2017-12-21.json'];
  const rows = files.flatMap((file) => recordsOf({ status: 200, text: page(file) }));
  const orders = rows.map(orderOf);
  expect(orders).toHaveLength(7);
  expect(orders.map((order) => order?.code)).toContain('617807-7419-SE17');
});

describe('an error of the API', () => {
  const kinds: Record<string, string> = {
    'unknown/invalid/missing ticket (note: 2xx!)': 'ticket',
    'two calls with one ticket too close (2026 observations: 429)': 'busy',
    'same, older observations: 500': 'busy',
    'fecha not ddmmaaaa': 'parameters',
    'malformed codigo': 'parameters',
    'unknown query parameter name (HTTP status inferred)': 'parameters',
  };

  test.each(recordedErrors)(
    'that was recorded as “$when” is known by its kind',
    ({ http, body, when }) => {
      const read = () => recordsOf({ status: http, text: JSON.stringify(body) });
      if (http === 200) return expect(read()).toEqual([]);
      expect(read).toThrow(expect.objectContaining({ kind: kinds[when] }));
    },
  );

  test.each([
    [500, '{"error":{"message":"x"},"Codigo":10300}', 'parameters'],
    [200, '{"Codigo":"10500","Mensaje":""}', 'busy'],
    [429, '{}', 'busy'],
    [401, '{"Mensaje":"no"}', 'ticket'],
    [200, '<html>', 'unreadable'],
    [502, '<html>', 'server'],
    [503, '{"Codigo":1}', 'server'],
    [200, '{"Cantidad":3}', 'unreadable'],
    [200, '{"Cantidad":3,"Listado":null}', 'unreadable'],
    [200, '[]', 'unreadable'],
    [200, 'null', 'unreadable'],
    [200, '', 'unreadable'],
  ])('with the answer %i %s is known by its kind', (status, text, kind) => {
    expect(() => recordsOf({ status, text })).toThrow(expect.objectContaining({ kind }));
  });
});

describe('an odd answer of the API is understood', () => {
  const first = { CodigoExterno: '1-1-LE26' };

  test('with a single object instead of a list, an empty list, or rows that are no objects', () => {
    const rows = (body: object) => recordsOf({ status: 200, text: JSON.stringify(body) });
    expect(rows({ Cantidad: 1, Listado: first })).toEqual([first]);
    expect(rows({ Cantidad: 0, Listado: null })).toEqual([]);
    expect(rows({ Cantidad: 2, Listado: [null, 'x', first] })).toEqual([first]);
    expect(recordsOf({ status: 500, text: JSON.stringify({ Listado: [first] }) })).toEqual([first]);
  });

  test('with missing fields, nulls, blanks, numbers as text or text as numbers', () => {
    const bare = tenderOf(first);
    expect(bare && Object.values(tenderView(bare)).filter((v) => v != null)).toEqual([
      '1-1-LE26',
      'LE',
    ]);
    const odd = tenderOf({
      ...first,
      Nombre: '  con espacios  ',
      CodigoEstado: '5',
      MontoEstimado: '12.5',
      Comprador: { CodigoOrganismo: 7248, RutUnidad: 'sin rut', NombreOrganismo: ' ' },
      Fechas: null,
      Items: { Cantidad: 1, Listado: { Adjudicacion: { RutProveedor: '76.036.979-9' } } },
      FechaCierre: '0001-01-01T00:00:00',
    });
    expect(odd).toMatchObject({
      name: 'con espacios',
      stateCode: 5,
      amount: 12.5,
      buyerCode: '7248',
      buyerRut: null,
      buyerName: null,
      closesAt: null,
      suppliers: [],
    });
    expect(tenderOf({ Nombre: 'sin código' })).toBeNull();
    expect(tenderOf({ ...first, Comprador: [], Fechas: 'x', Items: 3 })).toMatchObject({
      buyerName: null,
    });
  });
});

describe('times of the API', () => {
  test.each([
    ['2026-09-22T15:00:00', '2026-09-22T18:00:00.000Z'],
    ['2026-08-01T15:00:00', '2026-08-01T19:00:00.000Z'],
    ['2017-01-24T15:51:04.93', '2017-01-24T18:51:04.000Z'],
    ['2026-09-05T23:30:00', '2026-09-06T03:30:00.000Z'],
    ['2026-09-06T01:30:00', '2026-09-06T04:30:00.000Z'],
    // Summer time skips this hour: the day begins at 01:00.
    ['2026-09-06T00:00:00', '2026-09-06T04:00:00.000Z'],
    ['2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['2026-04-04T23:30:00', '2026-04-05T02:30:00.000Z'],
    ['2026-12-31', '2026-12-31T03:00:00.000Z'],
    ['2026-09-11T21:47:21.2189251Z', '2026-09-11T21:47:21.000Z'],
    ['2026-07-03T08:12:19.2340084-04:00', '2026-07-03T12:12:19.000Z'],
  ])('such as %s are read in the time zone of Chile', (text, iso) => {
    expect(new Date(instantInChile(text) ?? 0).toISOString()).toBe(iso);
  });

  test.each(['', 'mañana', '2026-13-01T00:00:00', '2026-02-30T10:00:00', '1900-01-02T00:00:00'])(
    'such as %s are no time',
    (text) => expect(instantInChile(text)).toBeNull(),
  );
});
