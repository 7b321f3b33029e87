import { isBackupLate, type LastBackup } from '#lib/domain/health/last-backup.ts';
import { serviceCopy, serviceEffects } from '#lib/domain/health/provider-copy.ts';
import type { checkParts, listServices, readWebhooks } from '#lib/domain/health/reads.ts';
import { findUtm, monthInWords } from '#lib/domain/law/utm.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatAgo, formatDateTime, formatSize } from '#lib/platform/chile/format.ts';
import type { Env } from '#lib/platform/config/env.ts';

type HealthCheck = Awaited<ReturnType<typeof checkParts>>;
type Service = ReturnType<typeof listServices>[number];
type Webhook = Awaited<ReturnType<typeof readWebhooks>>[number];
type HealthPart = {
  label: string;
  text: string;
  /** Page that lists the things that the text counts. */
  href?: string;
  isDown: boolean;
  /** True if it is not known whether the part works. */
  isUnknown?: boolean;
  /** Words after `Funciona, pero` in the headline, if the app works without this part. */
  warning?: string;
  /** The effect on the people who use the service, if it is down or warns. */
  effect?: string;
  /**
   * Tells the operator what to do if the part is down or warns. Commands stand between backticks.
   */
  todo?: string;
};

const diskCopy: Record<HealthCheck['disk'], string> = {
  ok: 'Hay espacio',
  low: 'Queda poco espacio',
  full: 'Está lleno, y nada nuevo se guarda',
};
const scannerCopy: Record<HealthCheck['scanner'], string> = {
  ready: 'Responde',
  unreachable: 'No responde: los archivos nuevos esperan su revisión',
  off: 'No hay uno configurado: los archivos se guardan sin revisar',
};

/** Describes each part that was checked, for `/admin/estado`. */
export function describeParts(check: HealthCheck, now: number): HealthPart[] {
  const { database, storage, disk, diskFree, scanner, missing, calls } = check;
  const sinceTextOf = (part: keyof HealthCheck['calls']) => sinceText(calls[part], now);
  return [
    {
      label: 'Base de datos',
      text: `${database ? 'Lee y escribe' : 'No responde'}${sinceTextOf('database')}`,
      isDown: !database,
      effect: 'Nadie puede entrar, pedir una garantía ni guardar nada hasta que responda.',
      todo: 'Mira el registro del servicio y el disco, y después `npm run doctor`.',
    },
    {
      label: 'Almacén de archivos',
      text: `${storage ? 'Responde' : 'No responde'}${sinceTextOf('storage')}`,
      isDown: !storage,
      effect: 'No se pueden subir ni abrir archivos. Lo demás sigue.',
      todo: 'Revisa las llaves y la dirección del almacén, y después `npm run doctor`.',
    },
    {
      label: 'Disco',
      text: Number.isFinite(diskFree)
        ? `${diskCopy[disk]}: quedan ${formatSize(diskFree)}`
        : diskCopy[disk],
      isDown: disk === 'full',
      effect: 'Lo que envían las personas no se guarda. Pueden seguir leyendo.',
      todo: 'Haz espacio: respaldos antiguos y archivos `*.before-restore-*`. No hace falta reiniciar.',
    },
    {
      label: 'Antivirus',
      text: `${scannerCopy[scanner]}${scanner === 'off' ? '' : sinceTextOf('scanner')}`,
      isDown: scanner === 'unreachable',
      effect: 'Los archivos que llegan se abren recién cuando se hayan revisado.',
      isUnknown: scanner === 'off',
      todo: 'Revisa que clamd esté en marcha y que `CLAMAV_HOST` o `CLAMAV_SOCKET` lleguen a él.',
    },
    {
      label: 'Ajustes',
      text: missing.length > 0 ? `Faltan: ${missing.join(', ')}` : 'Están todos',
      isDown: missing.length > 0,
      effect: 'Algunas funciones no están disponibles.',
      todo: 'Agrégalos al archivo `.env` y reinicia el servicio.',
    },
  ];
}

/** Returns since when all checks succeed or fail, or an empty text before the first check. */
function sinceText(
  { answeredAt, fineSince, failingSince }: HealthCheck['calls']['database'],
  now: number,
) {
  if (fineSince !== undefined) return `, sin fallas desde el ${formatDateTime(fineSince)}`;
  if (failingSince === undefined) return '';
  const lastText = answeredAt ? `; la última vez bien, ${formatAgo(answeredAt, now)}` : '';
  return `, desde el ${formatDateTime(failingSince)}${lastText}`;
}

/** Describes mail without a provider. Calls to a provider are described by `servicePart`. */
export function mailPart(provider: 'resend' | 'mailbox' | 'none'): HealthPart[] {
  if (provider === 'resend') return [];
  const isDown = provider === 'none';
  return [
    {
      label: 'Correo',
      text: isDown
        ? 'Sin proveedor: ningún correo sale, y todos esperan'
        : 'Sin proveedor: los correos se guardan en /dev/correo y no salen de este equipo',
      isDown,
      isUnknown: !isDown,
      effect:
        'Nadie recibe correos: ni códigos, ni enlaces, ni respuestas. Salen cuando se configure.',
      todo: 'Pon `RESEND_API_KEY` y `MAIL_FROM` en `.env` y reinicia el servicio.',
    },
  ];
}

/** Describes the payments that have waited too long for Webpay. */
export function unconfirmedPart(count: number): HealthPart {
  const label = 'Pagos sin confirmar';
  if (count === 0) return { label, text: 'Ninguno hace más de 15 minutos', isDown: false };
  return {
    label,
    text: `${count} hace más de 15 minutos`,
    href: '/admin/pagos?state=sin-confirmar',
    isDown: false,
    warning: 'hay pagos sin confirmar',
    effect: 'Ábrelos: cada uno dice qué falta y deja preguntarle ahora a Webpay.',
  };
}

const webhookCopy = {
  scheduling: { label: 'Avisos de la agenda', setting: '`SCHEDULING_WEBHOOK_SECRET`' },
  crm: { label: 'Avisos del CRM', setting: '`CRM_WEBHOOK_TOKEN` o `HUBSPOT_APP_SECRET`' },
  mail: { label: 'Avisos del correo', setting: '`RESEND_WEBHOOK_SECRET`' },
};

/** Describes a webhook. Anyone may send a wrong call, so a refused call raises no alarm. */
export function webhookPart(
  { source, receivedAt, refusedSince }: Webhook,
  now: number,
): HealthPart {
  const { label, setting } = webhookCopy[source];
  const lastText = receivedAt
    ? `El último llegó ${formatAgo(receivedAt, now)}`
    : 'Ninguno ha llegado';
  const refusedText = refusedSince
    ? `; rechazados desde el ${formatDateTime(refusedSince)}: revisa que ${setting} sea igual allá`
    : '';
  const isUnknown = !receivedAt || refusedSince !== undefined;
  return { label, text: `${lastText}${refusedText}`, isDown: false, isUnknown };
}

/** Describes the calls to an external service. The app works without it, so this only warns. */
export function servicePart(
  { provider, answeredAt, failingSince }: Service,
  now: number,
): HealthPart {
  const label = serviceCopy[provider];
  const lastText = answeredAt && `el último llamado bien, ${formatAgo(answeredAt, now)}`;
  if (failingSince !== undefined) {
    return {
      label,
      text: [`Falla desde el ${formatDateTime(failingSince)}`, lastText].filter(Boolean).join('; '),
      isDown: false,
      warning: `falla ${label}`,
      effect: serviceEffects[provider],
      todo: 'Mira el registro del servicio y la página de estado del proveedor.',
    };
  }
  const text = lastText ? `Responde: ${lastText}` : 'Sin llamados desde que partió el servicio';
  return { label, text, isDown: false, isUnknown: !lastText };
}

/** Describes the last `npm run backup`, if the database is a file on this machine. */
export function backupPart(backup: LastBackup | null, now: number): HealthPart {
  const label = 'Respaldo';
  if (backup === null) {
    return {
      label,
      text: 'Ninguno hecho en este equipo',
      isDown: false,
      warning: 'no hay respaldo',
      effect:
        'El servicio funciona, pero si este equipo falla se pierden los datos. Avisa a quien lo opera.',
      todo: 'Haz uno con `npm run backup` y activa la tarea diaria con `systemctl enable --now resguardo-backup.timer`: `docs/operations.md` explica cómo.',
    };
  }
  const missingText = backup.missing > 0 ? `, le faltan ${backup.missing} archivos` : '';
  return {
    label,
    text: `El último, ${formatAgo(backup.madeAt, now)}, en ${backup.folder}${missingText}`,
    isDown: isBackupLate(backup, now),
    effect:
      'El servicio funciona, pero si este equipo falla se pierde lo nuevo. Avisa a quien lo opera.',
    todo:
      backup.missing > 0
        ? '`npm run doctor` dice qué archivos faltan.'
        : 'Revisa la tarea diaria que hace `npm run backup`.',
  };
}

/** Describes the UTM (the monthly tax unit) of this month, if the operator configures it. */
export function utmPart(configuredUtm: Env['utm'], today: string): HealthPart[] {
  if (configuredUtm.length === 0) return [];
  const label = 'UTM';
  const utm = findUtm(configuredUtm, today);
  if (utm && !utm.missing)
    return [{ label, text: `${utm.month}: $ ${groupAmount(utm.pesos)}`, isDown: false }];
  const month = today.slice(0, 7);
  const consequence = utm
    ? `la calculadora muestra la de ${utm.month}, y lo dice`
    : 'la calculadora la pide';
  return [
    {
      label,
      text: `Falta la de ${monthInWords(month)}: ${consequence}`,
      isDown: false,
      warning: 'falta la UTM del mes',
      effect: 'Los montos en UTM se calculan con la de otro mes, o se piden a mano.',
      todo: `Agrega \`${month}:<pesos>\` a \`UTM\` en \`.env\`, como la publica sii.cl, y reinicia el servicio.`,
    },
  ];
}

/** Sorts the parts: first what is down, then what warns, otherwise as before. */
export function sortByUrgency(parts: readonly HealthPart[]): HealthPart[] {
  const rank = ({ isDown, warning }: HealthPart) => (isDown ? 0 : warning ? 1 : 2);
  return parts.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns the headline (all works, a part warns, or a part is down), and the page on which to act.
 */
export function healthHeadline(parts: readonly HealthPart[], deadCount: number) {
  const listText = (words: readonly string[]) => new Intl.ListFormat('es-CL').format(words);
  const downParts = parts.filter(({ isDown }) => isDown).map(({ label }) => label.toLowerCase());
  if (deadCount > 0) downParts.push('envíos');
  const warnings = parts.flatMap(({ warning }) => warning ?? []);
  const isOnlyDead = downParts.length === 1 && deadCount > 0 && warnings.length === 0;
  const href = isOnlyDead ? '/admin/entregas' : '#partes';
  if (downParts.length > 0) {
    const title = `Revisa: ${listText(downParts)}`;
    const tail = warnings.length > 0 ? `. Además, ${listText(warnings)}` : '';
    return { tone: 'danger', title: `${title}${tail}`, href } as const;
  }
  if (warnings.length === 0) return { tone: 'success', title: 'Todo funciona' } as const;
  return { tone: 'warning', title: `Funciona, pero ${listText(warnings)}`, href } as const;
}
