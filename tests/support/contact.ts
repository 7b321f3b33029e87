import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { api, type CallOptions } from '#tests/support/call.ts';

export const contactPaths = [
  '/api/contact',
  '/api/contact-advisor',
  '/api/contact-expert',
] as const;
export type ContactPath = (typeof contactPaths)[number];

/** Every field of the contract but the two that only the handler reads. */
export const contactBody = {
  primer_nombre: 'Ana',
  apellido: 'Muñoz',
  correo: 'Ana@Constructora.cl',
  rut: '12.345.678-5',
  telefono: '+56 9 1234 5678',
  tipo_inversionista: 'Contratista de obras',
  perfil_activo: 'Fiel cumplimiento',
  respuesta_preferida: 'Con una llamada en la tarde',
  cuando_cierra: 'Más adelante',
  mensaje: 'Nos adjudicamos una obra.\nNecesitamos la garantía.',
  acepta_politicas: true,
} satisfies Required<ContactFormBody>;

export async function csrfToken(): Promise<string> {
  return (await (await api('/api/csrf-token')).json()).token;
}

/** Sends a form as a program would: token from the API, in body and cookie. */
export async function sendContact(
  body: Record<string, unknown>,
  { path = '/api/contact', cookies, ...options }: CallOptions & { path?: ContactPath } = {},
): Promise<Response> {
  const token = await csrfToken();
  return api(path, {
    json: { ...body, csrfToken: token },
    cookies: { ...cookies, 'csrf-token': token },
    ...options,
  });
}

export function storedLeads() {
  return getDb().read.select().from(leads).orderBy(leads.id);
}

/** Counts the rows of each kind, without CRM deliveries. */
export async function leadCounts() {
  const queued = await getDb().read.select().from(deliveries);
  return {
    leads: (await storedLeads()).length,
    mails: queued.filter(({ partition }) => partition.endsWith('/mail')).length,
  };
}
export const noLeadCounts = { leads: 0, mails: 0 };
