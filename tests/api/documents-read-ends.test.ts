import { expect, test } from 'vitest';
import { readText } from '#lib/domain/documents/reading/read-text.ts';

test.each<[string, string, string | undefined]>([
  ['12 working days over a holiday', 'VÁLIDO POR 12 DÍAS HÁBILES', '2026-12-22'],
  ['two ends that differ', 'Válido hasta 01-12-2026\nVálido hasta 02-12-2026', undefined],
  ...[
    'Caduca el 25-12-2026',
    'CADUCA : 25/12/26',
    'Su validez expira el 25/12/2026',
    'Expira el día viernes 25 de diciembre del año 2026',
    'VÁLIDO\nHASTA: 25-DIC-2026',
    'Válido\n  hasta el\n 25 de\n dic. de 2026',
    'Validez:  hasta el 25‑12‑2026',
    'Vigente hasta 25 − 12 − 2026',
    'Vigencia desde el 03-12-2026 hasta el 25-12-2026',
    'Este certificado vence con fecha 2026/12/25',
    'Fecha de caducidad: 25.12.2026',
    'FECHA EXPIRACIÓN\n25-12-2026',
    'Fecha de término: 25-12-2026',
    'Fecha de término de vigencia: 25-12-2026',
    'Su vigencia termina el 25-12-2026',
    'Vence: 25-12-2026',
    'F. Vcto.: 25-12-2026',
    'Vigencia (hasta): 25-12-2026',
    'No válido después del 25-12-2026',
    'Válido hasta las 24:00 horas del 25-12-2026',
    'Válido hasta el veinticinco de diciembre de dos mil veintiséis',
    'Válido hasta el día veinticinco del mes de diciembre del año dos mil veintiséis',
    'Valid until 2026-12-25',
    'Expires on 25 DIC 2026',
    'Expiration date: 25-12-2026',
    'Exp. 25 DIC 2026',
    'Con plazo de validez al 25-12-2026',
    'Este documento tiene una validez de 22 (veintidós) días',
    'con validez de veintidós días corridos',
  ].map((line): [string, string, string] => [line, line, '2026-12-25']),
  ['its own end, later than is usual', 'Certificado válido hasta el 28-02-2027', '2027-02-28'],
  ['the same on a line of its own', 'Válido hasta el 15 de junio de 2027', '2027-06-15'],
  ['the end of a contract, later', 'Contrato vigente, válido hasta el 30-06-2027', undefined],
  [
    'the day under its title in a table',
    'Folio\nFecha de Emisión   Fecha de Vencimiento\n03-12-2026   25-12-2026',
    '2026-12-25',
  ],
  ['its own end below a work', 'Obra: Camino Norte\nVálido hasta el 25-12-2026', '2026-12-25'],
  ['the first of a month', 'Válido hasta el primero de enero de dos mil veintisiete', '2027-01-01'],
  ['the same with its sign', 'Válido hasta el 1° de enero de 2027', '2027-01-01'],
  [
    'its own days, not those of a work',
    'Válido por 22 días\nContrato de obra vigente hasta el 31-12-2027',
    '2026-12-25',
  ],
  ['the end of a work after its own', 'Fecha de término: 30-06-2027', undefined],
  ['a day on which it was in force', 'Vigente al 25-12-2026', undefined],
  ['a debt that was due before', 'Fecha de vencimiento: 12-04-2019', undefined],
  ...['Vence 12-04-2019', 'VENCE EL: 12/04/2019.', 'Vence : 02-12-2026'].map(
    (line): [string, string, undefined] => [`${line}, before its issue`, line, undefined],
  ),
  ['the day of its issue, on a line of its own', 'Vence el 03-12-2026', '2026-12-03'],
])('the reading of a printed expiry: %s', async (_, line, expiresAt) => {
  const head = 'CERTIFICADO DE DEUDA\nTesorería General de la República';
  const read = await readText(`${head}\nFecha de emisión: 03-12-2026\n${line}`);
  expect([read.issuedAt, read.expiresAt]).toEqual(['2026-12-03', expiresAt]);
});

test.each<[string, boolean]>([
  ['Su vigencia será de tres meses', true],
  ['Valid until December 25, 2026', true],
  ['Podrá usarse hasta el 25-12-2026', true],
  ['Plazo para presentarlo: 25-12-2026', true],
  ['Válido hasta 01-12-2027\nVálido hasta 02-12-2027', true],
  ['Vence quince días después de su emisión', true],
  ['Certificado de vigencia de poderes otorgado el 03-12-2026', false],
  ['No registra deudas vencidas al 03-12-2026', false],
  ['Deuda vencida. Depósito a plazo fijo. Ley vigente N° 19.983 de 2004', false],
  ['Fecha de vencimiento: 12-04-2019', false],
  ['Tiene un plazo de 30 días hábiles para reclamar', false],
  ['Válido por 72 horas', true],
  ['Válido hasta el 25 de noviembre', true],
  ['Vigencia de una semana', true],
  ['Valid for three weeks', true],
  ['Válido hasta fin de mes', true],
  ['Deuda con vencimiento última cuota 30-11-2027', false],
  ['Se encuentra vigente hasta la fecha', false],
  ...(
    [
      'Vence el próximo miércoles',
      'Exp 01/27',
      'Validez 3 d.',
      'No usar después del 25-12-2026',
      'Fecha límite: 25-12-2026',
      'dejará de tener valor el 25 de diciembre de 2026',
      'Duración: 3 días',
      'Vence 25/12',
      'Vigencia: 48 hrs.',
      'Vigencia semanal',
      'Valid for a week',
      '72 horas de vigencia',
      'Caduca a fin de mes',
      'Válido solo por hoy',
      'Vence 20261225',
      'Período: 20-11-2026 al 25-12-2026',
      'Se anulará el 25-12-2026',
    ] as const
  ).map((line): [string, boolean] => [line, true]),
  ['Cuota 12 de 12 vence el 30-11-2027', false],
  ['Mantiene convenio de pago N° 123 vigente hasta el 31-12-2027', false],
  ['Formulario 30 Folio 12345678 Vencimiento 30-12-2027 $ 250.000', true],
  ['Certificado digital válido hasta 31-12-2027', true],
  ['Plazo de la obra: 01-01-2026 al 30-06-2027', false],
  ['Vigencia del contrato: 01-01-2026 hasta 30-06-2027', false],
  ['Esta consulta es válida para la fecha y hora en que se hizo', false],
  ['Documento válido sin firma. Verifique su validez en www.tgr.cl', false],
  ['Se encuentra vigente al día de hoy', false],
  ...(
    [
      'Validez diaria',
      'Válido sólo en la fecha de su emisión',
      'Válido únicamente el 3 de diciembre',
      'Debe ser presentado dentro de los 5 días siguientes',
      'Su uso se extiende por 5 días',
      'Válido hasta el 20-10-2026',
      'La personería vence el treinta de septiembre de dos mil veintiséis',
      'Mandato por dos años',
      'Se otorga por treinta días',
      'El acceso del destinatario estará disponible por 30 días',
      'Por un plazo de tres años contados desde el 1 de octubre de 2023',
    ] as const
  ).map((line): [string, boolean] => [line, true]),
  ...(
    [
      'Liquidada al: 30-12-2026',
      'Valor UTM diciembre 2026: $ 69.000',
      'Boletín vigente al 31-10-2026. Período octubre 2026',
      'Vigente al día 2 de diciembre. Valor $ 4.500. Hora 10:33',
      'Deuda vigente $ 10.000, atraso 30-59 días: 0',
      'Protestos vigentes: 0 en los últimos 24 meses',
      'Patente municipal vigente hasta el 31-12-2026',
    ] as const
  ).map((line): [string, boolean] => [line, false]),
])(
  'whether the reading reports an expiry that it did not understand: %s',
  async (line, endUnread) => {
    const head = 'CERTIFICADO DE DEUDA\nTesorería General de la República';
    const read = await readText(`${head}\nFecha de emisión: 03-12-2026\n${line}`);
    expect(read.expiresAt).toBeUndefined();
    expect(read.endUnread ?? false).toBe(endUnread);
  },
);
