import { verifyWithTurnstile } from '#lib/platform/captcha/turnstile.ts';
import { hubspotCrm } from '#lib/platform/crm/hubspot.ts';
import { openDatabase } from '#lib/platform/db/client.ts';
import { finishGoogleLogin } from '#lib/platform/identity/google.ts';
import { resendMail } from '#lib/platform/mail/resend.ts';
import { now } from '#lib/platform/process/clock.ts';
import { s3Storage } from '#lib/platform/storage/s3/s3.ts';
import { createTransbank } from '#lib/platform/webpay/transbank.ts';

type ProviderCall = { body: string; type?: string; ask: () => Promise<unknown> };

const json = 'application/json';
const xml = 'application/xml';

const transaction = {
  vci: 'TSY',
  amount: 12_500,
  status: 'AUTHORIZED',
  buy_order: 'a1',
  session_id: 'b2',
  card_detail: { card_number: '6623' },
  accounting_date: '1120',
  transaction_date: '2026-11-20T15:01:30.000Z',
  authorization_code: '1213',
  payment_type_code: 'VN',
  response_code: 0,
  installments_number: 0,
};

/** Returns a call of each provider, and a valid reply as it was recorded or documented. */
export function providersAt(url: string): Record<string, ProviderCall> {
  const timeoutMs = 2_000;
  const keys = { commerceCode: '597055555532', apiKey: 'k', baseUrl: url };
  const webpay = createTransbank(keys, timeoutMs);
  const payment = { buyOrder: 'a1', sessionId: 'b2', amount: 1000, returnUrl: 'http://localhost/' };
  const crm = hubspotCrm({ token: 't', baseUrl: url, pipeline: 'p', stage: 's', timeoutMs });
  const mail = resendMail({ key: 're_k', from: 'a@ejemplo.cl', baseUrl: url, timeoutMs });
  const letter = { to: 'b@ejemplo.cl', subject: 's', html: 'h', text: 't', idempotencyKey: 'k' };
  const store = s3Storage({
    kind: 's3',
    endpoint: url,
    region: 'us-east-1',
    bucket: 'b',
    accessKeyId: 'a',
    secretAccessKey: 's',
    forcePathStyle: true,
  });
  const db = openDatabase(url, 'token');
  return {
    'Webpay create': {
      body: JSON.stringify({ token: 'e'.repeat(64), url: `${url}/webpayserver/initTransaction` }),
      ask: () => webpay.create(payment),
    },
    'Webpay commit': { body: JSON.stringify(transaction), ask: () => webpay.commit('t') },
    'Webpay refund': {
      body: JSON.stringify({ type: 'NULLIFIED', response_code: 0, balance: 10 }),
      ask: () => webpay.refund('t', 10),
    },
    'HubSpot contact': {
      body: JSON.stringify({ status: 'COMPLETE', results: [{ id: '512' }], errors: [] }),
      ask: () => crm.upsertContact({ email: 'a@ejemplo.cl' }),
    },
    'HubSpot deal': {
      body: JSON.stringify({ id: '9', properties: {} }),
      ask: () => crm.createDeal({ key: 'k', name: 'n', url: 'u', contactId: '1' }),
    },
    'Resend mail': { body: '{"id":"49a3999c"}', ask: () => mail.send(letter) },
    Turnstile: {
      body: '{"success":true,"error-codes":[],"hostname":"localhost","action":"login"}',
      ask: () =>
        verifyWithTurnstile({
          verifyUrl: url,
          secretKey: 's',
          token: 't',
          ip: '::1',
          hostname: 'localhost',
          action: 'login',
          timeoutMs,
        }),
    },
    'Google token': {
      body: JSON.stringify({
        access_token: 'a',
        id_token: idToken,
        token_type: 'Bearer',
        keys: [],
      }),
      ask: () => {
        const login = { state: 's', verifier: 'v'.repeat(43), nonce: 'n' };
        return finishGoogleLogin({ code: 'c', login, now: now() }, timeoutMs);
      },
    },
    'S3 listing': { body: listing, type: xml, ask: () => firstOf(store.list(['files/']), 50) },
    'S3 head': { body: '', type: json, ask: () => store.head('a') },
    'libSQL pipeline': {
      body: JSON.stringify({ baton: null, base_url: null, results: [executed, closed] }),
      ask: () => db.client.execute('select 1'),
    },
  };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { iss: 'http://127.0.0.1', aud: 'c', sub: '1', email: 'a@ejemplo.cl', nonce: 'n' };
const idToken = `${part({ alg: 'RS256', kid: 'k' })}.${part(claims)}.${'A'.repeat(342)}`;

const listing = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult><Name>b</Name><Prefix>files/</Prefix><KeyCount>1</KeyCount><MaxKeys>1000</MaxKeys>
<IsTruncated>true</IsTruncated><Contents><Key>files/a</Key><Size>12</Size>
<LastModified>2026-11-20T15:00:00.000Z</LastModified></Contents>
<NextContinuationToken>t</NextContinuationToken></ListBucketResult>`;

const executed = {
  type: 'ok',
  response: {
    type: 'execute',
    result: {
      cols: [{ name: '1', decltype: null }],
      rows: [[{ type: 'integer', value: '1' }]],
      affected_row_count: 0,
      last_insert_rowid: null,
    },
  },
};
const closed = { type: 'ok', response: { type: 'close' } };

async function firstOf<T>(list: AsyncIterable<T>, most: number): Promise<T[]> {
  const found: T[] = [];
  for await (const first of list) {
    found.push(first);
    if (found.length > most) throw new Error('the list has no end');
  }
  return found;
}
