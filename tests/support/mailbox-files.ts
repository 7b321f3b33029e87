import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The mails in the local mailbox of another process, in no order. */
export function filesIn(dataDir: string): { to: string; subject: string; text: string }[] {
  const directory = join(dataDir, 'mailbox');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')));
}
