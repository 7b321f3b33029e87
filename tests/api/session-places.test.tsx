import { expect, test } from 'vitest';
import ProfilePage from '#app/panel/perfil/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { browseAs, show, textOf } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

test('the profile names the network of each session, and this machine by words', async () => {
  const ana = await makeUser();
  const at = world.now() - 1000;
  const places = ['198.51.100.0/24', '127.0.0.0/24', '0:0:0::/48'];
  const open = places.map((place, n) => ({
    id: `s${n}`,
    tokenHash: hashToken(`t${n}`),
    accountId: ana.id,
    profile: 'natural' as const,
    agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36',
    place,
    createdAt: at,
    seenAt: at,
  }));
  await getDb().write((tx) => tx.insert(sessions).values(open));
  browseAs(ana.cookies);
  const page = textOf(await show(ProfilePage, {}));
  expect(page).toContain('red 198.51.100.0/24');
  expect(page.match(/este mismo equipo/g)?.length).toBeGreaterThanOrEqual(2);
  expect(page).not.toMatch(/red (127|0:)/);
});
