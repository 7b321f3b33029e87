import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { randomToken } from '#lib/platform/security/ids.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { registerLiveAccount } from '#tests/support/account-over-http.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { startGoogle } from '#tests/support/providers/google.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { privateBody } from '#tests/support/request-bodies.ts';
import { openTenders } from '#tests/support/tender-fixtures.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { call, logIn, request } from '#tools/demo/calls.ts';
import { addIssued } from '#tools/demo/issued.ts';
import { addLeads, makeOffer } from '#tools/demo/leads.ts';
import { addPeople } from '#tools/demo/people.ts';
import { askForTenders, movingTenders } from '#tools/demo/tenders.ts';

export type WalkWorld = Awaited<ReturnType<typeof makeWorld>>;

/** Makes the data of the demo behind the built app, and rare things that pages need. */
export async function makeWorld() {
  const [webpay, google] = await Promise.all([startWebpay(), startGoogle()]);
  const { tenders, today } = openTenders(30);
  const { before } = movingTenders();
  const marketplace = await startMercadoPublico({ tenders: [...tenders, ...before] });
  const app = await startApp({
    variables: {
      ...webpay.variables,
      ...google.variables,
      ...marketplace.variables,
      TRANSFER_ACCOUNT: 'Andes SpA; 76.123.456-0; Banco Norte; Vista; 12345; pagos@andes.cl',
      SCHEDULING_URL: 'https://cal.com/resguardo/asesoria',
    },
  });
  const { url, dataDir } = app;
  for (const body of [request, privateBody]) await call(`${url}/api/guarantees/public`, body);
  const { company, advisor } = await addPeople({ url, dataDir });
  await addLeads({ url, advisor });
  await addIssued({ url, company, advisor });
  await askForTenders(url, company.email);
  await addPayments(url, company, advisor.cookie);
  const leads = await leadsOf(url, advisor.cookie);
  const own = leads.filter(({ email }) => email === company.email);
  const offered = own.find(({ state }) => state === 'recibida')?.id ?? 0;
  await makeOffer(url, advisor.cookie, offered);
  const cookie = await logIn(url, company);
  const issued = await (await call(`${url}/api/guarantees/issued`, undefined, cookie)).text();
  const code = /"verificationCode":"([^"]+)"/.exec(issued)?.[1] ?? '';
  const other = { email: 'otra@walk.cl', password: company.password, role: 'natural' };
  await registerLiveAccount(
    { url, dataDir },
    { ...other, rut: '12.345.678-5', name: 'Pedro Soto' },
  );
  google.be({ sub: 'empresa', email: company.email });
  await call(`${url}/api/auth/forgot-password`, { email: company.email });
  const mailed = async (...pages: string[]): Promise<string[]> => {
    const found = () =>
      mailboxFilesIn(dataDir).flatMap(
        ({ text }) => text.match(/http:\/\/localhost:\d+\/[^\s<>)]*/g) ?? [],
      );
    const isThere = (page: string) => found().some((link) => link.includes(page));
    await waitFor(() => pages.every(isThere));
    return found();
  };
  await mailed('/restablecer');
  await app.restart();
  await call(`${url}/api/listar-licitaciones?fecha=${today}`);
  withDatabase(app, (db) => db.prepare(award).run(Date.now()));
  const sessions = {
    member: openSession(app, company.email),
    team: openSession(app, advisor.email),
    newcomer: openSession(app, other.email),
  };
  return {
    ...{ url, company, advisor, sessions, code, webpayUrl: webpay.url },
    shares: await shareLinks(url, cookie),
    restore: await restorer(app, webpay),
    /** Returns the links in all mails, once there are some to these pages. */
    mailed,
    /** Lets the company's person only look and download. */
    demote: () =>
      withDatabase(app, (db) =>
        db
          .prepare(
            `update company_members set role = 'reader'
            where person_id = (select id from accounts where email = ?)`,
          )
          .run(company.email),
      ),
    /** Returns a function that restores the present state. */
    keep: () => restorer(app, webpay),
    /** One request in each state, for the team's inbox. */
    leads: leads.filter(({ state }, at) => leads.findIndex((item) => item.state === state) === at),
    close: async () => {
      await app.close();
      await Promise.all([webpay.close(), google.close(), marketplace.close()]);
    },
  };
}

/** Makes open, password and mailed-code links to a document, and returns their paths. */
async function shareLinks(url: string, cookie: string): Promise<string[]> {
  const vault = await (await call(`${url}/api/documents/profile`, undefined, cookie)).text();
  const documentKey = /"fileId":"([^"]+)"/.exec(vault)?.[1];
  const kinds = [{}, { password: 'nueve gatos' }, { emailCode: true, recipients: 'ana@walk.cl' }];
  const newShare = kinds.map(async (more) => {
    const response = await call(`${url}/api/documents/share`, { documentKey, ...more }, cookie);
    return new URL((await response.json()).shortUrl).pathname;
  });
  return Promise.all(newShare);
}

/** Makes the company win a tender, which the watch would do only a minute after the start. */
const award = `insert into lead_events (lead_id, kind, actor, detail, at)
  select id, 'tender', 'system', '{"code":"5417-81-LP26","what":"awarded","to":"holder"}', ?
  from leads where tender_id = '5417-81-LP26'`;

/** Returns a function that restores the app and Webpay, so that presses do not affect others. */
async function restorer(app: AppProcess, { transactions }: WebpayStandIn) {
  const { dataDir } = app;
  const stored = mkdtempSync(join(tmpdir(), 'resguardo-walk-'));
  process.once('exit', () => rmSync(stored, { recursive: true, force: true }));
  const file = join(dataDir, 'resguardo.db');
  const mailbox = join(dataDir, 'mailbox');
  await withDatabase(app, (db) => backup(db, join(stored, 'kept.db')));
  // A mail that is being written has a hidden name until it is whole.
  const isData = (path: string) => !/resguardo\.db|serving|mailbox\/\./.test(path);
  cpSync(dataDir, join(stored, 'files'), { recursive: true, filter: isData });
  const source = new DatabaseSync(join(stored, 'kept.db'));
  const paid = structuredClone(transactions);
  return async () => {
    const isBack = () => backup(source, file, { rate: 100_000 }).catch(() => 0);
    await waitFor(isBack);
    transactions.clear();
    for (const [token, first] of structuredClone(paid)) transactions.set(token, first);
    // Members have just proved who they are, even on a slow machine.
    const prove = 'update sessions set proved_at = ?';
    withDatabase(app, (db) => db.prepare(prove).run(Date.now()));
    // Mails of a former walk contain links whose rows are gone.
    for (const name of readdirSync(mailbox)) {
      const isKept = existsSync(join(stored, 'files', 'mailbox', name));
      if (!isKept) rmSync(join(mailbox, name), { force: true });
    }
    cpSync(join(stored, 'files'), dataDir, { recursive: true, force: false });
  };
}

/** Returns leads, the newest first. */
async function leadsOf(url: string, cookie: string) {
  type Lead = { id: number; email: string; state: string };
  const reply = await (await call(`${url}/api/admin/leads`, undefined, cookie)).json();
  return reply.data.leads as Lead[];
}

async function addPayments(
  url: string,
  company: { email: string; password: string },
  team: string,
) {
  const cookie = await logIn(url, company);
  for (const choice of ['approve', 'reject']) {
    const wanted = { amount: 45_000, description: 'Comisión' };
    const requested = { ...wanted, email: company.email };
    await call(`${url}/api/admin/payment-requests`, requested, team);
    const started = await (await call(`${url}/api/payments/create`, wanted, cookie)).json();
    const form = new URLSearchParams({ token_ws: started.data.token, choice });
    await fetch(new URL('/webpayserver/elegir', started.data.url), { method: 'POST', body: form });
  }
}

/** Opens a session of its own, for the team as if by a second factor. */
function openSession(app: AppProcess, email: string): string {
  const token = randomToken();
  const now = Date.now();
  withDatabase(app, (db) =>
    db
      .prepare(
        `insert into sessions
      (id, account_id, company_id, profile, token_hash, agent, place, created_at, seen_at, proved_at, strong_at)
      select ?, id, company_id, iif(company_id is null, accounts.role, 'juridica'), ?, '', '', ?, ?, ?, ?
      from accounts left join company_members on person_id = id where email = ?`,
      )
      .run(randomToken(), hashToken(token), now, now, now, now, email),
  );
  return token;
}

/** Opens the database for `use`, which may take a while, and closes it afterwards. */
function withDatabase<T>({ dataDir }: AppProcess, use: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(dataDir, 'resguardo.db'), { timeout: 10_000 });
  const done = use(db);
  if (done instanceof Promise) void done.catch(() => undefined).then(() => db.close());
  else db.close();
  return done;
}
