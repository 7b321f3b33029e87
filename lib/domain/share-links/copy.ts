import type { ShareState } from '#lib/domain/share-links/rules.ts';
import { RECIPIENT_ROWS } from '#lib/domain/share-links/schema.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { isPreviewable } from '#lib/platform/storage/inspection/accepted.ts';
import { typeOfName } from '#lib/platform/storage/inspection/file-kinds.ts';

type RefusalText = { title: string; text?: string };

/**
 * Returns the words for a visitor if a link refuses to open. A refusal without words of its own
 * gets a general sentence.
 */
export function linkRefusalCopy(code: string): RefusalText {
  return refusals[code] ?? { title: 'No pudimos abrir el enlace' };
}

const refusals: Record<string, RefusalText> = {
  share_not_found: {
    title: 'No encontramos este enlace',
    text: 'Revisa que la dirección esté completa o pídele el enlace otra vez a quien te lo envió.',
  },
  share_expired: {
    title: 'Este enlace ya no está disponible',
    text: 'Pídele otro a quien te lo envió.',
  },
  document_not_found: {
    title: 'No encontramos ese documento',
    text: 'Quien lo compartió lo renovó o lo quitó. Abre el enlace otra vez para ver lo que muestra hoy.',
  },
  // The message of the error names the limit and its duration.
  rate_limited: { title: 'Espera un momento' },
};

/** Returns why a link ended, for its visitors. */
export function endedLinkText(state: ShareState, expiresAt: number): string {
  if (state === 'revoked') return 'Lo cerró quien te lo compartió.';
  if (state === 'spent') return 'Ya se usó todas las veces permitidas.';
  if (state === 'gone') return 'Quien te lo compartió quitó sus documentos.';
  return `Venció el ${formatDateTime(expiresAt)}, hora de Chile.`;
}

export const linkStateCopy = {
  // "Activo" is used, because "Abierto" beside a count means "opened".
  live: { label: 'Activo', tone: 'success' },
  spent: { label: 'Se usó por completo', tone: 'neutral' },
  gone: { label: 'Sin documentos', tone: 'neutral' },
  expired: { label: 'Vencido', tone: 'neutral' },
  revoked: { label: 'Cerrado', tone: 'neutral' },
} as const;

export const openingCopy = { view: 'Visto', download: 'Descargado', enter: 'Entró' } as const;

/** Returns the plural word for a link's secrets: passwords only, or passwords and mailed codes. */
export function secretsPluralText(verificationEmail: string | null): string {
  return verificationEmail ? 'claves' : 'contraseñas';
}

function ownLinkText(openingsLeft: number | null): string {
  const rest =
    openingsLeft === null
      ? ''
      : ` A los demás les queda${openingsLeft === 1 ? ' 1 apertura' : `n ${openingsLeft} aperturas`}.`;
  return `Es tu enlace y así lo ven los demás. Lo que abras tú no cuenta.${rest}`;
}

/**
 * The cost of opening one more file. `visit` uses up one opening of the link, `nothing` is part of
 * a counted visit, and `own` is the owner, whose openings are not counted.
 */
export type OpeningCost = 'own' | 'nothing' | 'visit';

/** Says how often a link can still be opened, or returns null for a link without a limit. */
export function openingsText(
  openingsLeft: number | null,
  cost: OpeningCost,
  { viewOnly }: { viewOnly: boolean },
): string | null {
  if (cost === 'own') return ownLinkText(openingsLeft);
  if (openingsLeft === null) return null;
  if (cost === 'nothing') {
    const last = openingsLeft === 0 ? ' Es la última de este enlace.' : '';
    return `Tu visita dura media hora y cuenta como una sola apertura: ve ${viewOnly ? '' : 'y descarga '}lo que necesites.${last}`;
  }
  const times = openingsLeft === 1 ? 'una vez más' : `${openingsLeft} veces más`;
  return `Este enlace se puede abrir ${times}. Una visita de media hora cuenta como una, por muchos archivos que veas.`;
}

/** Returns the watermark of a view-only link. The visitor's code was mailed to `email`. */
export function watermarkText(email: string | null, now: number): string {
  return `${email ?? 'Solo ver'} · ${formatDateTime(now)}`;
}

/**
 * Says what a visitor can do whose browser cannot show a file. On a view-only link, it names whom
 * to ask for the file.
 */
export function notPreviewableText(
  contentType: string,
  { viewOnly }: { viewOnly: boolean },
): string {
  const subject = `Un archivo ${programOf(contentType)} no se puede ver sin descargarlo`;
  return viewOnly
    ? `${subject}, y este enlace es solo para ver: pídelo a quien te lo compartió.`
    : `${subject}.`;
}

/**
 * Warns the owner of a view-only link of files that no browser can show, or returns null if there
 * are none.
 */
export function unseenByVisitorsText(fileNames: readonly string[]): string | null {
  const unseenNames = unseenNamesIn(fileNames);
  const [first] = unseenNames;
  if (first === undefined) return null;
  const program = programOf(typeOfName(first) ?? '');
  const subject =
    unseenNames.length === 1
      ? `${first} no se podrá leer: un archivo ${program} no se puede ver sin descargarlo`
      : `${unseenNames.join(', ')} no se podrán leer: un archivo Word o Excel no se puede ver sin descargarlo`;
  return `${subject}, y el enlace es «Solo ver». Súbelo como PDF, o quita «Solo ver» en «Cambiar».`;
}

/** Warns the owner, before a link is sent, of files that nobody can read if it is view-only. */
export function unseenIfViewOnlyText(fileNames: readonly string[]): string | null {
  const names = unseenNamesIn(fileNames);
  if (names.length === 0) return null;
  return `Con «Solo ver» nadie podrá leer ${new Intl.ListFormat('es-CL').format(names)}: un archivo Word o Excel no se puede ver sin descargarlo. Súbelo como PDF, o no marques «Solo ver».`;
}

const unseenNamesIn = (fileNames: readonly string[]) =>
  fileNames.filter((name) => !isPreviewable(typeOfName(name) ?? ''));

function programOf(contentType: string): string {
  return /excel|spreadsheet/.test(contentType) ? 'Excel' : 'Word';
}

/**
 * Texts of the page that asks for the password or code of a link. `first` is shown until a code was
 * mailed.
 */
export const gateCopy = {
  password: {
    title: 'Este enlace tiene contraseña',
    text: () => 'Pídesela a quien te envió el enlace.',
  },
  first: {
    title: 'Confirma que es para ti',
    text: (email: string) =>
      `Este enlace es solo para quien lo recibió. Te enviamos un código a ${email} y lo escribes aquí.`,
  },
  code: {
    title: 'Escribe el código que te enviamos',
    text: (email: string) => `Va a ${email}. Si no llega en un minuto, mira el correo no deseado.`,
  },
};

export const shareLabels = {
  documentKey: 'Qué compartes',
  documentKeys: 'Qué compartes',
  recipients: 'Para quién',
  recipient: 'Para quién',
  ...Object.fromEntries(
    Array.from({ length: RECIPIENT_ROWS }, (_, index) => [
      [`nombre${index + 1}`, 'Nombre o aseguradora'],
      [`email${index + 1}`, 'Correo'],
    ]).flat(),
  ),
  expiresInHours: 'Por cuánto tiempo',
  label: 'Nombre del enlace',
  recipientNote: 'Nota',
  password: 'Contraseña',
  maxOpenings: 'Máximo de visitas',
};
