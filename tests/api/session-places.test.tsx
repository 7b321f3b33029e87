import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import ProfilePage from '#app/panel/perfil/page.tsx';
import { listLiveSessions } from '#lib/domain/accounts/reads/live-sessions.ts';
import { SESSION_ABSOLUTE_MS } from '#lib/domain/accounts/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

test('the profile shows the network of each session, and calls a local one “este mismo equipo”', async () => {
  const ana = await makeUser();
  const at = world.now() - 1000;
  const networks = ['198.51.100.0/24', '127.0.0.0/24', '0:0:0::/48'];
  const open = networks.map((place, n) => ({
    id: `s${n}`,
    tokenHash: hashToken(`t${n}`),
    accountId: ana.id,
    profile: 'natural' as const,
    agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36',
    shortIp: place,
    createdAt: at,
    seenAt: at,
  }));
  await getDb().write((tx) => tx.insert(sessions).values(open));
  browseAs(ana.cookies);
  const page = textOf(await renderPage(ProfilePage, {}));
  expect(page).toContain('red 198.51.100.0/24');
  expect(page.match(/este mismo equipo/g)?.length).toBeGreaterThanOrEqual(2);
  expect(page).not.toMatch(/red (127|0:)/);
});

test('a session that moves to another network shows the network where it was last used', async () => {
  const ana = await makeUser();
  world.advance(2 * HOUR);
  await api('/api/auth/session', { cookies: ana.cookies, ip: '198.51.100.9' });
  const [session] = await getDb().read.select().from(sessions);
  expect(session).toMatchObject({ shortIp: '198.51.100.0/24', seenAt: world.now() });
});

test('a session past its absolute age is not listed as open, however recently it was used', async () => {
  const ana = await makeUser();
  const luis = await makeUser({ email: 'luis@empresa.cl' });
  const createdAt = world.now() - SESSION_ABSOLUTE_MS - 1;
  const ofLuis = eq(sessions.accountId, luis.id);
  await getDb().write((tx) => tx.update(sessions).set({ createdAt }).where(ofLuis));
  const live = await listLiveSessions([ana.id, luis.id], world.now());
  expect([...live.keys()]).toEqual([ana.id]);
});
