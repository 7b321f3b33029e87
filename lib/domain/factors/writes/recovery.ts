import { hasFactor } from '#lib/domain/accounts/reads.ts';
import { SECURITY_PAGE, SETUP_MS } from '#lib/domain/factors/rules.ts';
import { makeRecoveryCodes, tellChange } from '#lib/domain/factors/writes/change.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';
import { seal, unseal } from '#lib/platform/sealed.ts';

/** Holds new recovery codes, sealed, until their owner says that they are kept. */
export const CODES_COOKIE = 'codigos_de_respaldo';

export async function renewRecoveryCodes(ctx: MemberCtx): Promise<string[]> {
  const { accountId } = ctx;
  return getDb().write(async (tx) => {
    if (!(await hasFactor(accountId, tx))) {
      throw new AppError('conflict', { message: 'Agrega primero una llave o una app de códigos.' });
    }
    await tellChange(tx, ctx, { accountId, action: 'factor.recovery-renewed' });
    return makeRecoveryCodes(tx, accountId);
  });
}

/** The page to go on to after a factor was added: with new codes the one that shows them. */
export function showCodes(ctx: MemberCtx, codes: string[] | null, notice: string): string {
  if (!codes) return `${SECURITY_PAGE}?aviso=${notice}`;
  const sealed = seal('recovery-codes', ctx.accountId, codes.join(' '));
  ctx.cookies.set(CODES_COOKIE, sealed, SETUP_MS / 1000);
  return `${SECURITY_PAGE}/codigos`;
}

export function readShownCodes(accountId: string, cookie: string | undefined): string[] {
  const codes = cookie && unseal('recovery-codes', accountId, cookie);
  return codes ? codes.split(' ') : [];
}
