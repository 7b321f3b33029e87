import { createServer } from 'node:http';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { bodyOf, listen } from '#tests/support/providers/http-server.ts';

const statuses = [400, 401, 403, 409, 422, 429, 500, 503, 200];

/**
 * Starts a provider that understands nothing: it refuses each request in another way and repeats
 * all of it, headers and body, in every field where providers explain themselves. It keeps the
 * requests, so that mails can be read. `accept` makes it take mails like Resend.
 */
export async function startEcho() {
  const received: string[] = [];
  let index = 0;
  let accepts = false;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const statement = `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`;
    received.push(statement);
    if (accepts && request.url?.startsWith('/emails')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ id: 'taken' }));
    }
    const status = statuses[index++ % statuses.length] ?? 500;
    // A header takes no line break, and some clients read the status text first.
    const line = statement.replace(/[^ -~]/g, '').slice(0, 2000);
    response.writeHead(status, line, { 'content-type': 'application/json', 'x-error': line });
    const error = {
      message: statement,
      name: statement,
      code: statement,
      error_description: statement,
    };
    response.end(
      JSON.stringify({ ...error, error: statement, errors: [error], 'error-codes': [statement] }),
    );
  });
  const { url, close } = await listen(server);
  return closeAfterTest({
    url,
    received,
    accept: (yes: boolean) => {
      accepts = yes;
    },
    close,
  });
}

export type EchoStandIn = Awaited<ReturnType<typeof startEcho>>;
