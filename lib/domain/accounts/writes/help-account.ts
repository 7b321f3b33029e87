import { findPerson } from '#lib/domain/accounts/reads/accounts.ts';
import { loginWindow } from '#lib/domain/accounts/rules.ts';
import { checkResend, sendCode } from '#lib/domain/accounts/writes/codes.ts';
import { sendReset } from '#lib/domain/accounts/writes/reset-password.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { countedEmail } from '#lib/platform/mail/email-address.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { liftLock } from '#lib/platform/security/limit-locks.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';

/**
 * Helps a person who cannot log in: lifts the lock after wrong passwords, mails a code to verify
 * the e-mail, or mails a link to choose another password. Throws `account_not_found`, or `conflict`
 * if the chosen help would not let the person in.
 */
export async function helpAccount(
  ctx: AdminCtx,
  id: string,
  help: keyof typeof actions,
): Promise<void> {
  const { now, accountId: actor } = ctx;
  if (id === actor) throw conflict('Tu propia cuenta la cambias en tu perfil.');
  await getDb().write(async (tx) => {
    const account = await findPerson(id, tx);
    if (!account) throw new AppError('account_not_found');
    if (help !== 'unlock') {
      if (account.suspendedAt) throw conflict('La cuenta está suspendida: reactívala primero.');
      if (help === 'code' && account.emailVerifiedAt)
        throw conflict('Su correo ya está verificado.');
      await consumeMailPoint(tx, { from: actor, to: account.email, now });
    }
    if (help === 'unlock') await liftLock(tx, loginWindow, countedEmail(account.email) ?? '');
    if (help === 'code') {
      await checkResend(tx, id, 'verify', now);
      await sendCode(tx, { accountId: id, purpose: 'verify', now });
    }
    if (help === 'password') await sendReset(tx, id, now);
    await audit(tx, ctx, { accountId: id, actor, action: actions[help] });
  });
}

const actions = {
  unlock: 'login.unlocked-by-team',
  code: 'code.sent-by-team',
  password: 'password.reset-sent-by-team',
} as const;
