import { desc, eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { paymentRefunds, payments } from '#lib/platform/db/schema/payments.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { api } from '#tests/support/call.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { leadOf } from '#tests/support/leads.ts';
import { paymentOf, startPayment } from '#tests/support/payments.ts';
import { isoDayIn } from '#tests/support/requested-documents.ts';
import { newPerson } from '#tools/fuzz/people.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { liveOf, type Target } from '#tools/fuzz/target.ts';

type Form = Record<string, string>;

/** Returns a form that makes the same change as an API operation. */
const behind =
  (operation: string, form: Form | ((place: FuzzWorld) => Form) = {}) =>
  async (place: FuzzWorld) => {
    const { path: params } = await liveOf(operation, place);
    return { form: typeof form === 'function' ? form(place) : form, params };
  };

/** Returns a form of a lead's page that makes the same change as an API operation. */
const ofLead = (subject: string, form?: Form | ((place: FuzzWorld) => Form)) =>
  behind(`POST /api/admin/leads/{id}/${subject}`, form);

const many = (more: Form) => ({ form: { 'lead-1': 'si', 'lead-2': 'si', ...more } });

/** Makes a refund on which an admin must decide. */
const refundThat = (state: 'unclear' | 'proposed') => async (place: FuzzWorld) => {
  const { id: paymentId, buyOrder } = await paymentOf(
    (await startPayment(place.owner.cookies)).buyOrder,
  );
  const row = {
    paymentId,
    key: buyOrder,
    amount: 500,
    actor: place.admin.id,
    requestedAt: now(),
  };
  const [refund] = await getDb().write((tx) =>
    tx
      .insert(paymentRefunds)
      .values({ ...row, state })
      .returning(),
  );
  return { form: { devolucion: `${refund?.id}`, hecha: 'no' }, params: { buyOrder } };
};

export const adminTargets: Record<string, Target> = {
  '/admin/cuentas/{id}/cambiar': async () => ({
    form: { change: 'suspend', reason: 'Papeles falsos.' },
    params: { id: (await newPerson()).id },
  }),
  '/admin/cuentas/{id}/ayudar': async () => ({
    form: { help: 'unlock' },
    params: { id: (await newPerson()).id },
  }),
  '/admin/cuentas/{id}/borrar/confirmar': async () => {
    const { id, email } = await newPerson();
    return { form: { sent: 'keep', confirmation: email }, params: { id } };
  },
  '/admin/asignar': many({ assignedTo: '' }),
  '/admin/atendidas': many({}),
  '/admin/vista': { form: { nombre: 'Mías', lista: 'status=abiertas' } },
  '/admin/estados': many({ state: 'aprobada' }),
  '/admin/deshacer': many({ hecha: 'atendidas' }),
  '/admin/entregas/{id}/reintentar': behind('POST /api/admin/deliveries/{id}/retry', {
    lead: '12',
  }),
  '/admin/leads/{id}/asignar': ofLead('assign', ({ admin: { id } }) => ({ assignedTo: id })),
  '/admin/leads/{id}/atendida': ofLead('handled', { handled: 'no' }),
  '/admin/leads/{id}/borrar/confirmar': async (place: FuzzWorld) => {
    const { path: params } = await liveOf('POST /api/admin/leads/{id}/erase', place);
    const { email } = await leadOf(Number(params?.id));
    return { form: { confirmation: email || 'ana@constructora.cl' }, params };
  },
  '/admin/leads/{id}/correo/guardar': async (place: FuzzWorld) => {
    const { path: params } = await liveOf('POST /api/admin/leads/{id}/erase', place);
    const { email: era } = await leadOf(Number(params?.id));
    const form = { correo: 'rosa@obras.cl', motivo: 'Por teléfono', era };
    return { form, params };
  },
  '/admin/leads/{id}/estado': ofLead('state', { state: 'aprobada' }),
  '/admin/leads/{id}/nota': ofLead('notes', { text: 'Llamar el lunes.\nPide póliza.' }),
  '/admin/leads/{id}/nota/quitar': async (place: FuzzWorld) => {
    const { path: params } = await liveOf('POST /api/admin/leads/{id}/notes', place);
    const json = { text: 'Llamar el lunes.' };
    await api(`/api/admin/leads/${params?.id}/notes`, { json, cookies: place.admin.cookies });
    const [note] = await getDb()
      .read.select({ id: leadEvents.id })
      .from(leadEvents)
      .where(eq(leadEvents.kind, 'note'))
      .orderBy(desc(leadEvents.id))
      .limit(1);
    return { form: { nota: `${note?.id}` }, params };
  },
  '/admin/leads/{id}/condiciones': ofLead('conditions', {
    ...{ price: '$ 45.000', issuer: 'Andes', terms: 'A la vista.', validUntil: '' },
    ...{ 'monto-0': '540.000', 'moneda-0': 'pesos' },
    ...{ 'desde-0': '2026-12-01', 'hasta-0': '2027-03-01' },
  }),
  '/admin/leads/{id}/documentos': ofLead('notes', () => ({
    'doc-certificado_f30': 'si',
    otros: 'Balance',
    hasta: isoDayIn(5),
    mensaje: 'Hola.',
  })),
  '/admin/leads/{id}/responder': ofLead('replies', {
    asunto: 'Tu solicitud',
    respuesta: 'Hola, Ana.\n\nFalta el contrato.',
    clave: 'una',
  }),
  '/admin/leads/{id}/llamada': ofLead('replies', {
    resultado: 'missed',
    resumen: 'Te llamo mañana.',
    clave: 'una',
  }),
  '/admin/leads/{id}/emision/{item}/guardar': async (place: FuzzWorld) => {
    const { path } = await liveOf('POST /api/admin/leads/{id}/guarantees', place);
    const form = { ...issuedFacts, issuerNumber: randomId() };
    return { form, params: { ...path, item: '0' }, file: 'file' };
  },
  '/admin/garantias/{id}/evento': behind('POST /api/guarantees/issued/{id}/events', () => ({
    kind: 'cobrada',
    cuanto: 'parte',
    amount: '$ 1.000',
    on: '',
    clave: randomId(),
  })),
  '/admin/pagos/{buyOrder}/asociar': async (place: FuzzWorld) => {
    const { buyOrder } = await startPayment(place.owner.cookies);
    const charged = { state: 'authorized' } as const;
    await getDb().write((tx) =>
      tx.update(payments).set(charged).where(eq(payments.buyOrder, buyOrder)),
    );
    return { form: { lead: '' }, params: { buyOrder } };
  },
  '/admin/pagos/{buyOrder}/aclarar': refundThat('unclear'),
  '/admin/pagos/{buyOrder}/aprobar': refundThat('proposed'),
  '/admin/pagos/{buyOrder}/devolver/enviar': behind('POST /api/payments/{buyOrder}/refund', {
    clave: 'una-clave',
    amount: '1.000',
    reason: 'other',
    note: 'Pagó dos veces.',
  }),
  '/admin/borrar/confirmar': {
    form: { correo: 'a@ejemplo.cl', confirmation: 'a@ejemplo.cl' },
  },
  '/admin/pagos/pedidos/{id}/anular': behind('POST /api/admin/payment-requests/{id}/cancel', {
    lead: '12',
  }),
  '/admin/pagos/pedidos/{id}/transferencia/registrar': behind(
    'POST /api/admin/payment-requests/{id}/cancel',
    { dia: '2026-11-20', operacion: '00123456' },
  ),
  '/admin/pagos/pedir': {
    form: { monto: '$ 45.000', detalle: 'Comisión', correo: 'a@ejemplo.cl' },
  },
};
