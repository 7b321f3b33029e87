import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@libsql/client';
import type { AppProcess } from '#tests/support/app-process.ts';
import { insertAccount } from '#tests/support/app-session.ts';
import type { Ledger } from '#tools/chaos/ledger.ts';

export const PASSWORD = 'un paraguas amarillo';
export const member = {
  id: 'm',
  email: 'empresa@andes.cl',
  role: 'juridica' as const,
  cookie: 'service_session=de-la-empresa',
};
export const admin = {
  id: 'j',
  email: 'jefa@resguardo.cl',
  role: 'admin' as const,
  cookie: 'service_session=de-la-jefa',
};

/** Inserts a company and an advisor, each with a session, without a registration or mails. */
export async function insertPeople(db: Client): Promise<void> {
  for (const { cookie, ...person } of [member, admin]) {
    const token = cookie.split('=')[1] ?? '';
    await insertAccount(db, { ...person, password: PASSWORD }, token);
  }
}

export type Sent = {
  method?: string;
  json?: unknown;
  form?: Record<string, string> | FormData;
  body?: string | Buffer;
  headers?: Record<string, string>;
  cookie?: string;
};
export type Answer = { status: number; body: Reply; headers: Headers };
/** The reply of any operation. Callers read only the fields of theirs. */
export type Reply = {
  success?: boolean;
  error?: string;
  token: string;
  id: string;
  downloadUrl: string;
  presignedUrl: string;
  shareUrl: string;
  data: {
    id: string;
    documentId: string;
    fileId: string;
    submissionId: number;
    token: string;
    buyOrder: string;
  };
};

/** Returns what the writes need, and what they share. */
export function createChaosRun(app: AppProcess, ledger: Ledger) {
  const busy = new Set<string>();
  const unexpected: string[] = [];
  let last = 0;
  return {
    app,
    ledger,
    unexpected,
    next: () => {
      last += 1;
      return last;
    },
    /** Existing documents, open links, requests and payments for further writes. */
    documents: new Map<string, string>(),
    links: new Map<string, string>(),
    requests: new Map<number, string>(),
    paid: new Map<string, number>(),
    /** Guarantees that are in force, with their request. */
    issued: new Map<string, number>(),
    /** Runs `work` with an entry of `from` that no other write uses in the meantime. */
    withOne: async <K extends string | number, V>(
      from: Map<K, V>,
      work: (key: K, value: V) => Promise<void>,
    ): Promise<void> => {
      const free = [...from].filter(([key]) => !busy.has(`${key}`));
      const chosen = free[Math.floor(Math.random() * free.length)];
      if (!chosen) return void (await sleep(1));
      busy.add(`${chosen[0]}`);
      try {
        await work(...chosen);
      } finally {
        busy.delete(`${chosen[0]}`);
      }
    },
    /**
     * Sends a request. Throws `TypeError` when the process is gone, and notes unexpected statuses.
     */
    send: async (
      path: string,
      sent: Sent = {},
      expected: number[] = [],
    ): Promise<Answer | null> => {
      const { json, form, body: raw, cookie } = sent;
      const body = json
        ? JSON.stringify(json)
        : form instanceof FormData
          ? form
          : (raw ?? asForm(form));
      const response = await fetch(new URL(path, app.url), {
        method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
        redirect: 'manual',
        headers: {
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
          ...sent.headers,
        },
        ...(body !== undefined && { body: body as BodyInit }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      const answer = {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : {},
      };
      if (response.status === 200 || response.status === 303) return answer;
      if (!expected.includes(response.status))
        unexpected.push(`${response.status} ${path} ${text.slice(0, 200)}`);
      return null;
    },
  };
}
export type ChaosRun = ReturnType<typeof createChaosRun>;

function asForm(form: Record<string, string> | undefined): URLSearchParams | undefined {
  return form && new URLSearchParams(form);
}
