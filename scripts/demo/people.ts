import { setTimeout as sleep } from 'node:timers/promises';
import { createAdvisor } from '#tests/support/advisor-account.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { filesIn, type MailFile } from '#tests/support/mailbox-files.ts';
import { samples } from '#tests/support/sample-files.ts';

export const PASSWORD = 'un paraguas amarillo';
export const advisor = 'asesora@resguardo.localhost';
export const company = 'ana@andes.cl';

type App = { url: string; dataDir: string };

/** An advisor, and a company that sent a request and keeps documents in every state. */
export async function addPeople(app: App): Promise<void> {
  const mailTo = (email: string, holds: RegExp) => waitForMail(app, email, holds);
  await createAdvisor({
    ...app,
    email: advisor,
    password: PASSWORD,
    resetMail: async () => (await mailTo(advisor, /restablecer/)).text,
  });
  await send(app, '/api/auth/register', {
    email: company,
    password: PASSWORD,
    role: 'juridica',
    rut: '76.123.456-0',
    razonSocial: 'Constructora Andes SpA',
    name: 'Ana Muñoz',
  });
  const code = /\b[A-Z0-9]{6}\b/.exec((await mailTo(company, /código/)).text)?.[0];
  await send(app, '/api/auth/verify', { email: company, code });
  const login = await send(app, '/api/auth/login', { email: company, password: PASSWORD });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  await addDocuments(app, cookie);
  await send(app, '/api/guarantees/public', { ...publicBody, email: company });
}

/** In how many days each ends: expired, critical, soon, later, never. */
const papers = [
  ['certificado_f30', 'F30 octubre.pdf', samples.pdf, -3],
  ['certificado_deuda_tgr', 'Deuda TGR.pdf', samples.pdf, 5],
  ['carpeta_tributaria', 'Carpeta tributaria.pdf', samples.pdf, 12],
  ['informe_comercial', 'Informe comercial.pdf', samples.pdf, 26],
  ['poderes_vigentes', 'Personería.docx', samples.docx, null],
  ['e_rut', 'e-RUT.jpg', samples.jpg, null],
] as const;

async function addDocuments({ url }: App, cookie: string): Promise<void> {
  for (const [category, name, bytes, days] of papers) {
    const form = new FormData();
    form.set('category', category);
    if (days !== null) form.set('expiresAt', dayIn(days));
    form.set('file', new File([new Uint8Array(bytes)], name));
    const response = await fetch(`${url}/api/documents/upload`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
  }
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function send({ url }: App, path: string, body: object): Promise<Response> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function waitForMail({ dataDir }: App, to: string, holds: RegExp): Promise<MailFile> {
  for (let tries = 0; tries < 200; tries++) {
    const mail = filesIn(dataDir).find((each) => each.to === to && holds.test(each.text));
    if (mail) return mail;
    await sleep(100);
  }
  throw new Error(`no mail reached ${to}`);
}
