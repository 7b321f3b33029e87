import { setTimeout as sleep } from 'node:timers/promises';
import { createAdvisor } from '#tests/support/advisor-account.ts';
import { filesIn } from '#tests/support/mailbox-files.ts';
import { request } from '#tools/demo/request.ts';
import { fillDemoVault } from '#tools/demo/vault.ts';

/** An advisor, and a company with a full vault that has sent a request. Returns how to log in. */
export async function addPeople(app: { url: string; dataDir: string }) {
  const company = await fillDemoVault(app.url, app.dataDir);
  const login = { email: 'asesora@resguardo.localhost', password: company.password };
  const made = await createAdvisor({
    ...app,
    ...login,
    resetMail: () => resetMail(app.dataDir, login.email),
  });
  const advisor = { ...login, ...made };
  await fetch(`${app.url}/api/guarantees/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, email: company.email }),
  });
  return { company, advisor };
}

async function resetMail(dataDir: string, to: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const mail = filesIn(dataDir).find((each) => each.to === to && /restablecer/.test(each.text));
    if (mail) return mail.text;
    await sleep(100);
  }
  throw new Error(`no mail reached ${to}`);
}
