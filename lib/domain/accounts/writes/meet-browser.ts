import { desc, eq, inArray } from 'drizzle-orm';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { BROWSER_COOKIE } from '#lib/domain/accounts/reads.ts';
import { BROWSER_DAYS } from '#lib/domain/accounts/rules.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { shortAddress } from '#lib/platform/addresses.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { knownBrowsers } from '#lib/platform/db/schema/accounts.ts';
import { DAY_SECONDS } from '#lib/platform/durations.ts';
import { randomId, randomToken } from '#lib/platform/ids.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { hashToken } from '#lib/platform/secrets.ts';

/** More than anybody uses; the one seen longest ago makes room. */
const MOST = 20;

/** Inside a write: tells the owner of a new browser, unless it is the account's first. */
export async function meetBrowser(tx: Tx, ctx: RequestCtx, accountId: string): Promise<void> {
  const held = ctx.cookies.get(BROWSER_COOKIE) ?? '';
  const token = /^[\w-]{43}$/.test(held) ? held : randomToken();
  ctx.cookies.set(BROWSER_COOKIE, token, BROWSER_DAYS * DAY_SECONDS);
  const tokenHash = hashToken(token);
  const known = await tx
    .select({ id: knownBrowsers.id, tokenHash: knownBrowsers.tokenHash })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.accountId, accountId))
    .orderBy(desc(knownBrowsers.seenAt));
  const met = known.find((browser) => browser.tokenHash === tokenHash);
  if (met) {
    const seen = { seenAt: ctx.now };
    await tx.update(knownBrowsers).set(seen).where(eq(knownBrowsers.id, met.id));
    return;
  }
  const id = randomId();
  await tx
    .insert(knownBrowsers)
    .values({ id, accountId, tokenHash, createdAt: ctx.now, seenAt: ctx.now });
  const surplus = known.slice(MOST - 1).map((browser) => browser.id);
  if (surplus.length > 0) {
    await tx.delete(knownBrowsers).where(inArray(knownBrowsers.id, surplus));
  }
  if (known.length === 0) return;
  const kind = 'account.new-browser-mail';
  const told = { device: deviceOf(ctx.agent), place: shortAddress(ctx.address), at: ctx.now };
  const payload = { accountId, browserId: id, ...told };
  await enqueueDelivery(tx, {
    lane: `account:${accountId}/${kind}/${id}`,
    kind,
    payload,
    now: ctx.now,
  });
}
