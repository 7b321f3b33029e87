import { now } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';
import { randomId } from '#lib/platform/ids.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { inDays } from '#tests/support/papers.ts';
import { paymentOf, start } from '#tests/support/payments.ts';
import type { Door } from '#tools/fuzz/doors.ts';
import { newPerson } from '#tools/fuzz/people.ts';
import type { Place } from '#tools/fuzz/place.ts';
import { inboxRecipes } from '#tools/fuzz/recipes-inbox.ts';
import { issuedRecipes } from '#tools/fuzz/recipes-issued.ts';
import { moneyRecipes } from '#tools/fuzz/recipes-payments.ts';

const pathOf = async (operation: string, place: Place) =>
  (await { ...inboxRecipes, ...issuedRecipes, ...moneyRecipes }[operation]?.(place))?.path ?? {};

/** The form of a lead or delivery, behind an endpoint of the API. */
const inbox = (
  operation: string,
  formOf: (place: Place) => Record<string, string>,
  keeps?: string[],
): Door => ({
  who: 'admin',
  fill: async (place) => ({ form: formOf(place), params: await pathOf(operation, place) }),
  ...(keeps && { keeps }),
});

const many = (more: Record<string, string>): Door => ({
  who: 'admin',
  fill: () => ({ form: { 'lead-1': 'si', 'lead-2': 'si', ...more } }),
});

/** One that waits for what an admin decides. */
const refundThat = (state: 'unclear' | 'proposed'): Door => ({
  who: 'admin',
  fill: async (place) => {
    const { id: paymentId, buyOrder } = await paymentOf(
      (await start(place.owner.cookies)).buyOrder,
    );
    const row = { paymentId, key: buyOrder, amount: 500, actor: place.admin.id, askedAt: now() };
    const [refund] = await getDb().write((tx) =>
      tx
        .insert(paymentRefunds)
        .values({ ...row, state })
        .returning(),
    );
    return { form: { devolucion: `${refund?.id}`, hecha: 'no' }, params: { buyOrder } };
  },
});

export const adminDoors: Record<string, Door> = {
  '/admin/cuentas/{id}/cambiar': {
    who: 'admin',
    fill: async () => ({
      form: { change: 'suspend', reason: 'Papeles falsos.' },
      params: { id: (await newPerson()).id },
    }),
    keeps: ['reason'],
  },
  '/admin/asignar': many({ assignedTo: '' }),
  '/admin/atendidas': many({}),
  '/admin/vista': {
    who: 'admin',
    fill: () => ({ form: { nombre: 'Mías', lista: 'status=abiertas' } }),
    keeps: ['nombre'],
  },
  '/admin/estados': many({ state: 'aprobada' }),
  '/admin/deshacer': many({ hecha: 'atendidas' }),
  '/admin/entregas/{id}/reenviar': inbox('POST /api/admin/deliveries/{id}/resend', () => ({})),
  '/admin/entregas/{id}/reintentar': inbox('POST /api/admin/deliveries/{id}/retry', () => ({
    lead: '12',
  })),
  '/admin/entregas/reintentar': { who: 'admin', fill: () => ({ form: { kind: '' } }) },
  '/admin/leads/{id}/asignar': inbox('POST /api/admin/leads/{id}/assign', ({ admin }) => ({
    assignedTo: admin.id,
  })),
  '/admin/leads/{id}/atendida': inbox('POST /api/admin/leads/{id}/handled', () => ({
    handled: 'no',
  })),
  '/admin/leads/{id}/borrar/confirmar': inbox('POST /api/admin/leads/{id}/erase', () => ({})),
  '/admin/leads/{id}/estado': inbox('POST /api/admin/leads/{id}/state', () => ({
    state: 'aprobada',
  })),
  '/admin/leads/{id}/nota': inbox(
    'POST /api/admin/leads/{id}/notes',
    () => ({ text: 'Llamar el lunes.\nPide póliza.' }),
    ['text'],
  ),
  '/admin/leads/{id}/condiciones': inbox(
    'POST /api/admin/leads/{id}/conditions',
    () => ({ price: '$ 45.000', issuer: 'Andes', terms: 'A la vista.', validUntil: '' }),
    ['price', 'issuer', 'terms', 'validUntil'],
  ),
  '/admin/leads/{id}/documentos': inbox(
    'POST /api/admin/leads/{id}/notes',
    () => ({ 'doc-certificado_f30': 'si', otros: 'Balance', hasta: inDays(5), mensaje: 'Hola.' }),
    ['doc-certificado_f30', 'otros', 'hasta', 'mensaje'],
  ),
  '/admin/leads/{id}/responder': inbox(
    'POST /api/admin/leads/{id}/replies',
    () => ({ asunto: 'Tu solicitud', respuesta: 'Hola, Ana.\n\nFalta el contrato.', clave: 'una' }),
    ['asunto', 'respuesta'],
  ),
  '/admin/leads/{id}/emision/{item}/guardar': {
    who: 'admin',
    fill: async (place) => ({
      form: { ...issuedFacts, issuerNumber: randomId() },
      params: { ...(await pathOf('POST /api/admin/leads/{id}/guarantees', place)), item: '0' },
      file: 'file',
    }),
    keeps: Object.keys(issuedFacts),
  },
  '/admin/garantias/{id}/evento': inbox(
    'POST /api/guarantees/issued/{id}/events',
    () => ({ kind: 'cobrada', cuanto: 'parte', amount: '$ 1.000', on: '', clave: randomId() }),
    ['kind', 'cuanto', 'amount', 'on'],
  ),
  '/admin/pagos/{buyOrder}/aclarar': refundThat('unclear'),
  '/admin/pagos/{buyOrder}/aprobar': refundThat('proposed'),
  '/admin/pagos/{buyOrder}/devolver': {
    who: 'admin',
    fill: async (place) => {
      const { buyOrder = '' } = await pathOf('POST /api/payments/{buyOrder}/refund', place);
      return { form: { clave: 'una-clave', amount: '1.000' }, params: { buyOrder } };
    },
    keeps: ['amount'],
  },
  '/admin/borrar/confirmar': { who: 'admin', fill: () => ({ form: { correo: 'a@ejemplo.cl' } }) },
  '/admin/pagos/pedidos/{id}/anular': inbox('POST /api/admin/payment-requests/{id}/cancel', () => ({
    lead: '12',
  })),
  '/admin/pagos/pedir': {
    who: 'admin',
    fill: () => ({ form: { monto: '$ 45.000', detalle: 'Comisión', correo: 'a@ejemplo.cl' } }),
    keeps: ['monto', 'detalle', 'correo', 'lead', 'open'],
  },
};
