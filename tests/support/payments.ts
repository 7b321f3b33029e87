import { eq } from 'drizzle-orm';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { createTransbank, type TransbankKeys } from '#lib/platform/webpay/transbank.ts';
import type { WebpayPort } from '#lib/platform/webpay/webpay.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api, type CallOptions } from '#tests/support/call.ts';
import type { captureLog } from '#tests/support/captured-log.ts';
import { expireLeases } from '#tests/support/leases.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { postForm } from '#tests/support/post-form.ts';
import type { WebpayChoice, WebpayStandIn } from '#tests/support/providers/webpay.ts';
import type { World } from '#tests/support/world.ts';

export type Cookies = Record<string, string>;

/** Shortens the time limit of calls that hang, so that tests do not wait the product's 15 s. */
export function shortPaymentTimeouts(standIn: WebpayStandIn, keys: TransbankKeys): WebpayPort {
  const [usual, short] = [createTransbank(keys), createTransbank(keys, 300)];
  const by = (call: keyof WebpayPort) => (standIn.hangs(call) ? short : usual);
  return {
    create: (order) => by('create').create(order),
    commit: (token) => by('commit').commit(token),
    status: (token, ms) => by('status').status(token, ms),
    refund: (token, amount) => by('refund').refund(token, amount),
  };
}

/**
 * Logs an account in, in a world whose Webpay is the stand-in. The stand-in forgets earlier calls.
 */
export async function logInPayer(webpay: WebpayStandIn) {
  webpay.recover();
  webpay.requests.splice(0);
  const { transbank } = getEnv();
  if (transbank) singleton('webpay', () => shortPaymentTimeouts(webpay, transbank));
  return (await makeUser()).cookies;
}

export type StartedPayment = {
  buyOrder: string;
  sessionId: string;
  token: string;
  url: string;
  amount: number;
};

export const createPayment = (
  cookies: Cookies,
  json: unknown = { amount: 12_500, description: 'Comisión de garantía' },
  options: CallOptions = {},
) => api('/api/payments/create', { json, cookies, ...options });

export async function startPayment(cookies: Cookies, body: object = {}): Promise<StartedPayment> {
  const response = await createPayment(cookies, {
    amount: 12_500,
    description: 'Comisión',
    ...body,
  });
  return (await response.json()).data;
}

/** Starts the payment of a link. Returns its stored row, or the code of the refusal. */
export async function startLinkPayment(
  cookies: Cookies,
  link: string,
  form: Record<string, string> = {},
) {
  const response = await postForm(`/pagar/${link}/crear`, { form, cookies });
  const location = new URL(response.headers.get('location') ?? '', getEnv().appUrl);
  const error = location.searchParams.get('error');
  if (error) return { error } as StartedPayment & { error?: string; description?: string | null }; // a refusal has none
  const row = await paymentOf(location.pathname.split('/').at(-1) ?? '');
  return { ...row, token: row.token ?? '', url: row.payUrl ?? '' };
}

/** Returns from Webpay with these fields. Returns the next URL. */
export async function returnFromWebpay(
  fields: Record<string, string>,
  method: 'GET' | 'POST' = 'GET',
): Promise<string> {
  const path = '/api/payments/return';
  const response =
    method === 'GET'
      ? await api(`${path}?${new URLSearchParams(fields)}`)
      : await api(path, {
          form: fields,
          headers: { 'sec-fetch-site': 'cross-site', origin: 'https://webpay3g.transbank.cl' },
        });
  if (response.status !== 303) throw new Error(`the return answered ${response.status}`);
  return response.headers.get('location') ?? '';
}

/** Pays on the provider's page and comes back. */
export function finishPayment(
  webpay: WebpayStandIn,
  { token }: StartedPayment,
  choice: WebpayChoice,
) {
  return returnFromWebpay(webpay.pay(token, choice).fields);
}

export async function paymentOf(buyOrder: string) {
  const [row] = await getDb().read.select().from(payments).where(eq(payments.buyOrder, buyOrder));
  if (!row) throw new Error(`no payment ${buyOrder}`);
  return row;
}

/** Returns the trail of a payment with its actors, oldest first. */
export async function paymentTrail(buyOrder: string): Promise<string[]> {
  const rows = await getDb()
    .read.select({ action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.subject, buyOrder))
    .orderBy(auditEvents.id);
  return rows.map(({ action }) => action.replace('payment.', ''));
}

/** Returns the alarms that wake the operator. */
export function operatorAlarms(log: ReturnType<typeof captureLog>) {
  return log.lines().filter(({ level, msg }) => level >= 50 && /payment alarm/.test(msg ?? ''));
}

/** Lets minutes pass. Runs the sweeper each time something may be due. */
export async function sweepFor(world: World, minutes: number, each = 1): Promise<void> {
  for (let passed = 0; passed < minutes; passed += each) {
    world.advance(each * 60_000);
    await expireLeases(each * 60_000);
    await sweepPayments(world.now());
  }
}

/** Returns the mails about payments that went out, oldest first. */
export function paymentMails(world: World) {
  return mailboxFilesIn(world.dataDir)
    .filter(({ subject }) => /pag[oa]/i.test(subject))
    .sort((a, b) => a.sentAt - b.sentAt);
}
