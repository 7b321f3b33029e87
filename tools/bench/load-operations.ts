import { registerLiveAccount } from '#tests/support/account-over-http.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import type { ShotOptions } from '#tools/bench/measure.ts';
import { formType, pdfForm } from '#tools/bench/pdf-form.ts';
import { codeOf, cookieOf, shareTokenOf } from '#tools/bench/vault-world.ts';

export type Urls = { app: string; bare: string; plain: string };
/** A request to measure, and the least that Next and plain Node need for one of its kind. */
export type Operation = { name: string; ours: ShotOptions; bare: ShotOptions; plain: ShotOptions };

const json = { 'content-type': 'application/json' };
export const post = (path: string, body: object, authorization?: string): ShotOptions => ({
  path,
  method: 'POST',
  headers: authorization ? { ...json, authorization } : json,
  body: JSON.stringify(body),
});

const nothing: ShotOptions = { path: '/api/constant/nothing' };
const read: ShotOptions = { path: '/read' };
export const account = {
  email: 'ana@constructora.cl',
  password: 'un paraguas amarillo',
  role: 'natural',
  rut: '12.345.678-5',
  name: 'Ana Muñoz',
};

const own = (path: string): ShotOptions => ({ path, headers: { cookie: cookieOf(1) } });
const { email, password } = account;

/** The requests by which other products are measured as well. */
export const main = {
  submission: post('/api/guarantees/public', publicBody),
  login: post('/api/auth/login', { email, password }),
  documents: own('/api/documents/profile?type=documents'),
  upload: (size: number): ShotOptions => ({
    path: '/api/documents/upload',
    method: 'POST',
    headers: { 'content-type': formType, cookie: cookieOf(3) },
    body: pdfForm({ category: 'contrato' }, size),
  }),
};

/** Returns the most frequent requests, each sent by a user of `startVault`. */
export async function benchOperations(app: { url: string; dataDir: string }): Promise<Operation[]> {
  await registerLiveAccount(app, account);
  const gets: [string, ShotOptions][] = [
    ['session', own('/api/auth/session')],
    ['profile list of 50 documents', main.documents],
    ['alerts', own('/api/documents/alerts')],
    ['share link, page', { path: `/c/${shareTokenOf(2)}`, headers: { accept: 'text/html' } }],
    ['verification page', { path: `/v/${codeOf(2)}` }],
    ['cached tender', { path: '/api/validate-licitacion?id=4809-45-LE26' }],
    ['csrf token', { path: '/api/csrf-token' }],
  ];
  return [
    {
      name: 'submission',
      ours: main.submission,
      bare: post('/api/submit', publicBody),
      plain: post('/submit', publicBody),
    },
    {
      name: 'login',
      ours: main.login,
      bare: post('/api/submit', publicBody),
      plain: post('/submit', publicBody),
    },
    ...gets.map(([name, ours]) => ({ name, ours, bare: nothing, plain: read })),
    {
      name: 'upload of 20 kB',
      ours: main.upload(20_000),
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
