import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { generateKeyPair, SignJWT } from 'jose';
import { type MutableToken, OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { listen } from '#tests/support/providers/http-server.ts';

export type GooglePerson = {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
  hd?: string;
};

/** Failure of the requests to a path until `recover`. */
type Failure = { path: '/token' | '/jwks'; how: 'hang' | 'cut' | 'page' | number };

/** Fault of the next id token. */
type Forgery =
  | { claims: Record<string, unknown> }
  | { algorithm: 'none' | 'HS256' }
  | { key: 'stranger' };

type Options = { port?: number; clientId?: string; clientSecret?: string };

/**
 * Google as seen from outside: oauth2-mock-server over real HTTP, stricter where it is lenient
 * (client password, redirect URL, PKCE) and failing or lying on command. A browser that comes
 * to `/authorize` is `person` and agrees, or declines after `decline`.
 */
export async function startGoogle(options: Options = {}) {
  const { clientId = 'resguardo-client', clientSecret = 'resguardo-secret' } = options;
  const issuer = new OAuth2Issuer();
  await issuer.keys.generate('RS256');
  const stranger = await generateKeyPair('RS256');
  const service = new OAuth2Service(issuer);
  const requests: string[] = [];
  const redirectUris = new Map<string, string>();
  let person: GooglePerson = {
    sub: '1098765432101234567890',
    email: 'ana@gmail.com',
    email_verified: true,
    name: 'Ana Pérez',
  };
  let failure: Failure | undefined;
  let forgery: Forgery | undefined;
  let declined = false;
  let clock = () => Date.now();

  service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }, request) => {
    const code = url.searchParams.get('code');
    if (declined) {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    } else if (code) redirectUris.set(code, String(queryOf(request).get('redirect_uri')));
    declined = false;
  });
  service.on('beforeTokenSigning', (token: MutableToken) => {
    const seconds = Math.floor(clock() / 1000);
    Object.assign(token.payload, { iat: seconds, nbf: seconds - 10, exp: seconds + 3600 });
    if (token.payload.aud === undefined) return;
    Object.assign(token.payload, { ...person, azp: clientId });
    if (forgery && 'claims' in forgery) Object.assign(token.payload, forgery.claims);
  });
  service.on('beforeResponse', (response, request) => {
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const { code, code_verifier: verifier, redirect_uri: redirectUri } = request.body;
    if (request.headers.authorization !== expected) refuse(response, 401, 'invalid_client');
    else if (!verifier || redirectUris.get(code) !== redirectUri) {
      refuse(response, 400, 'invalid_grant');
    }
    redirectUris.delete(code);
  });

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    requests.push(`${request.method} ${path}`);
    if (failure?.path === path) return fail(response, failure.how);
    if (path !== '/token' || !forgery || 'claims' in forgery) {
      return void service.requestHandler(request, response);
    }
    const mode = forgery;
    replaceIdToken(response, (token) => forge(token, mode));
    service.requestHandler(request, response);
  });

  /** Signs the same claims with a signature that must not count. */
  async function forge(idToken: string, mode: Exclude<Forgery, { claims: object }>) {
    const [header = '', payload = ''] = idToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    if ('key' in mode) {
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(stranger.privateKey);
    }
    if (mode.algorithm === 'none') {
      return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    }
    // A well-known attack uses the public key, which everybody has, as a shared secret.
    const known = Buffer.from(JSON.stringify(issuer.keys.toJSON()[0]));
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(known);
  }

  const { url, close } = await listen(server, options.port);
  issuer.url = url;
  return closeAfterTest({
    url,
    /** Configuration of the app for it. */
    variables: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: url,
      GOOGLE_AUTHORIZATION_URL: `${url}/authorize`,
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_JWKS_URL: `${url}/jwks`,
    },
    /** Requests like `POST /token`, in order. */
    requests,
    /** Sets who logs in next. */
    be: (next: Partial<GooglePerson>) => {
      person = { ...person, ...next };
    },
    decline: () => {
      declined = true;
    },
    lie: (next: Forgery) => {
      forgery = next;
    },
    fail: (next: Failure) => {
      failure = next;
    },
    recover: () => {
      failure = undefined;
      forgery = undefined;
    },
    /** Makes the times in tokens follow this clock (ms). */
    setClock: (read: () => number) => {
      clock = read;
    },
    close,
  });
}

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogle>>;

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URL(request.url ?? '/', 'http://localhost').searchParams;
}

function refuse(response: { statusCode: number; body: unknown }, status: number, error: string) {
  response.statusCode = status;
  response.body = { error };
}

function fail(response: ServerResponse, fault: Failure['how']): void {
  if (fault === 'hang') return;
  if (fault === 'cut') return void response.destroy();
  response.writeHead(fault === 'page' ? 200 : fault, { 'content-type': 'text/html' });
  response.end('<h1>Error</h1>');
}

/** Changes the id token of a JSON answer on its way out. */
function replaceIdToken(response: ServerResponse, change: (token: string) => Promise<string>) {
  const end = response.end.bind(response);
  const replace = async (text: string) => {
    const body = JSON.parse(text);
    if (body.id_token) body.id_token = await change(body.id_token);
    const changed = JSON.stringify(body);
    response.setHeader('content-length', Buffer.byteLength(changed));
    end(changed);
  };
  // Express ends a JSON answer with one text and nothing else.
  response.end = ((chunk: unknown) => {
    void replace(String(chunk));
    return response;
  }) as typeof response.end;
}
