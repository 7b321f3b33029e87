import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import packageJson from '#package.json' with { type: 'json' };
import { registerLiveAccount } from '#tests/support/account-over-http.ts';
import { buildOnce, runProcess, startProcess } from '#tests/support/bare-app.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { account, main, post } from '#tools/bench/load-operations.ts';
import type { ShotOptions } from '#tools/bench/measure.ts';
import { formType, pdfForm } from '#tools/bench/pdf-form.ts';
import directusPackage from '#tools/bench/peers/directus/package.json' with { type: 'json' };
import payloadPackage from '#tools/bench/peers/payload/package.json' with { type: 'json' };
import { startVault } from '#tools/bench/vault-world.ts';

export const UPLOAD_MIB = 10;
/** The same requests for each product. Lists have 50 entries. */
export type Work = {
  create: ShotOptions;
  list: ShotOptions;
  login: ShotOptions;
  upload: ShotOptions;
};
export type Running = Work & {
  url: string;
  pid: number | undefined;
  close: () => Promise<void>;
};
export type Product = { name: string; start: () => Promise<Running> };

const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const { email, password } = account;
/** The columns of the other products: one for each of our answers. */
const fields = Object.keys(publicBody);
/** A list of 50 entries with these columns is about as large as ours. */
const listed = fields.filter((name) =>
  /^(nombre|email|tele|rutE|dire|regi|idL|inst|razon)/.test(name),
);

export const products: Product[] = [
  { name: `Resguardo ${packageJson.version}`, start: startOurs },
  { name: `Payload ${payloadPackage.dependencies.payload}`, start: startPayload },
  { name: `Directus ${directusPackage.dependencies.directus}`, start: startDirectus },
];

async function startOurs(): Promise<Running> {
  const app = await startVault(20);
  await registerLiveAccount(app, account);
  const upload = main.upload(UPLOAD_MIB * 2 ** 20);
  const { submission: create, documents: list, login } = main;
  return { url: app.url, pid: app.pid(), close: app.close, create, list, login, upload };
}

async function startPayload(): Promise<Running> {
  const next = 'node_modules/next/dist/bin/next';
  const cwd = await installed('payload', (cwd) => runProcess([next, 'build'], { cwd }));
  const { files, database, closing } = newData();
  const env = {
    PEER_DATABASE: `file:${database}`,
    PEER_FILES: files,
    PEER_FIELDS: fields.join(),
    PEER_EMAIL: email,
    PEER_PASSWORD: password,
  };
  await runProcess(['fill.mjs'], { cwd, env: { ...env, NODE_ENV: 'development' } });
  const app = await startProcess([next, 'start'], { cwd, env, path: '/api/access' });
  const login = post('/api/users/login', { email, password });
  const authorization = `JWT ${tokenOf(await answerOf(app.url, login))}`;
  const select = listed.map((name) => `select[${name}]=true`).join('&');
  return {
    ...app,
    close: closing(app),
    create: post('/api/requests', publicBody),
    list: { path: `/api/requests?limit=50&depth=0&${select}`, headers: { authorization } },
    login,
    upload: fileTo('/api/media', authorization),
  };
}

async function startDirectus(): Promise<Running> {
  const cli = 'node_modules/directus/cli.js';
  const cwd = await installed('directus');
  const { files, database, closing } = newData();
  const env = {
    HOST: 'localhost',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: database,
    STORAGE_LOCAL_ROOT: files,
    SECRET: 'a bench has no secrets',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    ACCESS_TOKEN_TTL: '1d',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
  };
  await runProcess([cli, 'bootstrap'], { cwd, env });
  await setWal(database);
  const app = await startProcess([cli, 'start'], { cwd, env, path: '/server/ping' });
  const login = post('/auth/login', { email, password });
  const authorization = `Bearer ${tokenOf(await answerOf(app.url, login))}`;
  const set = (path: string, body: object) => answerOf(app.url, post(path, body, authorization));
  const columns = fields.map((field) => ({
    field,
    schema: {},
    ...(field === 'garantias'
      ? { type: 'json', meta: { special: ['cast-json'] } }
      : { type: 'string', meta: {} }),
  }));
  await set('/collections', { collection: 'requests', schema: {}, fields: columns });
  // Every Directus uses this id for the policy of guests.
  const policy = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17';
  const permission = { collection: 'requests', action: 'create', fields: ['*'], permissions: {} };
  await set('/permissions', { policy, ...permission });
  return {
    ...app,
    close: closing(app),
    create: post('/items/requests', publicBody),
    list: {
      path: `/items/requests?limit=50&fields=id,${listed.join()}`,
      headers: { authorization },
    },
    login,
    upload: fileTo('/files', authorization),
  };
}

/** Installs and builds the packages of another product once, in the cache. */
async function installed(name: string, build?: (cwd: string) => Promise<void>): Promise<string> {
  const target = join(cache, 'resguardo-bench-peers', name);
  await buildOnce(join(import.meta.dirname, 'peers', name), target, [], async () => {
    console.log(`  installing ${name} in ${target} …`);
    const npm = process.env.npm_execpath;
    if (!npm) throw new Error('Run it as `npm run bench -- peers`: it needs npm.');
    const args = ['install', '--prefix', target, '--no-audit', '--no-fund'];
    await runProcess([npm, ...args], { cwd: target, env: process.env });
    await build?.(target);
  });
  return target;
}

/** Sets WAL mode, which a database file keeps. `synchronous` is FULL by default. */
async function setWal(database: string): Promise<void> {
  const client = createClient({ url: `file:${database}` });
  await client.execute('pragma journal_mode = wal');
  client.close();
}

/** Makes a folder for the data of a product. It is removed when the product is closed. */
function newData() {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  mkdirSync(join(directory, 'files'));
  const closing = (app: { close: () => Promise<void> }) => async () => {
    await app.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { files: join(directory, 'files'), database: join(directory, 'data.db'), closing };
}

function fileTo(path: string, authorization: string): ShotOptions {
  const body = pdfForm({}, UPLOAD_MIB * 2 ** 20);
  return { path, method: 'POST', headers: { 'content-type': formType, authorization }, body };
}

async function answerOf(url: string, { path, ...request }: ShotOptions): Promise<string> {
  const response = await fetch(url + path, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

function tokenOf(answer: string): string {
  const token = /"(?:access_)?token":"([^"]+)"/.exec(answer)?.[1];
  if (!token) throw new Error(`no token in ${answer}`);
  return token;
}
