import { publicBody } from '#tests/support/bodies.ts';
import { offer } from '#tests/support/conditions.ts';
import { putLead, sendRequest } from '#tests/support/leads.ts';
import { putLink } from '#tests/support/links.ts';
import { askedOf } from '#tests/support/papers.ts';
import type { Door, Filled } from '#tools/fuzz/doors.ts';
import type { Place } from '#tools/fuzz/place.ts';

/** A form on the page of an own request. */
const ownWith = (fill: (place: Place, id: number) => Filled | Promise<Filled>): Door => ({
  who: 'owner',
  fill: async (place) => {
    const { id, submissionId } = await sendRequest({ ...publicBody, email: place.owner.email });
    return { ...(await fill(place, id)), params: { id: String(submissionId) } };
  },
});
const own = ownWith(() => ({ form: {} }));

export const linkDoors: Record<string, Door> = {
  '/recibido/{token}/pedir': {
    who: 'guest',
    fill: async () => {
      const token = await putLink('lead-receipt', await putLead(), { endsAt: 1 });
      return { form: {}, params: { token } };
    },
  },
  '/comprobante/{token}/pedir': {
    who: 'guest',
    fill: async () => {
      const { submissionId } = await sendRequest(publicBody);
      const token = await putLink('receipt', submissionId, { endsAt: 1 });
      return { form: {}, params: { token } };
    },
  },
  '/comprobante/{token}/otra': {
    who: 'guest',
    fill: async () => {
      const { submissionId } = await sendRequest(publicBody);
      return { form: {}, params: { token: await putLink('receipt', submissionId) } };
    },
  },
  '/comprobante/{token}/condiciones': {
    who: 'guest',
    fill: async ({ admin }) => {
      const { id, submissionId } = await sendRequest(publicBody);
      await offer(admin.cookies, id);
      const token = await putLink('receipt', submissionId);
      return { form: { version: '1' }, params: { token } };
    },
  },
  '/comprobante/{token}/archivos': {
    who: 'guest',
    fill: async () => {
      const { submissionId } = await sendRequest(publicBody);
      const token = await putLink('receipt', submissionId);
      return { form: { envio: token }, params: { token }, file: 'adicional' };
    },
  },
  '/comprobante/{token}/mensaje': {
    who: 'guest',
    fill: async () => {
      const { submissionId } = await sendRequest(publicBody);
      const token = await putLink('receipt', submissionId);
      return { form: { mensaje: 'Hola', envio: 'una-vista' }, params: { token } };
    },
    keeps: ['mensaje'],
  },
  '/recibido/{token}/archivos': {
    who: 'guest',
    fill: async ({ admin }) => {
      const id = await putLead();
      const [paper] = await askedOf(id, admin.cookies, { otros: 'Balance' });
      const token = await putLink('lead-receipt', id);
      return { form: { envio: token }, params: { token }, file: `pedido-${paper?.id}` };
    },
  },
  '/panel/solicitudes/{id}/archivos': ownWith(() => ({
    form: { envio: 'una-vista' },
    file: 'adicional',
  })),
  '/panel/solicitudes/{id}/condiciones': ownWith(async ({ admin }, id) => {
    await offer(admin.cookies, id);
    return { form: { version: '1' } };
  }),
  '/panel/solicitudes/{id}/mensaje': {
    ...ownWith(() => ({ form: { mensaje: 'Hola', envio: 'una-vista' } })),
    keeps: ['mensaje'],
  },
  '/panel/solicitudes/{id}/otra': own,
  '/panel/solicitudes/{id}/cerrar-enlaces': own,
  '/panel/solicitudes/{id}/enviar-enlace': own,
};
