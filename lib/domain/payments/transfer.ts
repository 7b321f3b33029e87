import { type SQL, sql } from 'drizzle-orm';
import { type PaymentRequestState, TRANSFER_TYPE } from '#lib/domain/payments/copy.ts';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { getEnv } from '#lib/platform/config/env.ts';

export function isTransfer({ paymentTypeCode }: Pick<Payment, 'paymentTypeCode'>): boolean {
  return paymentTypeCode === TRANSFER_TYPE;
}

export const operationNumberLabel = 'N.º de operación del banco';

const PREFIX = 'RG';
const CODE_LENGTH = 6;
/** Replaces what banks refuse in a glosa, and letters that people take for digits. */
const replacements = { '-': 'X', _: 'Y', O: '0', I: '1', L: '1' } as const;

/**
 * Returns the text that a payer writes into the transfer: RG and six characters. They begin the
 * request's id, whose other characters stay secret.
 */
export function transferCode(requestId: string): string {
  return PREFIX + plainCode(requestId.slice(0, CODE_LENGTH));
}

function plainCode(text: string): string {
  return Object.entries(replacements).reduce(
    (code, [from, to]) => code.replaceAll(from, to),
    text.toUpperCase(),
  );
}

/** SQL for whether the typed words are the code of the payment request whose id `column` has. */
export function transferCodeCondition(column: SQL, words: string): SQL {
  const typedCode = words.replace(/[\s-]/g, '').toUpperCase();
  if (!typedCode.startsWith(PREFIX) || typedCode.length !== PREFIX.length + CODE_LENGTH) {
    return sql`0`;
  }
  const codeColumn = Object.entries(replacements).reduce(
    (code, [from, to]) => sql`replace(${code}, ${from}, ${to})`,
    sql`upper(substr(${column}, 1, ${CODE_LENGTH}))`,
  );
  return sql`${codeColumn} = ${plainCode(typedCode.slice(PREFIX.length))}`;
}

/** Returns where to transfer a requested payment, or null without TRANSFER_ACCOUNT. */
export function transferRows({ id, amount }: { id: string; amount: number }) {
  const { transferAccount } = getEnv();
  if (!transferAccount) return null;
  const { holder, rut, bank, kind, number, email } = transferAccount;
  return [
    { label: 'Titular', value: holder },
    { label: 'RUT', value: formatRut(rut) },
    { label: 'Banco', value: bank },
    { label: 'Tipo de cuenta', value: kind },
    { label: 'Número de cuenta', value: number },
    { label: 'Correo', value: email },
    { label: 'Monto', value: formatPesos(amount), copied: String(amount) },
    { label: 'Glosa o comentario', value: transferCode(id) },
  ];
}

/** Returns the page on which an advisor records that a requested payment arrived by transfer. */
export function transferPath(requestId: string): string {
  return `/admin/pagos/pedidos/${requestId}/transferencia`;
}

/** Whether a transfer for a request in this state is recorded: also one that arrives late. */
export function mayRecordTransfer(state: PaymentRequestState): boolean {
  return state === 'waiting' || state === 'expired';
}

/** Returns how the team finds and records a transfer for a request, or null if it may not. */
export function expectedTransfer(requestId: string, state: PaymentRequestState) {
  if (!getEnv().transferAccount || !mayRecordTransfer(state)) return null;
  return { path: transferPath(requestId), code: transferCode(requestId) };
}
