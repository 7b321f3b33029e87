import { median, type Row, rounded } from '#tools/bench/table.ts';
import {
  cookieOf,
  DOCUMENTS_EACH,
  shareTokenOf,
  startVault,
  type VaultWorld,
} from '#tools/bench/vault-world.ts';

const FEW = 20;
const MANY = 20_000;
const SAMPLES = 400;
const WARM = 50;

/** What people wait for, with 1,000 documents in the database and with 1,000,000. */
export async function benchVaultReads(): Promise<Row[]> {
  const few = await startVault(FEW);
  try {
    const many = await startVault(MANY);
    try {
      const rows: Row[] = [];
      for (const [name, ask] of Object.entries(questions)) {
        rows.push(...(await compare(name, ask, { few, many })));
      }
      return rows;
    } finally {
      await many.close();
    }
  } finally {
    await few.close();
  }
}

type Question = (user: number) => { path: string; headers: Record<string, string> };

const questions: Record<string, Question> = {
  'GET /api/documents/profile': (user) => own('/api/documents/profile?type=documents', user),
  'GET /api/documents/alerts': (user) => own('/api/documents/alerts', user),
  'share link opened, page': (user) => ({
    path: `/api/share/${shareTokenOf(user)}`,
    headers: { accept: 'text/html' },
  }),
  'share link opened, file': (user) => ({
    path: `/api/share/${shareTokenOf(user)}`,
    headers: { accept: '*/*' },
  }),
};

function own(path: string, user: number) {
  return { path, headers: { cookie: cookieOf(user) } };
}

/** In turns, so that a busy machine slows both alike. */
async function compare(
  name: string,
  question: Question,
  { few, many }: { few: VaultWorld; many: VaultWorld },
): Promise<Row[]> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let n = 0; n < WARM + SAMPLES; n++) {
    const took = { few: await timeOf(few, question), many: await timeOf(many, question) };
    if (n < WARM) continue;
    times.few.push(took.few);
    times.many.push(took.many);
  }
  const [small, large] = [median(times.few), median(times.many)];
  const note = `ratio ${rounded(large / small)} (aim ≤ 1.3)`;
  return [
    [`${name}, p50 ms`, rounded(large), `${MANY * DOCUMENTS_EACH} documents`],
    [`  with ${FEW * DOCUMENTS_EACH}`, rounded(small), note],
  ];
}

async function timeOf(world: VaultWorld, question: Question): Promise<number> {
  const { path, headers } = question(Math.floor(Math.random() * world.users));
  const started = performance.now();
  const response = await fetch(world.url + path, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return performance.now() - started;
}
