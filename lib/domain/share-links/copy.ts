import { formatDay } from '#lib/platform/format.ts';

export function kindName(contentType: string): string {
  return kinds[contentType] ?? 'Archivo';
}

const office = 'application/vnd.openxmlformats-officedocument';
const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'Imagen JPEG',
  'image/png': 'Imagen PNG',
  'image/webp': 'Imagen WEBP',
  [`${office}.wordprocessingml.document`]: 'Documento de Word',
  [`${office}.spreadsheetml.sheet`]: 'Planilla de Excel',
  'application/msword': 'Documento de Word',
  'application/vnd.ms-excel': 'Planilla de Excel',
};

/** What a visitor reads when a link gives nothing; other refusals have their own sentence. */
export const closedCopy: Record<string, { title: string; text?: string }> = {
  share_not_found: {
    title: 'No encontramos este enlace',
    text: 'Revisa que la dirección esté completa o pídele el enlace otra vez a quien te lo envió.',
  },
  share_expired: {
    title: 'Este enlace ya no está disponible',
    text: 'Venció, lo cerró quien lo compartió o ya se usó todas las veces permitidas. Pide uno nuevo a quien te lo envió.',
  },
  document_not_found: {
    title: 'No encontramos ese documento',
    text: 'Quien lo compartió lo renovó o lo quitó. Abre el enlace otra vez para ver lo que muestra hoy.',
  },
  // Which limit it was, and for how long, says the refusal itself.
  rate_limited: { title: 'Espera un momento' },
};

/** What the owner of a link reads in its place. */
export function ownLinkText(left: number | null): string {
  const rest =
    left === null
      ? ''
      : ` A los demás les queda${left === 1 ? ' 1 apertura' : `n ${left} aperturas`}.`;
  return `Es tu enlace y así lo ven los demás. Lo que abras tú no cuenta.${rest}`;
}

/** How often a link may still be opened. Null: without a limit. */
export function openingsText(left: number | null): string | null {
  if (left === null) return null;
  if (left === 0) {
    return 'Este enlace ya se usó todas las veces permitidas. Aquí puedes terminar de descargar el archivo durante un rato.';
  }
  const times = left === 1 ? 'una vez más' : `${left} veces más`;
  return `Este enlace se puede usar ${times}. Cada archivo que veas o descargues cuenta como una.`;
}

type Dated = { expiresAt: number | null; countedFrom: string | null };

/** Until when a document counts, as its reader is told: not more than is known. Null: it does not lapse. */
export function validityOf({ expiresAt, countedFrom }: Dated, now: number) {
  if (expiresAt === null) return null;
  const isOver = expiresAt < now;
  const from = countedFrom === 'uploaded' ? ', según el día en que se subió' : '';
  const day = `${formatDay(expiresAt)}${from}`;
  return { isOver, label: isOver ? 'Venció el' : 'Vigente hasta el', day };
}

export const shareLabels = {
  documentKey: 'Qué compartes',
  recipients: 'Para quién',
  expiresInHours: 'Por cuánto tiempo',
  label: 'Nombre del enlace',
  password: 'Contraseña',
  maxOpenings: 'Máximo de aperturas',
};
