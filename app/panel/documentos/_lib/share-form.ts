import { z } from 'zod';
import { shareChangeBody } from '#lib/domain/share-links/change-schema.ts';
import { lastLinkDay, MAX_LINK_DAYS } from '#lib/domain/share-links/rules.ts';
import { parseRecipientEmail, RECIPIENT_ROWS, shareBody } from '#lib/domain/share-links/schema.ts';
import type { Fields } from '#lib/http/forms/form.ts';
import { daysBetween } from '#lib/platform/chile/calendar.ts';
import { parseDate, parseTypedDay } from '#lib/platform/chile/dates.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';

const RETYPE = 'Escribe la contraseña otra vez: no la guardamos.';

/** Names the fields to show again. The schemas of these forms are records and do not name them. */
export const shareRefill = {
  keep: [
    'doc-*',
    'todos',
    'nombre*',
    'email*',
    'recipient*',
    'expiresInHours',
    'hasta',
    'label',
    'maxOpenings',
    'notify',
    'viewOnly',
    'quitarClave',
  ],
  retypeMessages: { password: RETYPE },
};

/** Converts the fields of the page to the body of `POST /api/documents/share`. */
export const shareForm = z.record(z.string(), z.string()).transform((fields, context) => {
  checkFields(fields, context);
  checkEnd(fields, context);
  const sends = fields.enviar !== undefined;
  if (sends && !recipientsIn(fields).split('\n').some(parseRecipientEmail)) {
    const message = 'Escribe el correo de alguien a quien enviárselo.';
    context.addIssue({ code: 'custom', path: ['email1'], message });
  }
  const { data, error } = shareBody.safeParse(toShareBody(fields));
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message });
  }
  return data ? { ...data, sends } : z.NEVER;
});

/**
 * Converts the fields of the page for editing to the body of `PATCH /api/documents/shares/{id}`.
 */
export const changeForm = z.record(z.string(), z.string()).transform((fields, context) => {
  if (!fields.quitarClave) checkFields(fields, context);
  checkEnd(fields, context);
  const { data, error } = shareChangeBody.safeParse({
    ...toShareBody(fields),
    password: fields.password || (fields.quitarClave ? null : undefined),
    maxOpenings: numberIn(fields.maxOpenings) ?? null,
  });
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message });
  }
  return data ?? z.NEVER;
});

/** Checks the typed last day. The other fields are checked too, so that all errors are shown. */
function checkEnd({ hasta }: Fields, context: z.RefinementCtx) {
  if (!hasta || daysUntilEnd(hasta)) return;
  const unreal = parseTypedDay(hasta) && !parseDate(hasta) ? `El ${hasta.trim()} no existe. ` : '';
  const message = `${unreal}En “O hasta el día”, escribe una fecha de los próximos ${MAX_LINK_DAYS} días, como ${formatDate(lastLinkDay(isoDay(now())))}.`;
  context.addIssue({ code: 'custom', path: ['hasta'], message });
}

const rowNumbers = Array.from({ length: RECIPIENT_ROWS }, (_, index) => index + 1);

/** Checks fields that only the page has. `exigida` means that a password was typed before. */
function checkFields(fields: Fields, context: z.RefinementCtx) {
  const addError = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (fields.exigida && !fields.password && !fields.sinClave) addError('password', RETYPE);
  for (const rowNumber of rowNumbers) {
    const [name, email] = [fields[`nombre${rowNumber}`] ?? '', fields[`email${rowNumber}`]?.trim()];
    if (!email) continue;
    if (parseRecipientEmail(email) !== email.toLowerCase()) {
      addError(`email${rowNumber}`, 'Revisa el correo: debe tener la forma nombre@empresa.cl.');
    }
    if (name.includes('@'))
      addError(`nombre${rowNumber}`, 'Escribe aquí el nombre; el correo va en su campo.');
  }
}

/**
 * Returns lines like `Banco del Sur <ana@banco.cl>`: first the recipients in the rows, then those
 * in the list.
 */
function recipientsIn(fields: Fields): string {
  const lines = rowNumbers.map((rowNumber) => {
    const [name, email] = [
      fields[`nombre${rowNumber}`]?.trim(),
      fields[`email${rowNumber}`]?.trim(),
    ];
    return name && email ? `${name} <${email}>` : name || email;
  });
  return [...lines, fields.recipients].filter(Boolean).join('\n');
}

/**
 * Returns the body. Documents are ticked boxes named `doc-<fileId>`, or all keys listed in `todos`.
 */
function toShareBody(fields: Fields): z.input<typeof shareBody> {
  const boxNames = Object.keys(fields).filter((name) => name.startsWith('doc-'));
  const tickedFileIds = boxNames.map((name) => name.slice('doc-'.length));
  const isLongest = fields.expiresInHours === String(MAX_LINK_DAYS * 24);
  const days =
    (fields.hasta && daysUntilEnd(fields.hasta)) || (isLongest ? MAX_LINK_DAYS : undefined);
  return {
    ...fields,
    recipients: recipientsIn(fields),
    documentKeys: [...new Set([...tickedFileIds, ...(fields.todos?.split(' ') ?? [])])],
    expiresInHours: days ? undefined : numberIn(fields.expiresInHours),
    expiresInDays: days,
    maxOpenings: numberIn(fields.maxOpenings),
    notify: fields.notify !== undefined,
    emailCode: fields.emailCode !== undefined,
    viewOnly: fields.viewOnly !== undefined,
  };
}

/** Returns the days from today to the typed last day, or undefined if a link may not last so. */
function daysUntilEnd(typed: string): number | undefined {
  const day = parseDate(typed);
  const days = day ? daysBetween(isoDay(now()), day) : 0;
  return days >= 1 && days <= MAX_LINK_DAYS ? days : undefined;
}

function numberIn(text: string | undefined): number | undefined {
  return text?.trim() ? Number(text) : undefined;
}
