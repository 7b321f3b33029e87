import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type MailPort, safeMail } from '#lib/platform/mail/mail.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';
import { now } from '#lib/platform/process/clock.ts';

export type Mailbox = MailPort & {
  /** Returns the newest messages first, without bodies. */
  listMessages: (options: {
    limit: number;
  }) => Promise<Pick<MailboxMessage, 'id' | 'sentAt' | 'to' | 'subject'>[]>;
  findMessage: (id: string) => Promise<MailboxMessage | null>;
};

const messageSchema = z.object({
  id: z.string(),
  sentAt: z.number(),
  from: z.string(),
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  unsubscribeUrl: z.string().optional(),
  idempotencyKey: z.string(),
  /** `content` is base64. */
  attachments: z.array(
    z.object({ fileName: z.string(), contentType: z.string(), content: z.string() }),
  ),
});

export type MailboxMessage = z.infer<typeof messageSchema>;

/**
 * Keeps mails as JSON files in place of a provider, for development. A file is named by the hash of
 * the idempotency key.
 */
export function localMailbox(directory: string, from: string): Mailbox {
  const pathOf = (id: string) => join(directory, `${id}.json`);
  const readMessage = async (id: string) =>
    messageSchema.parse(JSON.parse(await readFile(pathOf(id), 'utf8')));

  return {
    send: async (rawMail) => {
      const mail = safeMail(rawMail);
      const id = createHash('sha256').update(mail.idempotencyKey).digest('hex').slice(0, 32);
      const message: MailboxMessage = {
        ...mail,
        id,
        sentAt: now(),
        from: mail.from ?? from,
        attachments: (mail.attachments ?? []).map((attachment) => ({
          ...attachment,
          content: attachment.content.toString('base64'),
        })),
      };
      await mkdir(directory, { recursive: true });
      if (await writeOnce(directory, pathOf(id), JSON.stringify(message))) return null;
      if (isSameMail(await readMessage(id), message)) return null;
      throw new ProviderError('invalid_idempotent_request', { isRetryable: false });
    },

    listMessages: async ({ limit }) => {
      const ids = await newestIds(directory, limit);
      const messages = await Promise.all(ids.map(readMessage));
      return messages.map(({ id, sentAt, to, subject }) => ({ id, sentAt, to, subject }));
    },

    findMessage: async (id) => {
      if (!/^[0-9a-f]{32}$/.test(id)) return null;
      return readMessage(id).catch(nullWhenMissing);
    },
  };
}

/** Writes a file durably. Returns false if it already exists. */
async function writeOnce(directory: string, path: string, content: string): Promise<boolean> {
  const temporaryPath = join(
    /* turbopackIgnore: true */ directory,
    `.${randomBytes(8).toString('hex')}`,
  );
  const file = await open(/* turbopackIgnore: true */ temporaryPath, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    await link(temporaryPath, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await file.close();
    await unlink(temporaryPath);
  }
  const folder = await open(directory, 'r');
  await folder.sync().finally(() => folder.close());
  return true;
}

function isSameMail(a: MailboxMessage, b: MailboxMessage): boolean {
  // JSON has no undefined fields, so both sides are converted to JSON and back.
  const content = ({ sentAt: _, ...rest }: MailboxMessage) => JSON.parse(JSON.stringify(rest));
  return isDeepStrictEqual(content(a), content(b));
}

async function newestIds(directory: string, limit: number): Promise<string[]> {
  const names = await readdir(directory).catch((error) => nullWhenMissing(error) ?? []);
  const files = names.filter((name) => name.endsWith('.json'));
  const datedFiles = await Promise.all(
    files.map(async (name) => {
      const { mtimeNs } = await stat(join(directory, name), { bigint: true });
      return { id: name.slice(0, -'.json'.length), mtimeNs };
    }),
  );
  datedFiles.sort((a, b) => (a.mtimeNs < b.mtimeNs ? 1 : -1));
  return datedFiles.slice(0, limit).map(({ id }) => id);
}

function nullWhenMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
