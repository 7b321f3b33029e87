import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type MailFile = {
  id: string;
  to: string;
  subject: string;
  text: string;
  sentAt: number;
  attachments: { fileName: string; content: string }[];
};

/** Returns the mails in the local mailbox of another process, in no order. */
export function mailboxFilesIn(dataDir: string): MailFile[] {
  const directory = join(dataDir, 'mailbox');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')));
}
