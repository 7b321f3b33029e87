import { samples } from '#tests/support/sample-files.ts';

/** Makes a client that keeps its cookies and every reply. */
export function createProbe(url: string) {
  const cookies = new Map<string, string>();
  const replies: { request: string; status: number; text: string }[] = [];

  async function ask(path: string, init: RequestInit = {}) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie, ...init.headers };
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const request = `${init.method ?? 'GET'} ${path}`;
    const { status } = response;
    // Only the client receives its cookie, so the other headers count.
    const rest = [...response.headers].filter(([name]) => name !== 'set-cookie');
    replies.push({ request, status, text: `${text}\n${JSON.stringify(rest)}` });
    return { status, text, location: response.headers.get('location') ?? '' };
  }

  const read = (text: string): Record<string, unknown> => {
    try {
      return JSON.parse(text);
    } catch {
      return {};
    }
  };

  return {
    replies,
    get: (path: string) => ask(path),
    post: async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', body: JSON.stringify(body) };
      const all = { 'content-type': 'application/json', ...headers };
      return read((await ask(path, { ...init, headers: all })).text);
    },
    /** Gets a fresh token. The cookie of the same value is kept. */
    csrf: async () => {
      const { text } = await ask('/api/csrf-token');
      replies.pop(); // only this reply may show it
      return String(read(text).token);
    },
    /** Uploads and returns the key of the document, empty if it was not kept. */
    upload: async (path: string, fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new File([new Uint8Array(samples.pdf)], 'Canario.pdf'));
      const { data } = read((await ask(path, { method: 'POST', body: form })).text);
      return String((data as { fileId?: string } | undefined)?.fileId ?? '');
    },
    /** Goes to the consent screen and back with a code, which is then exchanged. */
    google: async () => {
      const { location } = await ask('/api/auth/google');
      const state = new URL(location, url).searchParams.get('state') ?? '';
      await ask(`/api/auth/google/callback?code=canario-codigo&state=${state}`);
    },
    session: () => cookies.get('service_session') ?? '',
  };
}

export type Probe = ReturnType<typeof createProbe>;
