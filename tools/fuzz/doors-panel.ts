import { mailsToken } from '#lib/domain/alerts/view.ts';
import { UNPLACED } from '#lib/domain/documents/rules.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { askForMoney, payAsGuest } from '#tests/support/payment-links.ts';
import { addDocument } from '#tests/support/shares.ts';
import { api, lastPart } from '#tools/fuzz/api.ts';
import type { Door } from '#tools/fuzz/doors.ts';
import { newPerson, newSession } from '#tools/fuzz/people.ts';
import type { Place } from '#tools/fuzz/place.ts';
import { inboxRecipes } from '#tools/fuzz/recipes-inbox.ts';
import { vaultRecipes } from '#tools/fuzz/recipes-vault.ts';

const categoria = 'balance_general';

async function bodyOf(operation: string, place: Place) {
  const live = await vaultRecipes[operation]?.(place);
  return Object.fromEntries(Object.entries(live?.body ?? {}).map(([k, v]) => [k, String(v)]));
}

const plain = (who: Door['who'], form: Record<string, string> = {}, keeps?: string[]): Door => ({
  who,
  fill: () => ({ form }),
  ...(keeps && { keeps }),
});

/** Ends or changes the account that it is sent by. */
const spare = (form: Record<string, string>): Door => ({
  who: 'owner',
  fill: async () => ({ form, cookies: (await newPerson()).cookies }),
});

export const panelDoors: Record<string, Door> = {
  '/panel/solicitudes/{id}/borrar/confirmar': {
    who: 'owner',
    fill: async (place) => ({
      form: {},
      params: (await inboxRecipes['DELETE /api/guarantees/mine/{id}']?.(place))?.path ?? {},
    }),
  },
  '/avisos/{token}/dejar': {
    who: 'guest',
    fill: ({ owner }) => ({ form: {}, params: { token: mailsToken(owner.id) } }),
  },
  '/pagar/{token}/crear': {
    who: 'owner',
    fill: async ({ admin, owner: { email } }) => {
      const json = { amount: 12_500, description: 'Comisión', email };
      const { cookies } = admin;
      const { data } = await api('POST', '/api/admin/payment-requests', { json, cookies });
      return { form: {}, params: { token: lastPart(data.url) } };
    },
  },
  '/pagar/{token}/enviar-comprobante': {
    who: 'guest',
    fill: async ({ admin, webpay }) => {
      const email = `${crypto.randomUUID()}@ejemplo.cl`;
      const token = await askForMoney(admin.cookies, { email });
      const { buyOrder: orden } = await payAsGuest(webpay, token);
      return { form: { orden, correo: 'contador@holding.cl' }, params: { token } };
    },
  },
  '/pagar/crear': plain('owner', { monto: '45.000', detalle: 'Comisión' }, ['monto', 'detalle']),
  '/panel/documentos/{categoria}/eliminar': {
    who: 'owner',
    fill: async (place) => ({
      form: await bodyOf('POST /api/documents/delete', place),
      params: { categoria },
    }),
  },
  '/panel/documentos/{categoria}/editar': {
    who: 'owner',
    fill: async (place) => {
      const { path, body } = (await vaultRecipes['PATCH /api/documents/{id}']?.(place)) ?? {};
      return { form: { ...path, ...body } as Record<string, string>, params: { categoria } };
    },
    keeps: ['id', 'customTitle', 'issuedAt', 'expiresAt'],
  },
  '/panel/documentos/{categoria}/recuperar': {
    who: 'owner',
    fill: async (place) => ({
      form: await bodyOf('POST /api/documents/restore', place),
      params: { categoria },
    }),
  },
  '/panel/documentos/subir': {
    who: 'owner',
    fill: () => ({ form: {}, file: 'file' }),
  },
  '/panel/documentos/ordenar/guardar': {
    who: 'owner',
    fill: async ({ owner }) => {
      const { id } = await addDocument(owner.id, { category: UNPLACED });
      const typed = { category: 'contrato', issuedAt: '2026-03-01', expiresAt: '' };
      const named = Object.entries(typed).map(([field, value]) => [`doc.${id}.${field}`, value]);
      return { form: Object.fromEntries(named) };
    },
  },
  '/panel/documentos/{categoria}/subir': {
    who: 'owner',
    fill: () => ({
      form: { category: 'otros', customTitle: 'Patente', expiresAt: '2027-01-01' },
      params: { categoria: 'otros' },
      file: 'file',
    }),
    keeps: ['customTitle', 'expiresAt'],
  },
  '/panel/documentos/avisos/calendario': plain('owner'),
  '/panel/documentos/avisos/calendario/terminar': plain('owner'),
  '/panel/documentos/avisos/correo': plain('owner', { activar: 'no' }),
  '/panel/documentos/compartir/crear': {
    who: 'owner',
    fill: async ({ owner }) => {
      const { fileId } = await addDocument(owner.id, { category: categoria });
      const choices = { expiresInHours: '24', label: 'Banco', maxOpenings: '', password: '' };
      const whom = { nombre1: 'Andes', email1: 'eva@andes.cl', note: 'Hola', recipients: 'Banco' };
      return { form: { ...choices, ...whom, [`doc-${fileId}`]: 'on' } };
    },
    keeps: [
      'nombre1',
      'email1',
      'recipientNote',
      'recipients',
      'expiresInHours',
      'label',
      'maxOpenings',
      'notify',
    ],
  },
  '/panel/documentos/enlaces/repetir': {
    who: 'owner',
    fill: async (place) => {
      const ended = await vaultRecipes['POST /api/documents/shares/{id}/repeat']?.(place);
      return { form: { id: ended?.path?.id ?? '' } };
    },
  },
  '/panel/documentos/enlaces/enviar': {
    who: 'owner',
    fill: async (place) => {
      const live = await vaultRecipes['POST /api/documents/shares/send']?.(place);
      return { form: { ids: Object(live?.body).ids?.join(' ') ?? '' } };
    },
  },
  '/panel/documentos/enlaces/extender': {
    who: 'owner',
    fill: async (place) => {
      const live = await vaultRecipes['POST /api/documents/shares/{id}/extend']?.(place);
      return { form: { id: live?.path?.id ?? '', expiresInDays: '30' } };
    },
  },
  '/panel/documentos/enlaces/cerrar': {
    who: 'owner',
    fill: async (place) => {
      const live = await vaultRecipes['DELETE /api/documents/shares/{id}']?.(place);
      return { form: { id: live?.path?.id ?? '' } };
    },
  },
  '/panel/eliminar-cuenta/confirmar': spare({}),
  '/panel/perfil/contrasena': spare({ current: PASSWORD, password: 'un paraguas azul' }),
  '/panel/perfil/guardar': plain(
    'owner',
    {
      rut: '76.123.456-0',
      name: 'Ana',
      razonSocial: 'Andes SpA',
      telefono: '+56 9 1234 5678',
      direccion: 'Av. Providencia 1234',
      region: '',
      comuna: ' ',
    },
    ['rut', 'name', 'razonSocial', 'telefono', 'direccion', 'region', 'comuna'],
  ),
  '/panel/perfil/google/desconectar': {
    who: 'owner',
    fill: async ({ owner }) => ({ form: {}, cookies: await newSession(owner) }),
  },
  '/panel/perfil/sesiones/cerrar-otras': {
    who: 'owner',
    fill: async ({ owner }) => ({ form: {}, cookies: await newSession(owner) }),
  },
  '/panel/perfil/sesiones/cerrar': plain('owner', { id: 'A'.repeat(22) }),
  '/panel/salir': {
    who: 'owner',
    fill: async ({ owner }) => ({ form: {}, cookies: await newSession(owner) }),
  },
};
