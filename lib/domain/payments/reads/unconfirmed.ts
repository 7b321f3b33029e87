import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { stateCopy } from '#lib/domain/payments/copy.ts';
import type { Payment } from '#lib/domain/payments/reads/payments.ts';
import { PENDING_TIMEOUT_MS, WEBPAY_STATUS_DAYS } from '#lib/domain/payments/rules.ts';
import { isCharged, isOpen } from '#lib/domain/payments/transitions.ts';
import { formatAgo, formatDateTime, formatDuration } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds, payments } from '#lib/platform/db/schema/payments.ts';
import type { WebpayFailure } from '#lib/platform/webpay/webpay.ts';

/** Counts payments that Webpay has not settled although its form usually ends sooner. */
export async function countUnconfirmedPayments(now: number): Promise<number> {
  const lateCondition = and(
    inArray(payments.state, ['created', 'pending']),
    // The index of planned checks contains all open payments and few others.
    sql`${payments.nextCheckAt} is not null`,
    lt(payments.createdAt, now - PENDING_TIMEOUT_MS),
  );
  return getDb().read.$count(payments, lateCondition);
}

/** Lists payments that differ from Webpay or have an unclear refund, newest first. */
export async function listDiscrepancies() {
  const { read } = getDb();
  const { id, buyOrder, difference } = payments;
  const differingPayments = read
    .select({ id, buyOrder, question: sql<string>`${difference}` })
    .from(payments)
    .where(isNotNull(difference));
  const unclearRefunds = read
    .select({ id, buyOrder, question: sql<string>`'refund-unclear'` })
    .from(paymentRefunds)
    .innerJoin(payments, eq(id, paymentRefunds.paymentId))
    .where(sql`${paymentRefunds.state} = 'unclear'`);
  return differingPayments.unionAll(unclearRefunds).orderBy(sql`1 desc`).limit(100);
}

type OpenPayment = Pick<
  Payment,
  'state' | 'commitRequestedAt' | 'nextCheckAt' | 'checks' | 'createdAt'
>;

/** Tells the team what an open payment waits for, for how long, and what happens next. */
export function unconfirmedRows(payment: OpenPayment, now: number) {
  const { state, commitRequestedAt, nextCheckAt, checks, createdAt } = payment;
  const waitingSince = commitRequestedAt ?? createdAt;
  const [reason, nextStep] =
    commitRequestedAt !== null
      ? [
          'Volvió de Webpay después de pagar, y Webpay no ha dicho si cobró',
          `Preguntamos hasta ${WEBPAY_STATUS_DAYS} días. Mientras tanto, no pidas este pago otra vez`,
        ]
      : [
          state === 'created'
            ? 'Webpay no ha abierto su formulario de pago'
            : 'Se abrió en Webpay, y quien paga no ha vuelto',
          `Si no vuelve en ${formatDuration(PENDING_TIMEOUT_MS)}, se cierra sin cargo`,
        ];
  const nextCheckText =
    nextCheckAt !== null && nextCheckAt > now ? formatDateTime(nextCheckAt) : 'ahora';
  return [
    { label: 'Por qué', value: reason },
    { label: 'Desde', value: `${formatDateTime(waitingSince)}, ${formatAgo(waitingSince, now)}` },
    {
      label: 'Próxima pregunta a Webpay',
      value: checks > 0 ? `${nextCheckText}; van ${checks} sin resultado` : nextCheckText,
    },
    { label: 'Qué sigue', value: nextStep },
  ];
}

/** How a query to Webpay ended: `busy` if another one was running, `known` if none was needed. */
export type QueryResult = WebpayFailure | 'busy' | 'known' | 'answered';

const unanswered: Record<Exclude<QueryResult, 'known' | 'answered'>, string> = {
  timeout: 'Webpay no respondió a tiempo',
  network: 'No pudimos conectarnos con Webpay',
  server: 'Webpay respondió con un error suyo',
  unreadable: 'Webpay respondió algo que no se entiende',
  unauthorized: 'Webpay rechazó nuestras llaves: hay que revisar la configuración',
  'not-found': 'Webpay respondió que no conoce este pago',
  refused: 'Webpay respondió que ya no informa de este pago',
  busy: 'Ya había otra pregunta en curso sobre este pago',
};

/** Returns what Webpay answered, when, and what that changed, or null for an unknown result. */
export function queryResultText(
  { respuesta: result = '', hora: answeredAt = '' }: Record<string, string>,
  { state, nextCheckAt }: Pick<Payment, 'state' | 'nextCheckAt'>,
): { text: string; isAnswered: boolean } | null {
  const { label } = stateCopy[state];
  if (result === 'known') {
    const text = `No preguntamos: Webpay ya había dado el resultado, ${label}. No cambió nada.`;
    return { text, isAnswered: true };
  }
  const isAnswered = result === 'answered';
  if (!isAnswered && !Object.hasOwn(unanswered, result)) return null;
  const chargedText = isCharged(state) ? 'sí se cobró' : 'no se cobró';
  const answer = isAnswered
    ? `Webpay respondió: ${isOpen(state) ? 'todavía no hay resultado' : chargedText}`
    : unanswered[result as keyof typeof unanswered];
  const nextCheckText =
    nextCheckAt === null ? '' : ` Volvemos a preguntar: ${formatDateTime(nextCheckAt)}.`;
  const change = isOpen(state)
    ? `No cambió nada.${nextCheckText}`
    : `El pago pasó de ${stateCopy.pending.label} a ${label}.`;
  const time = /^\d{13}$/.test(answeredAt) ? ` (${formatDateTime(Number(answeredAt))})` : '';
  return { text: `${answer}${time}. ${change}`, isAnswered };
}
