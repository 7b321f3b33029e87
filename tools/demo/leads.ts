import { isoDay } from '#lib/platform/chile/format.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { call } from '#tools/demo/calls.ts';

type Demo = { url: string; advisor: { cookie: string } };

/** Sends forms of every kind, a request in progress, and a lead that is handled. */
export async function addLeads({ url, advisor }: Demo): Promise<void> {
  await sendForms(url);
  const { cookie } = advisor;
  const act = (lead: number, action: string, body: object) =>
    call(`${url}/api/admin/leads/${lead}/${action}`, body, cookie);
  await call(`${url}/api/auth/complete-profile`, { name: 'Elena Soto' }, cookie);
  await act(1, 'notes', { text: 'Llamé: falta el contrato firmado. Vuelvo a llamar el lunes.' });
  await makeOffer(url, cookie, 1);
  await act(3, 'handled', {});
}

/** Sends conditions for a request and requests documents for it. */
export async function makeOffer(url: string, cookie: string, lead: number): Promise<void> {
  const act = (action: string, body: object) =>
    call(`${url}/api/admin/leads/${lead}/${action}`, body, cookie);
  await act('state', { state: 'en_revision' });
  await act('conditions', {
    price: 145_000,
    issuer: 'Aseguradora Andes',
    terms: 'Póliza a la vista. Sale el mismo día del pago.',
  });
  await ask(`${url}/admin/leads/${lead}/documentos`, cookie, {
    'doc-certificado_f30': 'si',
    'doc-carpeta_tributaria': 'si',
    otros: 'Certificado de experiencia',
    mensaje: 'El F30 de este mes, por favor.',
  });
}

/** Sends a form of a lead's page, with a deadline in a week. */
async function ask(form: string, cookie: string, fields: Record<string, string>): Promise<void> {
  const hasta = isoDay(Date.now() + 7 * DAY);
  const response = await fetch(form, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ...fields, hasta }),
    redirect: 'manual',
  });
  if (!response.headers.get('location')?.includes('aviso')) throw new Error(form);
}

async function sendForms(url: string): Promise<void> {
  const { token } = await (await call(`${url}/api/csrf-token`)).json();
  for (const { form, ...answers } of people) {
    const body = { ...answers, acepta_politicas: true, csrfToken: token };
    await call(`${url}/api/${form}`, body, `csrf-token=${token}`);
  }
}

const people = [
  {
    form: 'contact',
    primer_nombre: 'Carla',
    apellido: 'Rojas',
    correo: 'carla@obras.cl',
    mensaje: '¿Emiten garantías para contratos que empiezan este mes?',
  },
  {
    form: 'contact-advisor',
    primer_nombre: 'Iván',
    apellido: 'Díaz',
    correo: 'ivan@montajes.cl',
    telefono: '+56 9 8765 4321',
    mensaje: 'Nos adjudicamos una obra.\nNecesitamos el fiel cumplimiento antes del viernes.',
  },
  {
    form: 'contact-expert',
    primer_nombre: 'Sofía',
    apellido: 'Pérez',
    correo: 'sofia@servicios.cl',
    rut: '76.123.456-0',
    perfil_activo: 'Canje de retenciones',
  },
];
