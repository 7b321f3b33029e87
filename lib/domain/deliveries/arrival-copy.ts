import type { Arrival, ArrivalReport } from '#lib/domain/deliveries/arrival-rules.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

/** Returns what happened to a mail after it was sent, or null if the provider reported nothing. */
export function arrivalText({ arrival, arrivalAt, arrivalReason }: ArrivalReport): string | null {
  if (!arrival || arrivalAt === null) return null;
  if (arrival === 'delivered') return `Llegó el ${formatDateTime(arrivalAt)}`;
  const reason = arrivalReason && (reasonTexts[arrivalReason] ?? arrivalReason);
  return reason ? `${arrivalCopy[arrival]}: ${reason}` : arrivalCopy[arrival];
}

const arrivalCopy: Record<Exclude<Arrival, 'delivered'>, string> = {
  delayed: 'Demorado: su servidor aún no lo recibe',
  failed: 'El proveedor no lo pudo enviar',
  suppressed: 'El proveedor no lo envió',
  bounced: 'Rebotó',
  complained: 'Lo marcó como correo no deseado',
};

const suppressedText = 'esa casilla ya rebotó o marcó un correo nuestro como no deseado';
const noReasonText = 'su servidor no dice por qué';

/** The codes of Resend: type and subtype of a bounce, or the reason of another failure. */
const reasonTexts: Record<string, string> = {
  'Permanent NoEmail': 'la casilla no existe',
  'Permanent General': 'la casilla no existe o no recibe correos',
  'Permanent Suppressed': suppressedText,
  'Permanent OnAccountSuppressionList': suppressedText,
  'Transient General': noReasonText,
  'Transient MailboxFull': 'la casilla está llena',
  'Transient MessageTooLarge': 'el correo es demasiado grande',
  'Transient ContentRejected': 'su servidor rechazó el contenido',
  'Transient AttachmentRejected': 'su servidor rechazó el adjunto',
  'Undetermined Undetermined': noReasonText,
  OnAccountSuppressionList: suppressedText,
  reached_daily_quota: 'se acabó la cuota del día',
};
