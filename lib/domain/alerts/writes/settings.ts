import { sql } from 'drizzle-orm';
import { endCalendar as endCalendarOf } from '#lib/domain/accounts/writes/sessions.ts';
import { findMailReader } from '#lib/domain/alerts/reads.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { MemberCtx, RequestCtx } from '#lib/platform/operation.ts';

export async function setAlertMails(ctx: MemberCtx, enabled: boolean): Promise<void> {
  await getDb().write((tx) => switchMails(tx, ctx, ctx.accountId, enabled));
}

/** The link of a mail, without a session. Throws `not_found` for a token that is not ours. */
export async function unsubscribe(ctx: RequestCtx, token: string): Promise<void> {
  const reader = await findMailReader(token);
  if (!reader) throw new AppError('not_found');
  await getDb().write((tx) => switchMails(tx, ctx, reader.accountId, false));
}

/** A new secret calendar address; the one before stops working. Returns the id it is signed for. */
export async function openCalendar(ctx: MemberCtx): Promise<string> {
  const calendarId = randomId();
  await getDb().write(async (tx) => {
    await tx.run(sql`
      insert into alert_settings (account_id, calendar_id) values (${ctx.accountId}, ${calendarId})
      on conflict (account_id) do update set calendar_id = excluded.calendar_id`);
    await audit(tx, ctx, { accountId: ctx.accountId, action: 'calendar.opened' });
  });
  return calendarId;
}

export async function endCalendar(ctx: MemberCtx): Promise<void> {
  await getDb().write((tx) => endCalendarOf(tx, ctx, ctx.accountId));
}

async function switchMails(
  tx: Tx,
  ctx: RequestCtx,
  accountId: string,
  enabled: boolean,
): Promise<void> {
  const offAt = enabled ? null : ctx.now;
  const changed = await tx.all(sql`
    insert into alert_settings (account_id, mails_off_at)
    select id, ${offAt} from accounts where id = ${accountId}
    on conflict (account_id) do update set mails_off_at = excluded.mails_off_at
      where (mails_off_at is null) <> (excluded.mails_off_at is null)
    returning account_id`);
  if (changed.length === 0) return;
  await audit(tx, ctx, { accountId, action: enabled ? 'alert-mails.on' : 'alert-mails.off' });
}
