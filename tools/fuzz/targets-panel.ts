import { invitationPath } from '#lib/domain/accounts/companies/view.ts';
import { mailsToken } from '#lib/domain/alerts/unsubscribe.ts';
import { UNCATEGORIZED } from '#lib/domain/documents/rules.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { addDocument, revokeShare } from '#tests/support/shares.ts';
import { api, lastPart } from '#tools/fuzz/api.ts';
import { newCompany, newPerson, newSession } from '#tools/fuzz/people.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { codeToNewEmail } from '#tools/fuzz/recipes-accounts.ts';
import { shared } from '#tools/fuzz/recipes-vault.ts';
import { liveOf, type Target } from '#tools/fuzz/target.ts';
import { ofCompany } from '#tools/fuzz/things.ts';

const categoria = 'balance_general';
const documents = '/api/documents';
const shares = `${documents}/shares`;

/** Returns a form on a category's page that makes the same change as an API operation. */
const ofCategory = (operation: string) => async (place: FuzzWorld) => {
  const { path, body } = await liveOf(operation, place);
  return { form: { ...path, ...body }, params: { categoria } };
};

/** Returns a form about the share link in an operation's recipe. */
const ofLink =
  (operation: string, more: Record<string, string> = {}) =>
  async (place: FuzzWorld) => {
    const { id = '' } = (await liveOf(operation, place)).path;
    return { form: { id, ...more } };
  };

/** Returns a form of a new account, because the form may change or end the account. */
const spareAccount = (form: Record<string, string>) => async () => ({
  form,
  cookies: (await newPerson()).cookies,
});

/** A form of a new session, because the form may end the session. */
const spareSession = async (place: FuzzWorld) => ({
  form: {},
  cookies: await newSession(place.owner),
});

const profile = {
  rut: '76.123.456-0',
  name: 'Ana',
  razonSocial: 'Andes SpA',
  telefono: '+56 9 1234 5678',
  direccion: 'Av. Providencia 1234',
  region: '',
  comuna: ' ',
};

export const panelTargets: Record<string, Target> = {
  '/avisos/{token}/dejar': (place) => ({
    form: {},
    params: { token: mailsToken({ accountId: place.owner.id, companyId: null }) },
  }),
  '/c/{token}/abrir': async (place: FuzzWorld) => {
    const password = 'un paraguas azul';
    const { token } = await shared(place, { password });
    return { form: { password }, params: { token } };
  },
  '/c/{token}/codigo': async (place: FuzzWorld) => {
    const { token } = await shared(place, { recipients: 'ana@banco.cl', emailCode: true });
    return { form: {}, params: { token } };
  },
  '/c/{token}/pedir': async (place: FuzzWorld) => {
    const { id, token } = await shared(place);
    await revokeShare(place.owner, id);
    return { form: { correo: 'ana@banco.cl' }, params: { token } };
  },
  '/pagar/{token}/crear': async ({ admin: { cookies }, owner: { email } }) => {
    const json = { amount: 12_500, description: 'Comisión', email };
    const { data } = await api('POST', '/api/admin/payment-requests', { json, cookies });
    return { form: {}, params: { token: lastPart(data.url) } };
  },
  '/pagar/{token}/enviar-comprobante': async ({ admin: { cookies }, webpay }) => {
    const email = `${crypto.randomUUID()}@ejemplo.cl`;
    const token = await requestPayment(cookies, { email });
    const { buyOrder: orden } = await payAsGuest(webpay, token);
    return { form: { orden, correo: 'contador@holding.cl' }, params: { token } };
  },
  '/pagar/crear': { form: { monto: '45.000', detalle: 'Comisión' } },
  '/panel/documentos/{categoria}/eliminar': ofCategory(`POST ${documents}/delete`),
  '/panel/documentos/{categoria}/editar': ofCategory(`PATCH ${documents}/{id}`),
  '/panel/documentos/{categoria}/recuperar': ofCategory(`POST ${documents}/restore`),
  '/panel/documentos/subir': { form: {}, file: 'file' },
  '/panel/documentos/ordenar/guardar': async (place: FuzzWorld) => {
    const { id } = await addDocument(place.owner.id, { category: UNCATEGORIZED });
    const typed = { category: 'contrato', issuedAt: '2026-03-01', expiresAt: '' };
    const named = Object.entries(typed).map(([field, value]) => [`doc.${id}.${field}`, value]);
    return { form: Object.fromEntries(named) };
  },
  '/panel/documentos/{categoria}/subir': {
    form: { category: 'otros', customTitle: 'Patente', expiresAt: '2027-01-01' },
    params: { categoria: 'otros' },
    file: 'file',
  },
  '/panel/documentos/avisos/correo': { form: { activar: 'no' } },
  '/panel/documentos/compartir/crear': async (place: FuzzWorld) => {
    const { fileId } = await addDocument(place.owner.id, { category: categoria });
    const choices = { expiresInHours: '24', label: 'Banco', maxOpenings: '', password: '' };
    const whom = { nombre1: 'Andes', email1: 'eva@andes.cl', note: 'Hola', recipients: 'Banco' };
    return { form: { ...choices, ...whom, [`doc-${fileId}`]: 'on' } };
  },
  '/panel/documentos/enlaces/repetir': ofLink(`POST ${shares}/{id}/repeat`),
  '/panel/documentos/enlaces/enviar': async (place: FuzzWorld) => ({
    form: (await liveOf(`POST ${shares}/send`, place)).body,
  }),
  '/panel/documentos/enlaces/{id}/guardar': async (place: FuzzWorld) => {
    const { fileId } = await addDocument(place.owner.id, { category: categoria });
    const { id = '' } = (await liveOf(`PATCH ${shares}/{id}`, place)).path;
    const typed = { recipient: 'Banco, ana@banco.cl', recipientNote: 'Hola', label: 'Banco' };
    const settings = { expiresInHours: '24', maxOpenings: '5', password: '', quitarClave: 'si' };
    return { form: { ...typed, ...settings, [`doc-${fileId}`]: 'on' }, params: { id } };
  },
  '/panel/documentos/enlaces/cerrar': ofLink(`DELETE ${shares}/{id}`),
  '/panel/eliminar-cuenta/confirmar': async () => {
    const { id, cookies } = await newPerson();
    return { form: { holder: id }, cookies };
  },
  '/panel/perfil/contrasena': spareAccount({ current: PASSWORD, password: 'un paraguas azul' }),
  '/panel/perfil/correo/pedir': async (place: FuzzWorld) => ({
    form: (await liveOf('POST /api/auth/email', place)).body,
    cookies: (await newPerson()).cookies,
  }),
  '/panel/perfil/correo/confirmar': async () => {
    const { cookies, code } = await codeToNewEmail();
    return { form: { code }, cookies };
  },
  '/panel/perfil/correo/cancelar': spareAccount({}),
  '/panel/perfil/guardar': { form: profile },
  '/panel/perfil/google/desconectar': spareSession,
  '/panel/perfil/sesiones/cerrar-otras': spareSession,
  '/panel/perfil/sesiones/cerrar': { form: { id: 'A'.repeat(22) } },
  '/panel/cambiar/actuar': ofCompany(({ id }) => ({ company: id })),
  '/panel/garantias/mover': ofCompany(() => ({})),
  '/panel/garantias/devolver': ofCompany(() => ({})),
  '/panel/empresa/guardar': ofCompany(() => profile),
  '/panel/empresa/invitar': ofCompany(() => ({ email: 'eva@ejemplo.cl', role: 'member' })),
  '/panel/empresa/renovar': ofCompany(({ invitation }) => ({ invitation })),
  '/panel/empresa/retirar': ofCompany(({ invitation }) => ({ invitation })),
  '/panel/empresa/rol': ofCompany(({ member }) => ({ person: member.id, role: 'reader' })),
  '/panel/empresa/quitar': ofCompany(({ member }) => ({ person: member.id })),
  '/panel/empresa/seguridad': ofCompany(() => ({ demand: 'no' })),
  '/panel/empresa/salir': ofCompany(({ id }) => ({ company: id })),
  '/invitacion/{token}/aceptar': async () => {
    const { invitation, other } = await newCompany();
    const token = lastPart(invitationPath(invitation));
    return { form: {}, params: { token }, cookies: other.cookies };
  },
  '/panel/salir': spareSession,
  '/panel/titular/guardar': {
    form: { role: 'juridica', rut: '76.543.210-3', razonSocial: 'Andes SpA' },
  },
};
