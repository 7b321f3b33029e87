import { SECURITY_PAGE, SETUP_MS } from '#lib/domain/factors/rules.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { decryptText, encryptText } from '#lib/platform/security/encrypted-text.ts';

/**
 * Returns the next page after a factor was added. If there are new recovery codes, that page shows
 * them from an encrypted cookie until the person confirms that they are stored.
 */
export function pathToNewCodes(ctx: SignedInCtx, codes: string[] | null, notice: string): string {
  if (!codes) return `${SECURITY_PAGE}?aviso=${notice}`;
  const encryptedCodes = encryptText('recovery-codes', ctx.accountId, codes.join(' '));
  ctx.browser.set('recoveryCodes', encryptedCodes, { seconds: SETUP_MS / 1000 });
  return `${SECURITY_PAGE}/codigos`;
}

export function decryptShownCodes(accountId: string, sealedCodes: string | undefined): string[] {
  const codes = sealedCodes && decryptText('recovery-codes', accountId, sealedCodes);
  return codes ? codes.split(' ') : [];
}
