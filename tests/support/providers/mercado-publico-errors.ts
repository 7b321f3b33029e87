import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Answer = { status: number; body: unknown };
type Recorded = { http: number; body: { Codigo?: number; Mensaje?: string }; when: string };

export const fixtures = join(import.meta.dirname, '../fixtures/mercado-publico');

/** Error bodies as they were recorded, with their statuses. */
export const recordedErrors: Recorded[] = JSON.parse(
  readFileSync(join(fixtures, 'errors.json'), 'utf8'),
);

const answers = {
  ticket: recorded(203, 203),
  busy: recorded(10500, 429),
  'busy-500': recorded(10500, 500),
  parameters: recorded(10300, 500),
  'odd-error': { status: 500, body: { error: { message: 'Error' }, Codigo: 10300 } },
  forbidden: { status: 403, body: { Mensaje: 'Forbidden' } },
  'server-error': { status: 500, body: { Codigo: 500, Mensaje: 'Ha ocurrido un error.' } },
};

export const errorAnswer = (kind: keyof typeof answers): Answer => answers[kind];

const known = 'codigo fecha estado CodigoOrganismo CodigoProveedor rutempresaproveedor ticket';

/** Returns the API's refusal of a request, or null. */
export function refusalOf(path: string, query: URLSearchParams, now: number): Answer | null {
  const stranger = [...query.keys()].find((name) => !known.split(' ').includes(name));
  if (stranger) return recorded(400, 400);
  const code = query.get('codigo');
  if (code !== null && !/^\d+-\d+-[A-Z][A-Z0-9]{1,2}\d{2}$/i.test(code)) {
    return recorded(10300, 500);
  }
  const day = query.get('fecha');
  if (day !== null && path.endsWith('.json') && !isDayUpTo(day, now)) return recorded(10300, 500);
  return null;
}

function isDayUpTo(text: string, now: number): boolean {
  const match = /^(\d\d)(\d\d)(\d{4})$/.exec(text);
  if (!match) return false;
  const iso = `${match[3]}-${match[2]}-${match[1]}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return false;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(now);
  return iso <= today;
}

function recorded(code: number, status: number): Answer {
  const found = recordedErrors.find(({ body, http }) => body.Codigo === code && http === status);
  if (!found) throw new Error(`no recorded error ${code} with ${status}`);
  return { status, body: found.body };
}
