import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { bytesOf, listen } from '#tests/support/providers/http-server.ts';

export type Advisory = { name: string; severity: 'moderate' | 'high' | 'critical' };

/**
 * Starts the part of a package registry that `npm audit` uses: vulnerabilities of versions (bulk
 * advisories), and the versions of a package. `refuse` answers as mirrors do.
 */
export async function startNpmRegistry() {
  const known: Advisory[] = [];
  let refusal: number | null = null;
  let requestedUrls: string[] = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    if (request.method !== 'POST') {
      const version = { name: path, version: '1.0.0', dist: { tarball: 'http://x.invalid/' } };
      return response.end(JSON.stringify({ name: path, versions: { '1.0.0': version } }));
    }
    const sent = await bytesOf(request);
    if (refusal) return response.writeHead(refusal).end();
    const zipped = request.headers['content-encoding'] === 'gzip';
    requestedUrls = Object.keys(JSON.parse(String(zipped ? gunzipSync(sent) : sent)));
    const found = known.filter(({ name }) => requestedUrls.includes(name));
    const reply = found.map(({ name, severity }) => [name, [advisoryOf(name, severity)]]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Object.fromEntries(reply)));
  });
  const { url, close } = await listen(server);
  return closeAfterTest({
    url,
    /** Returns the packages of the last request. */
    requestedPaths: () => requestedUrls,
    know: (...advisories: Advisory[]) => void known.splice(0, known.length, ...advisories),
    refuse: (status: number | null) => {
      refusal = status;
    },
    close,
  });
}

/** npm caches its conclusions about an advisory by its number. */
let advisories = 0;

function advisoryOf(name: string, severity: string) {
  advisories += 1;
  const about = { id: advisories, title: `A hole in ${name}`, url: 'https://advisories.invalid/1' };
  return { ...about, severity, vulnerable_versions: '*', cwe: [], cvss: { score: 8 } };
}
