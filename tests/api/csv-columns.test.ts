import { eq, max } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit } from '#lib/domain/audit/writes.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRefunds, paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api, call } from '#tests/support/call.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { parseCsv } from '#tests/support/csv.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { pathOfRoute } from '#tests/support/forms.ts';
import { putIssued } from '#tests/support/issued.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { routeOf } from '#tests/support/routes.ts';
import { filesUnder } from '#tests/support/source-files.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

type Cookies = Record<string, string>;
/** The address of an export, its reader, and its one row: each heading with its cell, in order. */
type Given = { query?: string; cookies: Cookies; row: Record<string, string> };

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
const issuedRow = {
  ...{ 'N.º': '1', Estado: 'Cobrada en parte' },
  ...{ Tipo: 'Anticipo', Documento: 'Boleta de garantía', Emisor: 'Banco Sur' },
  ...{ 'Número del documento': 'BG-7', Monto: '850,5', Moneda: 'UF' },
  ...{ 'Rige desde': '02-01-2026', 'Rige hasta': '04-03-2027' },
  ...{ 'Se puede cobrar hasta': '06-05-2027', Tomador: 'Andes SpA' },
  ...{ 'RUT del tomador': '76.123.456-0', Beneficiario: 'Mostazal' },
  ...{ 'RUT del beneficiario': '69.265.000-K', Licitación: '4809-45-LE26' },
  ...{ 'Registrada por': 'Tu empresa', Cobrado: '300', Saldo: '550,5' },
  'Endoso o prórroga': 'prórroga hasta 04-03-2027',
};

const makeAna = () => makeUser({ ...andesCompany, email: 'ana@andes.cl' });

async function putPayment() {
  const ana = await makeAna();
  const leadId = await insertLead({ id: 12, submissionId: 31, companyId: ana.id });
  const request = {
    ...{ id: 'p', amount: 9000, description: 'Comisión 12', email: 'paga@andes.cl', leadId },
    ...{ createdBy: 'x', createdAt: START, expiresAt: START + HOUR, companyId: ana.id },
    reservedBy: 5,
  };
  const payment = {
    ...{ id: 5, buyOrder: 'RG-5', sessionId: 's', accountId: ana.id, personId: ana.personId },
    ...{ amount: 9000, state: 'authorized' as const, paymentRequestId: 'p', refundedAmount: 400 },
    ...{ cardLast4: '6623', paymentTypeCode: 'VN', installments: 3, authorizationCode: '1213' },
    ...{ difference: 'refund' as const, createdAt: START, updatedAt: START },
    ...{ transactionAt: START + HOUR, description: 'Comisión 12' },
  };
  await getDb().write(async (tx) => {
    await tx.insert(payments).values(payment);
    await tx.insert(paymentRequests).values(request);
    await tx.insert(paymentRefunds).values({
      ...{ paymentId: 5, key: 'k', amount: 400, state: 'done', reason: 'twice', actor: 'x' },
      requestedAt: START,
      settledAt: START + DAY,
    });
  });
  return ana;
}
const chargeCells = {
  ...{ Cobrado: '20-11-2026, 13:00', Tarjeta: '6623', 'Tipo de pago': 'Crédito, sin cuotas' },
  ...{ Cuotas: '3', Autorización: '1213' },
};

/** Random ids may begin with a hyphen, which a CSV writes as text. */
const asText = (id: string) => (id.startsWith('-') ? `'${id}` : id);
const origin = { requestId: 'llamada-12', ip: '198.51.100.7', now: START + HOUR };

/** Every export, of a world in which each fact of its only row has a value of its own. */
const exports: Record<string, () => Promise<Given>> = {
  '/api/admin/guarantees.csv': async () => {
    await putIssued([{ ...guarantee, email: (await makeAna()).email }]);
    const { cookies } = await makeAdvisor();
    return { cookies, row: { ...issuedRow, Correo: 'ana@andes.cl' } };
  },
  '/panel/garantias/csv': async () => {
    const { email, cookies } = await makeAna();
    await putIssued([{ ...guarantee, email }]);
    return { cookies, row: issuedRow };
  },
  '/api/admin/payments.csv': async () => {
    await putPayment();
    const row = {
      ...{ Fecha: '20-11-2026', Hora: '12:00', Estado: 'Devuelto en parte', Monto: '9000' },
      ...{ Devuelto: '400', Neto: '8600', 'Devuelto el': '21-11-2026' },
      ...{ 'Por qué se devolvió': 'Pagó dos veces', Concepto: 'Comisión 12' },
      ...{ 'Quién paga': 'Andes SpA', RUT: '76.123.456-0', Correo: 'ana@andes.cl', Orden: 'RG-5' },
      ...{ 'Enlace hasta': '', 'Solicitud o mensaje': `Mensaje ${formatRequestNumber(31)}` },
      ...chargeCells,
      ...{ Diferencia: 'Lo devuelto no es lo mismo en Webpay', 'Pedido a': 'paga@andes.cl' },
    };
    return { cookies: (await makeAdvisor()).cookies, row };
  },
  '/panel/pagos/csv': async () => {
    const { cookies } = await putPayment();
    const row = {
      ...{ Concepto: 'Comisión 12', Solicitud: '31', Orden: 'RG-5', Fecha: '20-11-2026, 12:00' },
      ...{ Quién: 'Ana Muñoz', Monto: '9000', Devuelto: '400', Neto: '8600' },
      ...{ Estado: 'Devuelto en parte', ...chargeCells },
    };
    return { cookies, row };
  },
  '/api/admin/leads.csv': async () => {
    const jefa = await makeAdvisor('jefa@resguardo.cl');
    const [item] = publicBody.garantias;
    const garantias = [{ ...item, montoGarantia: '1500000.50' }];
    const { id, submissionId } = await sendRequest({ ...publicBody, garantias });
    const more = { handledAt: START + HOUR, assignedTo: jefa.id, state: 'en_revision' as const };
    const answers = { mensaje: 'Hola;\n"chao"' };
    await getDb().write((tx) =>
      tx
        .update(leads)
        .set({ ...more, answers })
        .where(eq(leads.id, id)),
    );
    const row = {
      ...{ 'N.º': `${submissionId}`, Llegó: '20-11-2026, 12:00', Tipo: 'Garantía' },
      ...{ Estado: 'En revisión', Atendida: '20-11-2026, 13:00', 'Asignada a': jefa.email },
      ...{ Nombre: 'Ana Muñoz', Correo: 'ana@constructora.cl', Teléfono: '(+56) 9 1234 5678' },
      ...{ RUT: '76.123.456-0', Empresa: 'Constructora Andes SpA', Licitación: '4809-45-LE26' },
      ...{ Garantía: '1 de 1', 'Tipo de garantía': 'Seriedad de la oferta' },
      ...{ Monto: '1500000,50', Moneda: 'pesos', 'Rige desde': '01-12-2026' },
      ...{ 'Rige hasta': '01-03-2027', Mensaje: answers.mensaje },
    };
    return { cookies: jefa.cookies, row };
  },
  '/api/admin/audit.csv': async () => {
    const { id: accountId } = await makeAna();
    const { id: actor, cookies } = await makeAdvisor('jefa@resguardo.cl');
    const event = { action: 'lead.answered', subject: 'lead:12', accountId, actor } as const;
    const id = await getDb().write(async (tx) => {
      await audit(tx, origin, event);
      const [last] = await tx.select({ id: max(auditEvents.id) }).from(auditEvents);
      return last?.id;
    });
    const row = {
      ...{ 'N.º': `${id}`, Cuándo: '20-11-2026, 13:00', Quién: 'jefa@resguardo.cl' },
      ...{ 'Id de quién': asText(actor), 'Qué hizo': 'respondió una solicitud o mensaje' },
      ...{ Acción: 'lead.answered', Detalle: '', Cuenta: 'Andes SpA, RUT 76.123.456-0' },
      ...{ 'Id de la cuenta': asText(accountId), Objeto: 'lead:12', Red: '198.51.100.0/24' },
      Llamada: 'llamada-12',
    };
    return { query: '?action=lead.answered', cookies, row };
  },
  '/panel/actividad/csv': async () => {
    const ana = await makeAna();
    const { personId: actor } = await joinCompany(ana, 'carla@andes.cl');
    const subject = await insertDocument(ana.id, { fileName: 'F30 de Andes.pdf' });
    const event = { action: 'document.uploaded', subject, accountId: ana.id, actor } as const;
    await getDb().write((tx) => audit(tx, origin, event));
    const row = {
      ...{ Fecha: '20-11-2026', Hora: '13:00', Quién: 'carla', 'Qué pasó': 'Subió un documento' },
      ...{ 'Sobre qué': 'F30 de Andes.pdf', Red: '198.51.100.0/24' },
    };
    return { query: '?kind=documentos', cookies: ana.cookies, row };
  },
};

// Programs read the columns by their place, so their order counts like their cells.
test.each(Object.entries(exports))(
  'the CSV of %s has each fact of its row in its own column',
  async (path, put) => {
    const { query = '', cookies, row } = await put();
    const response = path.startsWith('/api/')
      ? await api(path + query, { cookies })
      : await call((await routeOf(path)).GET, path + query, { cookies });
    const [head = [], cells = [], ...rest] = parseCsv(
      (await response.text()).replace('\uFEFF', ''),
    );
    expect(rest).toEqual([]);
    expect(cells).toHaveLength(head.length);
    expect(new Set(cells).size).toBe(cells.length);
    expect(head.map((name, at) => [name, cells[at]])).toEqual(Object.entries(row));
  },
);

test('no other route is a CSV', () => {
  const pages = filesUnder('app').filter((file) => file.endsWith('/csv/route.ts'));
  const found = [
    ...apiOperations.map(({ path }) => path).filter((path) => path.endsWith('.csv')),
    ...pages.map(pathOfRoute),
  ];
  expect(found.sort()).toEqual(Object.keys(exports).sort());
});
