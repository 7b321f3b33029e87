import type { AppProcess } from '#tests/support/app-process.ts';
import { sessionCookie } from '#tests/support/app-session.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { uploadForm } from '#tests/support/vault.ts';

export type LiveAnswer = {
  status: number;
  retryAfter: string | null;
  body: {
    success?: boolean;
    error?: string;
    message?: string;
    downloadUrl?: string;
    data?: { id?: string; fileId?: string; submissionId?: number };
    contrato?: { fileId: string }[];
  };
};

/** Returns typical calls of people to a running app, logged in by `insertSession`. */
export function liveCalls(app: AppProcess) {
  const ask = async (path: string, init: RequestInit = {}): Promise<LiveAnswer> => {
    const headers = { cookie: sessionCookie, ...init.headers };
    const response = await fetch(`${app.url}${path}`, { ...init, headers });
    const body = await response.json();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  };
  const json = (path: string, body: object) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    submit: (contratoUrl?: string) =>
      json('/api/guarantees/public', { ...publicBody, contratoUrl }),
    upload: () =>
      ask('/api/documents/upload', { method: 'POST', body: uploadForm({ category: 'contrato' }) }),
    attach: () => {
      const form = new FormData();
      form.set('type', 'contrato');
      form.set('file', new Blob([samples.pdf]), 'contrato.pdf');
      return ask('/api/guarantees/upload-proxy', { method: 'POST', body: form });
    },
    profile: () => ask('/api/documents/profile?type=guarantees'),
    health: async () => {
      const response = await fetch(`${app.url}/api/health`);
      return { status: response.status, checks: (await response.json()).checks };
    },
    /** Returns status and bytes of any URL, with the session. */
    get: async (path: string) => {
      const response = await fetch(new URL(path, app.url), { headers: { cookie: sessionCookie } });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    },
  };
}
