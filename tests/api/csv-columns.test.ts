import { expect, test } from 'vitest';
import { audit } from '#lib/domain/audit/writes.ts';
import { requestNumber } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds, paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api, call } from '#tests/support/call.ts';
import { andes } from '#tests/support/companies.ts';
import { readCsv } from '#tests/support/csv.ts';
import { putIssued } from '#tests/support/issued.ts';
import { putLead } from '#tests/support/leads.ts';
import { routeOf } from '#tests/support/routes.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

/** Returns the first row under its headings. No two cells of it are equal. */
async function firstRow(response: Response | Promise<Response>): Promise<Record<string, string>> {
  const [head = [], row = []] = readCsv((await (await response).text()).replace('\uFEFF', ''));
  expect(row).toHaveLength(head.length);
  expect(new Set(row).size).toBe(row.length);
  return Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']));
}
const deskRow = async (path: string) =>
  firstRow(api(`/api/admin/${path}`, { cookies: (await makeAdvisor()).cookies }));

const guarantee = {
  ...{
    type: 'anticipo',
    instrument: 'boleta',
    issuerName: 'Banco Sur',
    issuerNumber: 'BG-7, prórroga hasta 04-03-2027',
  },
  ...{ holderName: 'Andes SpA', holderRut: '76123456-0', tenderId: '4809-45-LE26' },
  ...{ beneficiaryName: 'Mostazal', beneficiaryRut: '69265000-K', currency: 'UF' },
  ...{ validFrom: '2026-01-02', validTo: '2027-03-04', claimUntil: '2027-05-06' },
  ...{ amount: '850.5', claimed: '300', reported: 'cobrada' as const },
};
const guaranteeRow = {
  ...{ 'N.º': '1', Estado: 'Cobrada en parte', Moneda: 'UF', Monto: '850,5' },
  ...{ Tomador: 'Andes SpA', 'RUT del tomador': '76.123.456-0' },
  ...{ Beneficiario: 'Mostazal', 'RUT del beneficiario': '69.265.000-K' },
  ...{ Tipo: 'Anticipo', Documento: 'Boleta de garantía', 'Registrada por': 'Tu empresa' },
  ...{ Emisor: 'Banco Sur', 'Número del documento': 'BG-7', Licitación: '4809-45-LE26' },
  ...{ 'Rige desde': '02-01-2026', 'Rige hasta': '04-03-2027' },
  ...{
    'Se puede cobrar hasta': '06-05-2027',
    Cobrado: '300',
    Saldo: '550,5',
    'Endoso o prórroga': 'prórroga hasta 04-03-2027',
  },
};

test('the list of guarantees, of the team and of a company', async () => {
  const ana = await makeUser({ ...andes, email: 'ana@andes.cl' });
  await putIssued([{ ...guarantee, email: ana.email }]);
  const { Correo, ...row } = await deskRow('guarantees.csv');
  expect(Correo).toBe('ana@andes.cl');
  expect(row).toEqual(guaranteeRow);
  const { GET } = await routeOf('/panel/garantias/csv');
  expect(await firstRow(call(GET, '/panel/garantias/csv', { cookies: ana.cookies }))).toEqual(row);
});

test('the list of payments', async () => {
  const { id: accountId, personId } = await makeUser({ ...andes, email: 'ana@andes.cl' });
  const leadId = await putLead({ id: 12 });
  const request = {
    ...{ id: 'p', amount: 9000, description: 'Comisión 12', email: 'paga@andes.cl', leadId },
    ...{ createdBy: 'x', createdAt: START, expiresAt: START + HOUR },
  };
  const payment = {
    ...{
      id: 5,
      buyOrder: 'RG-5',
      sessionId: 's',
      accountId,
      personId,
      description: 'Comisión 12',
    },
    ...{ amount: 9000, state: 'authorized' as const, paymentRequestId: 'p', refundedAmount: 400 },
    ...{ cardLast4: '6623', paymentTypeCode: 'VN', installments: 3, authorizationCode: '1213' },
    ...{ difference: 'refund' as const, createdAt: START, updatedAt: START },
    transactionAt: START + HOUR,
  };
  await getDb().write(async (tx) => {
    await tx.insert(paymentRequests).values(request);
    await tx.insert(payments).values(payment);
    await tx.insert(paymentRefunds).values({
      ...{ paymentId: 5, key: 'k', amount: 400, state: 'done', reason: 'twice', actor: 'x' },
      requestedAt: START,
      settledAt: START + DAY,
    });
  });
  expect(await deskRow('payments.csv')).toEqual({
    ...{ Fecha: '20-11-2026', Hora: '12:00', Estado: 'Devuelto en parte', Monto: '9000' },
    ...{ Devuelto: '400', Neto: '8600', 'Devuelto el': '21-11-2026', Correo: 'ana@andes.cl' },
    ...{ 'Por qué se devolvió': 'Pagó dos veces', Concepto: 'Comisión 12' },
    ...{ 'Quién paga': 'Andes SpA', RUT: '76.123.456-0', Orden: 'RG-5', 'Enlace hasta': '' },
    ...{
      'Pedido a': 'paga@andes.cl',
      'Solicitud o mensaje': `Mensaje ${requestNumber(12)}`,
      Cobrado: '20-11-2026, 13:00',
      Tarjeta: '6623',
    },
    ...{ 'Tipo de pago': 'Crédito, sin cuotas', Cuotas: '3', Autorización: '1213' },
    Diferencia: 'Lo devuelto no es lo mismo en Webpay',
  });
});

/** Random ids may begin with a hyphen, which a CSV writes as text. */
const asText = (id: string) => (id.startsWith('-') ? `'${id}` : id);

test('the trail of acts', async () => {
  const { id: accountId } = await makeUser({ ...andes, email: 'ana@andes.cl' });
  const { id: actor } = await makeAdvisor('jefa@resguardo.cl');
  const origin = { requestId: 'llamada-12', ip: '198.51.100.7', now: START + HOUR };
  const event = { action: 'lead.answered', subject: 'lead:12', accountId, actor } as const;
  await getDb().write((tx) => audit(tx, origin, event));
  const row = await deskRow('audit.csv?action=lead.answered');
  expect(row).toEqual({
    ...{ 'N.º': row['N.º'], Cuándo: '20-11-2026, 13:00', Acción: 'lead.answered' },
    ...{ Quién: 'jefa@resguardo.cl', 'Id de quién': asText(actor) },
    'Id de la cuenta': asText(accountId),
    ...{ 'Qué hizo': 'respondió una solicitud o mensaje', Detalle: '', Objeto: 'lead:12' },
    ...{ Cuenta: 'Andes SpA, RUT 76.123.456-0', Red: '198.51.100.0/24', Llamada: 'llamada-12' },
  });
});
