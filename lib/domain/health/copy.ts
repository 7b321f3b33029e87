import { isLate, type LastBackup } from '#lib/domain/health/last-backup.ts';
import type { checkParts, readServices } from '#lib/domain/health/reads.ts';
import { formatAgo, formatDateTime, formatSize } from '#lib/platform/chile/format.ts';

type Parts = Awaited<ReturnType<typeof checkParts>>;
type Service = ReturnType<typeof readServices>[number];
type Part = {
  label: string;
  text: string;
  isDown: boolean;
  /** Text of the headline after `Funciona, pero`, while the rest works without this part. */
  warning?: string;
  /** The operator's next step while it is down or warns. */
  todo?: string;
};

const diskCopy: Record<Parts['disk'], string> = {
  ok: 'Hay espacio',
  low: 'Queda poco espacio',
  full: 'Está lleno, y nada nuevo se guarda',
};
const scannerCopy: Record<Parts['scanner'], string> = {
  ready: 'Responde',
  unreachable: 'No responde: los archivos nuevos esperan su revisión',
  off: 'No hay uno configurado: los archivos se guardan sin revisar',
};

/** Describes each part that a check found, for the page of operators. */
export function partsOf({ database, storage, disk, diskFree, scanner, missing }: Parts): Part[] {
  return [
    {
      label: 'Base de datos',
      text: database ? 'Lee y escribe' : 'No responde',
      isDown: !database,
      todo: 'Mira el registro del servicio y el disco, y después npm run doctor.',
    },
    {
      label: 'Almacén de archivos',
      text: storage ? 'Responde' : 'No responde',
      isDown: !storage,
      todo: 'Revisa las llaves y la dirección del almacén, y después npm run doctor.',
    },
    {
      label: 'Disco',
      text: Number.isFinite(diskFree)
        ? `${diskCopy[disk]}: quedan ${formatSize(diskFree)}`
        : diskCopy[disk],
      isDown: disk === 'full',
      todo: 'Haz espacio: respaldos antiguos y archivos *.before-restore-*. No hace falta reiniciar.',
    },
    {
      label: 'Antivirus',
      text: scannerCopy[scanner],
      isDown: scanner === 'unreachable',
      todo: 'Revisa que clamd esté en marcha y que CLAMAV_HOST o CLAMAV_SOCKET lleguen a él.',
    },
    {
      label: 'Ajustes',
      text: missing.length > 0 ? `Faltan: ${missing.join(', ')}` : 'Están todos',
      isDown: missing.length > 0,
      todo: 'Agrégalos al archivo .env y reinicia el servicio.',
    },
  ];
}

const serviceCopy: Record<Service['provider'], string> = {
  resend: 'Correo (Resend)',
  webpay: 'Webpay',
  mercado_publico: 'Mercado Público',
  hubspot: 'CRM (HubSpot)',
  turnstile: 'Captcha (Turnstile)',
  google: 'Ingreso con Google',
};

/** Describes how the calls to an external service went. A failing one stops only its own acts. */
export function servicePart({ provider, answeredAt, failingSince }: Service, now: number): Part {
  const label = serviceCopy[provider];
  const last = answeredAt && `el último llamado bien, ${formatAgo(answeredAt, now)}`;
  if (failingSince !== undefined) {
    return {
      label,
      text: [`Falla desde el ${formatDateTime(failingSince)}`, last].filter(Boolean).join('; '),
      isDown: false,
      warning: `falla ${label}`,
      todo: 'Mira el registro del servicio y la página de estado del proveedor.',
    };
  }
  const text = last ? `Responde: ${last}` : 'Sin llamados desde que partió el servicio';
  return { label, text, isDown: false };
}

/** Describes the last npm run backup of a database that is a file here. */
export function backupPart(backup: LastBackup | null, now: number): Part {
  const label = 'Respaldo';
  if (backup === null) {
    return {
      label,
      text: 'Ninguno hecho aquí con npm run backup',
      isDown: false,
      warning: 'no hay respaldo',
      todo: 'Haz uno con npm run backup y activa la tarea diaria resguardo-backup.timer: docs/operations.md explica cómo.',
    };
  }
  const lost = backup.missing > 0 ? `, le faltan ${backup.missing} archivos` : '';
  return {
    label,
    text: `El último, ${formatAgo(backup.madeAt, now)}, en ${backup.folder}${lost}`,
    isDown: isLate(backup, now),
    todo:
      backup.missing > 0
        ? 'npm run doctor dice qué archivos faltan.'
        : 'Revisa la tarea diaria que hace npm run backup.',
  };
}

/** Returns the headline: all works, it works with a warning, or what is down. */
export function statusOf(parts: readonly Part[], dead: number) {
  const listed = (words: readonly string[]) => new Intl.ListFormat('es-CL').format(words);
  const down = parts.filter(({ isDown }) => isDown).map(({ label }) => label.toLowerCase());
  if (dead > 0) down.push('envíos');
  if (down.length > 0) return { tone: 'danger', title: `Revisa: ${listed(down)}` } as const;
  const warnings = parts.flatMap(({ warning }) => warning ?? []);
  if (warnings.length === 0) return { tone: 'success', title: 'Todo funciona' } as const;
  return { tone: 'warning', title: `Funciona, pero ${listed(warnings)}` } as const;
}
