import { publicBody } from '#tests/support/bodies.ts';
import { openLiveAccount } from '#tests/support/live-account.ts';
import type { Fired } from '#tools/bench/measure.ts';
import { cookieOf, shareTokenOf } from '#tools/bench/vault-world.ts';

export type Urls = { app: string; bare: string; plain: string };
type Request = Omit<Fired, 'url'> & { path: string };
/** What is measured, and the least that Next and plain Node do for a request of its kind. */
export type Operation = { name: string; ours: Request; bare: Request; plain: Request };

const json = { 'content-type': 'application/json' };
const post = (path: string, body: object): Request => ({
  path,
  method: 'POST',
  headers: json,
  body: JSON.stringify(body),
});

const nothing: Request = { path: '/api/constant/nothing' };
const read: Request = { path: '/read' };
const account = {
  email: 'ana@constructora.cl',
  password: 'un paraguas amarillo',
  role: 'natural',
  rut: '12.345.678-5',
  name: 'Ana Muñoz',
};

/** What people do most, as one person after the other of `startVault` does it. */
export async function benchOperations(app: { url: string; dataDir: string }): Promise<Operation[]> {
  await openLiveAccount(app, account);
  const { email, password } = account;
  const own = (path: string): Request => ({ path, headers: { cookie: cookieOf(1) } });
  const gets: [string, Request][] = [
    ['session', own('/api/auth/session')],
    ['profile list of 50 documents', own('/api/documents/profile?type=documents')],
    ['alerts', own('/api/documents/alerts')],
    [
      'share link, page',
      { path: `/api/share/${shareTokenOf(2)}`, headers: { accept: 'text/html' } },
    ],
    ['cached tender', { path: '/api/validate-licitacion?id=4809-45-LE26' }],
    ['csrf token', { path: '/api/csrf-token' }],
  ];
  return [
    {
      name: 'submission',
      ours: post('/api/guarantees/public', publicBody),
      bare: post('/api/submit', publicBody),
      plain: post('/submit', publicBody),
    },
    {
      name: 'login',
      ours: post('/api/auth/login', { email, password }),
      bare: post('/api/submit', publicBody),
      plain: post('/submit', publicBody),
    },
    ...gets.map(([name, ours]) => ({ name, ours, bare: nothing, plain: read })),
    {
      name: 'upload of 20 kB',
      ours: upload(),
      bare: post('/api/submit', publicBody),
      plain: { path: '/file', method: 'POST', body: 'a'.repeat(20_000) },
    },
    {
      name: 'download of 20 kB',
      ours: own('/api/documents/download?key=f1'),
      bare: nothing,
      plain: { path: '/file' },
    },
    { name: 'home page', ours: { path: '/' }, bare: { path: '/' }, plain: read },
    {
      name: 'wizard page',
      ours: { path: '/gestiona-tu-garantia/tipo' },
      bare: { path: '/' },
      plain: read,
    },
  ];
}

function upload(): Request {
  const pdf = `%PDF-1.7\n${'contenido de un contrato\n'.repeat(800)}`;
  const head = (name: string, more = '') =>
    `--corte\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return {
    path: '/api/documents/upload',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=corte', cookie: cookieOf(3) },
    body: `${head('category')}contrato\r\n${head('file', '; filename="contrato.pdf"')}${pdf}\r\n--corte--\r\n`,
  };
}
