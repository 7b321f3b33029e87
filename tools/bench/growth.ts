import { TOKEN } from '#tools/bench/inbox-data.ts';
import { answerTime } from '#tools/bench/measure.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';
import {
  codeOf,
  cookieOf,
  DOCUMENTS_EACH,
  shareTokenOf,
  startVault,
  type VaultWorld,
} from '#tools/bench/vault-world.ts';

/**
 * Numbers of rows to measure. `SIZES=1000,10000 npm run bench -- growth guarantees` gives a quick
 * impression.
 */
export const SIZES = (process.env.SIZES ?? '1000,10000,100000,1000000').split(',').map(Number);
/** Returns the header row of a table with a column for each size. */
export const sizesIn = (subject: string, last: string): Row => [
  subject,
  ...SIZES.map((size) => size.toLocaleString('en')),
  last,
];
const SAMPLES = 60;
const WARM = 5;

type Question = (user: number) => { path: string; headers: Record<string, string> };

const own = (path: string) => (user: number) => ({ path, headers: { cookie: cookieOf(user) } });
const shared = (accept: string) => (user: number) => ({
  path: accept === 'text/html' ? `/c/${shareTokenOf(user)}` : `/api/share/${shareTokenOf(user)}`,
  headers: { accept },
});
const advisor = (path: string) => () => ({ path, headers: { cookie: `service_session=${TOKEN}` } });

const questions: Record<string, Question> = {
  'session check': own('/api/auth/session'),
  'profile with 50 documents': own('/api/documents/profile?type=documents'),
  alerts: own('/api/documents/alerts'),
  'share link, page': shared('text/html'),
  'verification page': (user) => ({ path: `/v/${codeOf(user)}`, headers: {} }),
  'company: guarantees': own('/panel/garantias'),
  'company: guarantees that ended': own('/panel/garantias?state=vencida'),
  'company: guarantees as JSON': own('/api/guarantees/issued'),
  'share link, file': shared('*/*'),
  'inbox page': advisor('/admin'),
  'inbox: advice to answer': advisor('/admin?kind=experto&status=por_atender'),
  'inbox: unassigned, of a week': advisor('/admin?assigned=nobody&from=2026-10-01&to=2026-10-07'),
  'inbox: issued and handled': advisor('/admin?status=emitida'),
  'search: a name': advisor('/admin?q=ana'),
  'search: a common beginning': advisor('/admin?q=constr'),
  'search: a rare beginning': advisor('/admin?q=persona77'),
  'search: an e-mail': advisor('/admin?q=persona777@constructora777.cl'),
  'search: a RUT': advisor('/admin?q=10.000.777-7'),
  'search: a tender': advisor('/admin?q=1777-57-LE26'),
  'search: a phone': advisor('/admin?q=9+1777+1000'),
  'search: a word of messages': advisor('/admin?q=contrato'),
  'search: two words and a filter': advisor('/admin?q=ana+mu%C3%B1oz&status=por_atender'),
  'search: two words that never meet': advisor('/admin?q=andes+norte'),
  'desk: guarantees that end': advisor('/admin/garantias'),
  'desk: guarantees by amount': advisor('/admin/garantias?sort=-monto'),
  'desk: guarantees given back, by end': advisor('/admin/garantias?state=devuelta&sort=vence'),
  'desk: our number': advisor('/admin/garantias?q=777'),
  'desk: an issuer’s number': advisor('/admin/garantias?q=PZ-777'),
  'desk: the RUT of a holder': advisor('/admin/garantias?q=10.000.007-5'),
  'desk: a tender': advisor('/admin/garantias?q=1777-0-LE26'),
  'desk: a person': advisor('/admin/personas?q=persona777@constructora777.cl'),
  'inbox as JSON': advisor('/api/admin/leads'),
};

/** Measures response times with a thousand to a million documents, guarantees and leads. */
export async function benchGrowth(): Promise<Row[]> {
  const worlds: VaultWorld[] = [];
  try {
    for (const size of SIZES) {
      worlds.push(await startVault(size / DOCUMENTS_EACH, { leads: size }));
    }
    const rows = [sizesIn('p50, ms', 'ratio (aim ≤ 1.3)')];
    for (const [name, question] of Object.entries(questions)) {
      const times = await timesOf(worlds, question);
      const ratio = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN);
      rows.push([name, ...times.map(rounded), rounded(ratio)]);
    }
    return rows;
  } finally {
    await Promise.all(worlds.map((world) => world.close()));
  }
}

/**
 * Returns the median of each world. They are asked in turns, so that a busy machine slows all of
 * them alike.
 */
async function timesOf(worlds: VaultWorld[], question: Question): Promise<number[]> {
  const times = worlds.map((): number[] => []);
  for (let n = -WARM; n < SAMPLES; n++) {
    for (const [i, world] of worlds.entries()) {
      const { path, headers } = question(Math.floor(Math.random() * world.users));
      const duration = await answerTime(world.url + path, { headers });
      if (n >= 0) times[i]?.push(duration);
    }
  }
  return times.map(median);
}
