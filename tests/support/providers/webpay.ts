import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { now } from '#lib/platform/process/clock.ts';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { bodyOf, listen, reply, serverOf } from '#tests/support/providers/http-server.ts';
import { servePayPage } from '#tests/support/providers/webpay-page.ts';

export type WebpayCall = 'create' | 'commit' | 'status' | 'refund';
/** `-after` does the work first. `locked` reports that another call is working on the payment. */
export type WebpayFailureMode =
  | number
  | 'page'
  /** A proxy answers 422 with a text of its own. */
  | 'page-422'
  /** Answers a refund with a code that means that no money was returned. */
  | 'declined'
  | `${'hang' | 'cut' | 'locked'}${'' | '-after'}`;
/** A rule runs before every call, may take its time, and decides the call's result. */
export type WebpayRule = (
  call: WebpayCall,
  token: string | undefined,
) => Promise<WebpayFailureMode | undefined> | undefined;
/** Choice of the person on the payment page. */
export type WebpayChoice = 'approve' | 'reject' | 'abort' | 'timeout' | 'form-error';

export type StandInTransaction = {
  token: string;
  buy_order: string;
  session_id: string;
  amount: number;
  return_url: string;
  status: string;
  choice: WebpayChoice | null;
  /** Number of times that the card was charged. More than once is the worst possible fault. */
  charges: number;
  refunded: number;
  at: Date;
};

const newTransaction = z.object({
  buy_order: z.string().regex(/^[\w|=&%.,~:/?[+!@()>-]{1,26}$/),
  session_id: z.string().min(1).max(61),
  amount: z.number().int().positive(),
  return_url: z.url().max(256),
});

const locked = 'Transaction already locked by another process';

/** Keys of the public integration shop, which every local installation has. */
const integration = {
  commerceCode: '597055555532',
  apiKey: '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C',
};

/**
 * Starts a stand-in of Webpay Plus: the REST API of the SDK (v1.2) and the payment page, over real
 * HTTP, with failures on command. `charges` and `status` show what happened to the money.
 */
export async function startWebpay(options: { port?: number } = {}) {
  const transactions = new Map<string, StandInTransaction>();
  const requests: WebpayCall[] = [];
  const failures: { call: WebpayCall; how: WebpayFailureMode }[] = [];
  const delays = new Map<WebpayCall, number>();
  let rule: WebpayRule | null = null;

  const server = serverOf(answer);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://stand.in');
    if (pathname.startsWith('/webpayserver/')) return servePayPage(request, response, pay);
    const [, token, refunds] =
      /^\/rswebpaytransaction\/api\/webpay\/v1\.2\/transactions(?:\/(\w+))?(\/refunds)?$/.exec(
        pathname,
      ) ?? [];
    const call = callOf(request.method, token, refunds);
    if (!pathname.startsWith('/rswebpay') || !call) return refuse(response, 405, 'Not allowed');
    const text = await bodyOf(request);
    requests.push(call);
    await sleep(delays.get(call) ?? 0);
    const at = failures.findIndex((failure) => failure.call === call);
    const mode = at < 0 ? await rule?.(call, token) : failures.splice(at, 1)[0]?.how;
    if (mode === 'hang') return;
    if (mode === 'cut') return void response.destroy();
    if (mode === 'page' || mode === 'page-422') return page(response, mode === 'page' ? 200 : 422);
    if (mode === 'locked') return refuse(response, 422, locked);
    if (mode === 'declined') return reply(response, 200, { type: 'NULLIFIED', response_code: 304 });
    if (typeof mode === 'number') return refuse(response, mode, 'On command');
    const keys = request.headers;
    if (
      keys['tbk-api-key-id'] !== integration.commerceCode ||
      keys['tbk-api-key-secret'] !== integration.apiKey
    ) {
      return refuse(response, 401, 'Not Authorized');
    }
    const done = work(call, token, text);
    if (mode === 'hang-after') return;
    if (mode === 'cut-after') return void response.destroy();
    if (mode === 'locked-after') return refuse(response, 422, locked);
    reply(response, done.status, done.body);
  }

  function work(call: WebpayCall, token: string | undefined, text: string) {
    if (call === 'create') return create(text);
    const transaction = transactions.get(token ?? '');
    if (!transaction) return wrong(404, 'Transaction not found');
    if (call === 'status') return { status: 200, body: view(transaction) };
    return call === 'commit' ? commit(transaction) : refund(transaction, text);
  }

  function create(text: string) {
    const parsed = newTransaction.safeParse(JSON.parse(text));
    if (!parsed.success) return wrong(422, `${parsed.error.issues[0]?.path} is not valid`);
    const [token, at] = [randomBytes(32).toString('hex'), new Date(now())];
    const rest = { status: 'INITIALIZED', choice: null, charges: 0, refunded: 0, at };
    transactions.set(token, { token, ...parsed.data, ...rest });
    return { status: 200, body: { token, url: `${url}/webpayserver/initTransaction` } };
  }

  function commit(transaction: StandInTransaction) {
    const { choice, status } = transaction;
    if (status !== 'INITIALIZED') return wrong(422, locked);
    if (choice === 'abort') return wrong(422, 'Transaction has an invalid finished state: aborted');
    if (choice !== 'approve' && choice !== 'reject') {
      return wrong(422, "Invalid status '10' for transaction while authorizing");
    }
    transaction.status = choice === 'approve' ? 'AUTHORIZED' : 'FAILED';
    if (choice === 'approve') transaction.charges += 1;
    return { status: 200, body: view(transaction) };
  }

  function refund(transaction: StandInTransaction, text: string) {
    const amount = Number(JSON.parse(text).amount);
    const left = transaction.amount - transaction.refunded;
    if (!/^(AUTHORIZED|PARTIALLY_NULLIFIED)$/.test(transaction.status) || amount > left) {
      return wrong(422, 'Invalid value for parameter: amount');
    }
    transaction.refunded += amount;
    const whole = transaction.refunded === transaction.amount;
    const reversed = amount === transaction.amount;
    transaction.status = reversed ? 'REVERSED' : whole ? 'NULLIFIED' : 'PARTIALLY_NULLIFIED';
    if (reversed) return { status: 200, body: { type: 'REVERSED' } };
    const balance = transaction.amount - transaction.refunded;
    const body = {
      type: 'NULLIFIED',
      authorization_code: '778899',
      authorization_date: new Date(now()).toISOString(),
      nullified_amount: amount,
      balance,
      response_code: 0,
    };
    return { status: 200, body };
  }

  /**
   * Acts for the person on the page. Returns the URL and fields with which the browser comes
   * back.
   */
  function pay(token: string, choice: WebpayChoice) {
    const transaction = transactions.get(token);
    if (!transaction) throw new Error('no such transaction');
    transaction.choice ??= choice;
    const order = {
      TBK_ORDEN_COMPRA: transaction.buy_order,
      TBK_ID_SESION: transaction.session_id,
    };
    const sent: Record<WebpayChoice, Record<string, string>> = {
      approve: { token_ws: token },
      reject: { token_ws: token },
      abort: { TBK_TOKEN: token, ...order },
      timeout: order,
      'form-error': { token_ws: token, TBK_TOKEN: token, ...order },
    };
    return { returnUrl: transaction.return_url, fields: sent[choice], transaction };
  }

  const find = (buyOrder: string) =>
    [...transactions.values()].find((item) => item.buy_order === buyOrder);

  const { url, close } = await listen(server, options.port);
  return closeAfterTest({
    url,
    /** Configuration of the app for it. The keys are the integration shop's. */
    variables: { TRANSBANK_BASE_URL: url },
    transactions,
    /** Every call in order, refused and failed ones too. */
    requests,
    pay,
    find,
    /** Changes a transaction there without a call of ours. */
    change: (buyOrder: string, changes: object) => {
      const transaction = find(buyOrder);
      if (!transaction) throw new Error('no such transaction');
      Object.assign(transaction, changes);
    },
    /** Makes the next `times` calls of a kind fail. */
    fail: (call: WebpayCall, fault: WebpayFailureMode, times = 1) => {
      for (let i = 0; i < times; i++) failures.push({ call, how: fault });
    },
    /** Returns whether the next call of a kind gets no answer. */
    hangs: (call: WebpayCall): boolean =>
      String(failures.find((failure) => failure.call === call)?.how).startsWith('hang'),
    /** Cancels all failures that have not happened yet. */
    recover: () => void failures.splice(0),
    /** Lets a test decide the result of each call, and when it is sent. */
    decide: (next: WebpayRule | null) => {
      rule = next;
    },
    /** Makes every call of a kind take this long. */
    delay: (call: WebpayCall, ms: number) => void delays.set(call, ms),
    close,
  });
}

export type WebpayStandIn = Awaited<ReturnType<typeof startWebpay>>;

function callOf(method = '', token?: string, refunds?: string): WebpayCall | null {
  if (!token) return method === 'POST' ? 'create' : null;
  if (refunds) return method === 'POST' ? 'refund' : null;
  return method === 'PUT' ? 'commit' : method === 'GET' ? 'status' : null;
}

/** Answers commit and status, with the fields of the documentation. */
function view({ status, amount, buy_order, session_id, refunded, at }: StandInTransaction) {
  const common = { amount, status, buy_order, session_id, installments_number: 0 };
  const transaction_date = at.toISOString();
  const accounting_date = transaction_date.slice(5, 10).replace('-', '');
  const dated = { ...common, accounting_date, transaction_date };
  if (status === 'INITIALIZED') return dated;
  const statement = { ...dated, card_detail: { card_number: '6623' }, payment_type_code: 'VN' };
  if (status === 'FAILED') {
    return { ...statement, vci: 'TSN', authorization_code: '000000', response_code: -1 };
  }
  const partly = status === 'PARTIALLY_NULLIFIED' ? { balance: amount - refunded } : {};
  return { ...statement, vci: 'TSY', authorization_code: '1213', response_code: 0, ...partly };
}

function wrong(status: number, error_message: string) {
  return { status, body: { error_message } };
}

function refuse(response: ServerResponse, status: number, error: string): void {
  reply(response, status, { error_message: error });
}

function page(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end('<h1>Mantenimiento</h1>');
}
