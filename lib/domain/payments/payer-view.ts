import type { Account } from '#lib/domain/accounts/reads/accounts.ts';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import { accountLabel } from '#lib/platform/chile/account-label.ts';

export type Payer = {
  email: string | null;
  company: Pick<Account, 'razonSocial' | 'rut'> | null;
  /** E-mail of the person who paid. For a company, this is the member who paid. */
  payerMail?: string | null;
  /** E-mail to which the payment was requested, or null if nobody requested it. */
  requestedTo?: string | null;
};

type PayerOfPayment = Payer & { payment: Pick<Payment, 'accountId' | 'receiptEmail'> };

function payerLabel({ email, company }: Payer): string | null {
  return accountLabel({ email, razonSocial: null, rut: null, ...company });
}

/** Names who paid, and to whom the payment was requested if that is somebody else. */
export function payerOf({
  payment: { accountId, receiptEmail },
  ...payer
}: PayerOfPayment): string {
  const { email, payerMail = email, requestedTo } = payer;
  if (accountId === GUEST_ACCOUNT_ID) {
    return `Sin cuenta${email ? `, solicitado a ${email}` : ''}${receiptEmail ? `, con copia a ${receiptEmail}` : ''}`;
  }
  const label = payerLabel(payer) ?? 'Cuenta eliminada';
  return requestedTo && requestedTo !== payerMail ? `${label}, solicitado a ${requestedTo}` : label;
}

/** Names the person who paid if the payment was requested from somebody else, otherwise null. */
export function otherPayer({ payment, ...payer }: PayerOfPayment): string | null {
  const { accountId, receiptEmail } = payment;
  const { payerMail, requestedTo } = payer;
  if (accountId === GUEST_ACCOUNT_ID) {
    return receiptEmail && receiptEmail !== requestedTo
      ? `alguien sin cuenta, con copia a ${receiptEmail}`
      : null;
  }
  if (payerMail === requestedTo) return null;
  const label = payerLabel(payer);
  const parts = [...new Set([label, payerMail])].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'una cuenta eliminada';
}
