import { type SQL, sql } from 'drizzle-orm';
import { type PaymentRequestState, TRANSFER_TYPE } from '#lib/domain/payments/copy.ts';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { formatPesos, workingHoursText } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { getEnv } from '#lib/platform/config/env.ts';

export function isTransfer({ paymentTypeCode }: Pick<Payment, 'paymentTypeCode'>): boolean {
  return paymentTypeCode === TRANSFER_TYPE;
}

export const operationNumberLabel = 'N.º de operación del banco';

const PREFIX = 'RG';
const CODE_LENGTH = 6;
/**
 * Replaces characters that banks refuse in a *glosa* (the text of a transfer), and letters that
 * look like digits.
 */
const replacements = { '-': 'X', _: 'Y', O: '0', I: '1', L: '1' } as const;

/**
 * Returns the text that a payer writes into the transfer: RG and the first six characters of the
 * request's id. The rest of the id stays secret.
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

/** SQL for whether the words are the transfer code of the request with the id in `column`. */
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

/**
 * Returns where to transfer a requested payment and when the team confirms it, or null without
 * TRANSFER_ACCOUNT.
 */
export function transferOffer({ id, amount }: { id: string; amount: number }) {
  const { transferAccount } = getEnv();
  if (!transferAccount) return null;
  const { holder, rut, bank, kind, number, email } = transferAccount;
  const rows = [
    { label: 'Titular', value: holder },
    { label: 'RUT', value: formatRut(rut) },
    { label: 'Banco', value: bank },
    { label: 'Tipo de cuenta', value: kind },
    { label: 'Número de cuenta', value: number },
    { label: 'Correo', value: email },
    { label: 'Monto', value: formatPesos(amount), copied: String(amount) },
    { label: 'Glosa o comentario', value: transferCode(id) },
  ];
  return { rows, waitText: transferWaitText() };
}

/** Returns text that says by when the team confirms a transfer to its payer. */
function transferWaitText(): string {
  const { answerHours } = getEnv().company;
  const limit = answerHours
    ? `en ${workingHoursText(answerHours)} o menos`
    : 'a más tardar el día hábil siguiente';
  return `No tienes que avisar: te escribimos apenas llegue, ${limit}.`;
}

/** Returns the page on which an advisor records that a requested payment arrived by transfer. */
export function transferPath(requestId: string): string {
  return `/admin/pagos/pedidos/${requestId}/transferencia`;
}

/** Returns whether a transfer may be recorded for a request in this state. It may arrive late. */
export function mayRecordTransfer(state: PaymentRequestState): boolean {
  return state === 'waiting' || state === 'expired';
}

/**
 * Returns how the team finds and records a transfer for a request, or null if none can be recorded.
 */
export function expectedTransfer(requestId: string, state: PaymentRequestState) {
  if (!getEnv().transferAccount || !mayRecordTransfer(state)) return null;
  return { path: transferPath(requestId), code: transferCode(requestId) };
}
