import { type MailFile, mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { waitFor } from '#tests/support/wait-for.ts';

type Registration = { email: string; password: string } & Record<string, string>;

/**
 * Registers, verifies and logs in through the API of an app whose mails go to the local mailbox.
 * Returns the `Cookie` header of the session.
 */
export async function registerLiveAccount(
  { url, dataDir }: { url: string; dataDir: string },
  registration: Registration,
): Promise<string> {
  const { email, password } = registration;
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/api/auth/register', registration);
  await post('/api/auth/verify', { email, code: await mailedCode(dataDir, email) });
  const session = await post('/api/auth/login', { email, password });
  if (!session.ok) throw new Error(`no session: ${await session.text()}`);
  return session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function mailedCode(dataDir: string, email: string): Promise<string> {
  const isCode = ({ to, subject }: MailFile) => to === email && / es tu código /.test(subject);
  return (await waitFor(() => mailboxFilesIn(dataDir).find(isCode))).subject.slice(0, 6);
}
