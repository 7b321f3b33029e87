import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { listen } from '#tests/support/providers/http-server.ts';
import {
  type Answer,
  errorAnswer,
  refusalOf,
} from '#tests/support/providers/mercado-publico-errors.ts';
import {
  answerOf,
  type MadeTender,
  pageOf,
} from '#tests/support/providers/mercado-publico-records.ts';

/** Failures of calls. */
export type MarketplaceTrouble =
  | 'hang'
  | 'html'
  | 'truncated'
  | 'huge'
  | 'redirect'
  | 'cut'
  | Parameters<typeof errorAnswer>[0];

export type Call = {
  /** Path and query without the ticket. */
  requestedPath: string;
  /** Milliseconds of `performance.now()` of this process. */
  at: number;
  end: number;
  status: number;
};

/** Settings that may change while it serves. */
type Behaviour = {
  /** Calls that start sooner after the end of another are refused with 10500. */
  paceMs?: number;
  latencyMs?: number;
  /** Made tenders beside the recorded ones. */
  tenders?: MadeTender[];
  /** Target of the redirects of public pages, by default themselves. */
  pageTarget?: string;
};

type Options = Behaviour & {
  port?: number;
  ticket?: string;
  /** Returns today, which lists may not go beyond. */
  now?: () => number;
};

const API = '/servicios/v1/publico/';
const PAGE = '/Procurement/Modules/RFB/DetailsAcquisition.aspx';

/**
 * Starts the API of Mercado Público over real HTTP, from recorded answers: its pacing rule, its
 * ticket check (203), its error bodies, and a tender's public page. It fails on command.
 */
export async function startMercadoPublico(options: Options = {}) {
  const ticket = options.ticket ?? '00000000-0000-0000-0000-000000000000';
  const { now = Date.now } = options;
  const behaviour: Behaviour = { ...options };
  const calls: Call[] = [];
  const pages: Call[] = [];
  const troubles: MarketplaceTrouble[] = [];
  let lasting: MarketplaceTrouble | undefined;
  let underWay = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const isPage = url.pathname === PAGE;
    const call = record(url, isPage ? pages : calls);
    const { paceMs = 0, latencyMs = 0, tenders = [], pageTarget } = behaviour;
    const tooClose = !isPage && (underWay > 0 || call.at - lastEnd < paceMs);
    if (!isPage) underWay += 1;
    response.once('close', () => {
      call.end = performance.now();
      call.status = response.statusCode;
      if (isPage) return;
      underWay -= 1;
      lastEnd = call.end;
    });
    const trouble = troubles.shift() ?? lasting;
    if (trouble) return fail(response, trouble);
    if (latencyMs > 0) await sleep(latencyMs);
    if (isPage && pageTarget) return redirect(response, pageTarget);
    if (isPage) return servePage(url, response, tenders);
    if (tooClose) return reply(response, errorAnswer('busy'));
    reply(response, answerTo(request, url));
  });

  function record(url: URL, into: Call[]): Call {
    const query = new URLSearchParams(url.searchParams);
    query.delete('ticket');
    const requestedPath = `${url.pathname.replace(API, '')}?${query}`;
    const call = { requestedPath, at: performance.now(), end: Number.NaN, status: 0 };
    into.push(call);
    return call;
  }

  function answerTo(request: IncomingMessage, url: URL): Answer {
    if (request.method !== 'GET' || !url.pathname.startsWith(API)) return { status: 404, body: {} };
    if (url.searchParams.get('ticket') !== ticket) return errorAnswer('ticket');
    const path = url.pathname.slice(API.length);
    const refusal = refusalOf(path, url.searchParams, now());
    return (
      refusal ?? { status: 200, body: answerOf(path, url.searchParams, behaviour.tenders ?? []) }
    );
  }

  const { url, close } = await listen(server, options.port);
  return closeAfterTest({
    url,
    ticket,
    /** Configuration of the app for it. */
    variables: {
      MERCADO_PUBLICO_TICKET: ticket,
      MERCADO_PUBLICO_BASE_URL: url + API.slice(0, -1),
      MERCADO_PUBLICO_FICHA_URL: url + PAGE,
    },
    /** Every call to the API, in order, refused ones too. */
    calls,
    /** Every request for a public page. Each comes twice, because it redirects. */
    pages,
    /** Makes the next `times` calls fail. */
    failNext: (trouble: MarketplaceTrouble, times = 1) => {
      for (let i = 0; i < times; i++) troubles.push(trouble);
    },
    /** Makes every call fail until `recover`. */
    fail: (trouble: MarketplaceTrouble) => {
      lasting = trouble;
    },
    recover: () => {
      lasting = undefined;
      troubles.length = 0;
      server.closeAllConnections();
    },
    /** Changes settings from the next call on. */
    set: (more: Behaviour) => {
      Object.assign(behaviour, more);
    },
    close,
  });
}

export type MercadoPublicoStandIn = Awaited<ReturnType<typeof startMercadoPublico>>;

/** Redirects `?idlicitacion=` to an encrypted URL, like the real page. */
function servePage(url: URL, response: ServerResponse, made: readonly MadeTender[]): void {
  const id = url.searchParams.get('idlicitacion');
  if (id) {
    const qs = Buffer.from(id).toString('base64');
    return void redirect(response, `${url.pathname}?qs=${encodeURIComponent(qs)}`);
  }
  const code = Buffer.from(url.searchParams.get('qs') ?? '', 'base64').toString('utf8');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(pageOf(code, made));
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location });
  response.end();
}

function fail(response: ServerResponse, trouble: MarketplaceTrouble): void {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  switch (trouble) {
    case 'hang':
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<html><h1>Service Unavailable</h1></html>');
    case 'truncated':
      response.writeHead(200, json);
      return void response.end('{"Cantidad":1,"Listado":[{"CodigoExterno":"4809-45-L');
    case 'cut':
      response.writeHead(200, { ...json, 'content-length': '600' });
      response.write('{"Cantidad":1,"List');
      return void setTimeout(() => response.destroy(), 20);
    case 'huge':
      return void sendHuge(response);
    case 'redirect':
      return void redirect(response, `${API}licitaciones.json?fecha=13032017`);
    default:
      reply(response, errorAnswer(trouble));
  }
}

/** Sends 20 MB, or until the client stops reading. */
async function sendHuge(response: ServerResponse): Promise<void> {
  const piece = Buffer.alloc(64 * 1024, 'x');
  function* body() {
    yield '{"Cantidad":1,"Listado":[{"Nombre":"';
    for (let sent = 0; sent < 20_000_000; sent += piece.length) yield piece;
    yield '"}]}';
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  await pipeline(body, response).catch(() => undefined);
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
