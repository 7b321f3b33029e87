import type { Arrival, ArrivalReport } from '#lib/domain/deliveries/arrival-rules.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

/** Returns what became of a mail, or null if the provider reported nothing. */
export function arrivalText({ arrival, arrivalAt, arrivalReason }: ArrivalReport): string | null {
  if (!arrival || arrivalAt === null) return null;
  if (arrival === 'delivered') return `Llegó el ${formatDateTime(arrivalAt)}`;
  const reason = arrivalReason && (reasons[arrivalReason] ?? arrivalReason);
  return reason ? `${arrivalCopy[arrival]}: ${reason}` : arrivalCopy[arrival];
}

const arrivalCopy: Record<Exclude<Arrival, 'delivered'>, string> = {
  delayed: 'Demorado: su servidor aún no lo recibe',
  failed: 'El proveedor no lo pudo enviar',
  suppressed: 'El proveedor no lo envió',
  bounced: 'Rebotó',
  complained: 'Lo marcó como correo no deseado',
};

const onList = 'esa casilla ya rebotó o marcó un correo nuestro como no deseado';
const silent = 'su servidor no dice por qué';

/** The codes of Resend: type and subtype of a bounce, or the reason of another failure. */
const reasons: Record<string, string> = {
  'Permanent NoEmail': 'la casilla no existe',
  'Permanent General': 'la casilla no existe o no recibe correos',
  'Permanent Suppressed': onList,
  'Permanent OnAccountSuppressionList': onList,
  'Transient General': silent,
  'Transient MailboxFull': 'la casilla está llena',
  'Transient MessageTooLarge': 'el correo es demasiado grande',
  'Transient ContentRejected': 'su servidor rechazó el contenido',
  'Transient AttachmentRejected': 'su servidor rechazó el adjunto',
  'Undetermined Undetermined': silent,
  OnAccountSuppressionList: onList,
  reached_daily_quota: 'se acabó la cuota del día',
};
