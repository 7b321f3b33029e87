import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, personBody } from '#tests/support/accounts.ts';
import { contactBody } from '#tests/support/contact.ts';
import {
  cookieOf,
  getFrom,
  type Instances,
  instanceFaults,
  killInTurns,
  postTo,
  requestHeaders,
  retryRequest,
  startInstances,
} from '#tests/support/instances.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { publicAnswers } from '#tests/support/wizard.ts';

/**
 * Two built servers share one database server and one bucket. `npm run test:instances` is the
 * whole: more requests, and one of the two killed in the middle of them.
 */
const WHOLE = process.env.INSTANCES === 'whole';

const REQUESTS = WHOLE ? 1500 : 30;

let all: Instances;

let urlA: string;

let urlB: string;

beforeAll(async () => {
  all = await startInstances({ latencyMs: 5 });
  [urlA = '', urlB = ''] = all.apps.map(({ url }) => url);
});

afterAll(() => all.close());

const countOf = async (sql: string) => Number((await all.rows.execute(sql)).rows[0]?.n);

/** Registers at one, verifies at the other, and logs in through the balancer. */
async function memberCookie(email: string, client: string): Promise<string> {
  expect(
    (await postTo(`${urlA}/api/auth/register`, { ...personBody, email }, { client })).status,
  ).toBe(200);
  const mailed = () => all.resend.received.find(({ to }) => [to].flat()[0] === email);
  await expect.poll(mailed).toBeTruthy();
  const code = mailed()?.subject.slice(0, 6);
  expect((await postTo(`${urlB}/api/auth/verify`, { email, code }, { client })).status).toBe(200);
  const session = await postTo(
    `${all.url}/api/auth/login`,
    { email, password: PASSWORD },
    { client },
  );
  expect(session.status).toBe(200);
  return cookieOf(session);
}

test('two servers that start together migrate an empty database once', async () => {
  const applied = await countOf('select count(*) as n from __migrations');
  expect(await countOf('select count(distinct hash) as n from __migrations')).toBe(applied);
  const migrated = all.apps.map(({ output }) => output().match(/"applied":\d+/g) ?? []);
  expect(migrated.flat()).toEqual([`"applied":${applied}`]);
});

test('only one of two servers runs the sweeper', async () => {
  const rounds = () => all.apps.map(({ output }) => output().includes('"msg":"delivery queue"'));
  await expect.poll(() => rounds().toSorted()).toEqual([false, true]);
});

describe('on two servers with one database and bucket', () => {
  test('a session, form token, document and logout hold at both', async () => {
    const client = '198.51.100.2';
    const cookie = await memberCookie('ana@constructora.cl', client);
    const sessionAt = async (at: string) =>
      (await (await getFrom(`${at}/api/auth/session`, { client, cookie })).json()).authenticated;
    expect([await sessionAt(urlA), await sessionAt(urlB)]).toEqual([true, true]);

    const form = new FormData();
    form.set('category', 'contrato');
    form.set('file', new File([new Uint8Array(samples.pdf)], 'Contrato.pdf'));
    const uploaded = await fetch(`${urlA}/api/documents/upload`, {
      method: 'POST',
      headers: requestHeaders({ client, cookie }),
      body: form,
    });
    const { data } = await uploaded.json();
    const download = await getFrom(`${urlB}/api/documents/download?key=${data.fileId}`, {
      client,
      cookie,
    });
    expect([download.status, (await download.arrayBuffer()).byteLength]).toEqual([
      200,
      samples.pdf.length,
    ]);

    const token = await getFrom(`${urlA}/api/csrf-token`, { client });
    const { token: csrfToken } = await token.json();
    const body = { ...contactBody, csrfToken };
    const sent = await postTo(`${urlB}/api/contact`, body, { client, cookie: cookieOf(token) });
    expect(sent.status).toBe(200);

    const ended = await fetch(`${urlB}/api/auth/session`, {
      method: 'DELETE',
      headers: requestHeaders({ client, cookie }),
    });
    const sessions = [await sessionAt(urlA), await sessionAt(urlB)];
    expect([ended.status, ...sessions]).toEqual([200, false, false]);
  });

  test('a draft begun at one is continued at the other', async () => {
    const client = '198.51.100.6';
    const save = (at: string, step: string, form: Record<string, string>, cookie = '') =>
      fetch(`${at}/gestiona-tu-garantia/${step}/guardar${draft}`, {
        method: 'POST',
        redirect: 'manual',
        headers: requestHeaders({ client, cookie }),
        body: new URLSearchParams(form),
      });
    let draft = '';
    // Steps before the guarantees, whose pages have numbers.
    const steps = Object.entries(publicAnswers).filter(([step]) => !step.startsWith('garantia'));
    const [first, ...others] = steps;
    if (!first) throw new Error('no first step');
    const begun = await save(urlA, ...first);
    const cookie = cookieOf(begun);
    expect(begun.status).toBe(303);
    draft = new URL(begun.headers.get('location') ?? '', urlA).search;
    let [at, last] = [urlB, begun];
    for (const [step, form] of others) {
      last = await save(at, step, form, cookie);
      at = at === urlA ? urlB : urlA;
    }
    expect([last.status, last.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/garantia-/),
    ]);
  });

  test('a payment that returns to both at once is committed once', async () => {
    const client = '198.51.100.3';
    const cookie = await memberCookie('luis@constructora.cl', client);
    const created = await postTo(
      `${urlA}/api/payments/create`,
      { amount: 12_500 },
      { client, cookie },
    );
    const { data } = await created.json();
    const { fields } = all.webpay.pay(data.token, 'approve');
    const back = (at: string) =>
      fetch(`${at}/api/payments/return`, {
        method: 'POST',
        redirect: 'manual',
        headers: requestHeaders({ client }),
        body: new URLSearchParams(fields),
      });
    const replies = await Promise.all([urlA, urlB, urlA, urlB].map(back));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    await expect
      .poll(() => countOf(`select count(*) as n from payments where state = 'authorized'`))
      .toBe(1);
    expect(all.webpay.requests.filter((call) => call === 'commit')).toHaveLength(1);
    expect(all.webpay.find(data.buyOrder)?.charges).toBe(1);
  });
});

describe('limits of two servers', () => {
  test('for requests from one address are shared', async () => {
    const client = '198.51.100.4';
    const requested = Array.from({ length: 50 }, (_, i) =>
      postTo(`${i % 2 ? urlA : urlB}/api/guarantees/public`, publicBody, { client }),
    );
    const statuses = (await Promise.all(requested)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('for openings of one link are shared', async () => {
    const client = '198.51.100.5';
    const cookie = await memberCookie('eva@constructora.cl', client);
    const form = new FormData();
    form.set('category', 'contrato');
    form.set('file', new File([new Uint8Array(samples.pdf)], 'Contrato.pdf'));
    const uploaded = await fetch(`${all.url}/api/documents/upload`, {
      method: 'POST',
      headers: requestHeaders({ client, cookie }),
      body: form,
    });
    const { data } = await uploaded.json();
    const share = { documentKey: data.fileId, maxOpenings: 5 };
    const shared = await postTo(`${urlA}/api/documents/share`, share, { client, cookie });
    const path = new URL((await shared.json()).shareUrl).pathname;
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, i) => getFrom(`${i % 2 ? urlA : urlB}${path}`, { client })),
    );
    const statuses = opened.map(({ status }) => status);
    await Promise.all(opened.map((response) => response.arrayBuffer()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 410)).toHaveLength(15);
  });
});

test('under load, with a database that sometimes fails, no request or mail is lost or doubled', async () => {
  await settled();
  const before = all.resend.received.length;
  const acknowledged = new Map<number, string>();
  let next = 0;
  let open = true;
  const trouble = (async () => {
    while (open) {
      await sleep(150 + Math.random() * 200);
      const pick = instanceFaults[Math.floor(Math.random() * instanceFaults.length)];
      if (pick) all.database.failOnce((body) => body.includes(pick.of), pick.failure);
    }
  })();
  const person = async () => {
    while (next < REQUESTS) {
      const n = next++;
      const email = `persona${n}@empresa.cl`;
      const body = { ...(n % 2 ? publicBody : privateBody), email };
      const ip = `203.0.${n >> 8}.${n & 255}`;
      acknowledged.set(await retryRequest(all, body, `pedido-${n}`, ip), email);
    }
  };
  await Promise.all([
    ...Array.from({ length: 12 }, person),
    WHOLE ? killInTurns(all, REQUESTS, () => acknowledged.size) : undefined,
  ]);
  open = false;
  await trouble;
  expect(acknowledged.size).toBe(REQUESTS);
  expect(await countOf(`select count(*) as n from submissions where email like 'persona%'`)).toBe(
    REQUESTS,
  );
  await settled();
  const mails = all.resend.received.slice(before);
  expect(mails).toHaveLength(REQUESTS * 2);
  expect(new Set(mails.map(({ key }) => key)).size).toBe(REQUESTS * 2);
  const people = mails.map(({ to }) => [to].flat()[0]).filter((to) => to?.startsWith('persona'));
  expect(people.toSorted()).toEqual([...acknowledged.values()].toSorted());
});

/** Waits until no mail waits any more. A killed instance's are due after its lease of 30 s. */
async function settled(): Promise<void> {
  const waiting = `select count(*) as n from deliveries
    where state <> 'sent' and channel = 'mail'`;
  await expect.poll(() => countOf(waiting), { interval: 200 }).toBe(0);
}
