import { randomToken } from '#lib/platform/security/ids.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { openDatabaseOf } from '#tests/support/app-session.ts';
import { privateBody } from '#tests/support/bodies.ts';
import { openLiveAccount } from '#tests/support/live-account.ts';
import { openTenders } from '#tests/support/made-tenders.ts';
import { filesIn } from '#tests/support/mailbox-files.ts';
import { startGoogle } from '#tests/support/providers/google.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { call, logIn, request } from '#tools/demo/calls.ts';
import { addIssued } from '#tools/demo/issued.ts';
import { addLeads, makeOffer } from '#tools/demo/leads.ts';
import { addPeople } from '#tools/demo/people.ts';
import { askForTenders, lookYesterday, movingTenders } from '#tools/demo/tenders.ts';

export type WalkWorld = Awaited<ReturnType<typeof makeWorld>>;

/** The data of the demo behind the built app, and two payments of every kind. */
export async function makeWorld() {
  const [webpay, google] = await Promise.all([startWebpay(), startGoogle()]);
  const { tenders, today } = openTenders(30);
  const moving = movingTenders();
  const marketplace = await startMercadoPublico({ tenders: [...tenders, ...moving.before] });
  const app = await startApp({
    variables: {
      ...webpay.variables,
      ...google.variables,
      ...marketplace.variables,
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
  const other = { email: 'otra@walk.cl', password: company.password, role: 'natural' };
  await openLiveAccount({ url, dataDir }, { ...other, rut: '12.345.678-5', name: 'Pedro Soto' });
  google.be({ sub: 'empresa', email: company.email });
  await app.stop();
  await lookYesterday(dataDir);
  marketplace.set({ tenders: [...tenders, ...moving.after] });
  await app.restart();
  await call(`${url}/api/listar-licitaciones?fecha=${today}`);
  return {
    ...{ app, url, company, advisor },
    /** Requests in every state: of the team's inbox. */
    leads: leads.filter(({ state }, at) => leads.findIndex((one) => one.state === state) === at),
    /** A request that nobody has touched. */
    newLead: async () => {
      await call(`${url}/api/guarantees/public`, request);
      return (await leadsOf(url, advisor.cookie))[0]?.id ?? 0;
    },
    /** Where the mails lead, also those that came a moment ago. */
    mailedLinks: () =>
      filesIn(dataDir).flatMap(
        ({ text }) => text.match(/http:\/\/localhost:\d+\/[^\s<>)]*/g) ?? [],
      ),
    close: async () => {
      await app.close();
      await Promise.all([webpay.close(), google.close(), marketplace.close()]);
    },
  };
}

type Lead = { id: number; email: string; state: string };

/** The newest first. */
async function leadsOf(url: string, cookie: string): Promise<Lead[]> {
  return (await (await call(`${url}/api/admin/leads`, undefined, cookie)).json()).data.leads;
}

async function addPayments(
  url: string,
  company: { email: string; password: string },
  team: string,
) {
  const cookie = await logIn(url, company);
  for (const choice of ['approve', 'reject']) {
    const wanted = { amount: 45_000, description: 'Comisión' };
    const asked = { ...wanted, email: company.email };
    await call(`${url}/api/admin/payment-requests`, asked, team);
    const started = await (await call(`${url}/api/payments/create`, wanted, cookie)).json();
    const form = new URLSearchParams({ token_ws: started.data.token, choice });
    await fetch(new URL('/webpayserver/elegir', started.data.url), { method: 'POST', body: form });
  }
}

/** A session of its own, which has just proved who it is: whoever logs out ends no other walk. */
export async function openSession(app: AppProcess, email: string): Promise<string> {
  const token = randomToken();
  const db = openDatabaseOf(app);
  const now = Date.now();
  await db.execute({
    sql: `insert into sessions
      (id, account_id, profile, token_hash, agent, place, created_at, seen_at, proved_at, strong_at)
      select ?, id, role, ?, '', '', ?, ?, ?, ? from accounts where email = ?`,
    args: [randomToken(), hashToken(token), now, now, now, now, email],
  });
  db.close();
  return token;
}
