import { z } from 'zod';
import {
  deleteCalendar,
  postCalendar,
  postUnsubscribe,
  putAlertMails,
} from '#lib/domain/alerts/operations.ts';
import { ALERTS_PAGE } from '#lib/domain/alerts/view.ts';
import {
  patchDocument,
  postDeleteDocument,
  postRestoreDocument,
} from '#lib/domain/documents/operations.ts';
import {
  deleteShare,
  postExtendShare,
  postRepeatShare,
  postSendShares,
  postShare,
} from '#lib/domain/share-links/operations.ts';
import { MAX_DAYS } from '#lib/domain/share-links/rules.ts';
import {
  addressOf,
  RECIPIENT_ROWS,
  shareBody,
  shareExtension,
  sharesToSend,
} from '#lib/domain/share-links/schema.ts';
import {
  postDocumentArrivals,
  postDocumentUpload,
  postPlacing,
} from '#lib/http/files/documents.ts';
import { type Fields, type Form, form } from '#lib/http/forms/form.ts';

const CATEGORY = '/panel/documentos/{categoria}';
const LINKS = '/panel/documentos/enlaces';

const RETYPE = 'Escribe la contraseña otra vez: no la guardamos.';

export const documentForms: Form[] = [
  form(postDocumentArrivals, {
    path: '/panel/documentos/subir',
    to: () => '/panel/documentos/ordenar',
  }),
  form(postPlacing, { keep: ['doc.*'] }),
  form(postDocumentUpload, {
    path: `${CATEGORY}/subir`,
    keep: ['customTitle', 'replaces', 'issuedAt', 'issuedToday', 'expiresAt'],
    to: '?aviso=subido',
  }),
  form(postRestoreDocument, { path: `${CATEGORY}/recuperar`, to: '?aviso=recuperado' }),
  form(patchDocument, {
    path: `${CATEGORY}/editar`,
    keep: ['id', 'customTitle', 'issuedAt', 'issuedToday', 'expiresAt'],
    // By its id alone a document only ends the question about what was read of it.
    to: ({ reply, fields }) =>
      Object.keys(fields).length > 1 ? `?aviso=editado&documento=${reply.data.id}` : '?',
  }),
  form(postDeleteDocument, {
    path: `${CATEGORY}/eliminar`,
    to: ({ body }) => `?eliminado=${encodeURIComponent(body.documentId ?? '')}`,
  }),
  form(postShare, {
    path: '/panel/documentos/compartir/crear',
    body: z.record(z.string(), z.string()).transform((fields, context) => {
      checkFields(fields, context);
      const { data, error } = shareBody.safeParse(shareOf(fields));
      for (const { path, message } of error?.issues ?? []) {
        context.addIssue({ code: 'custom', path, message });
      }
      return data ?? z.NEVER;
    }),
    keep: [
      'doc-*',
      'todos',
      'recipients',
      'nombre*',
      'email*',
      'recipientNote',
      'expiresInHours',
      'label',
      'maxOpenings',
      'notify',
      'emailCode',
    ],
    again: { password: RETYPE },
    to: ({ reply }) => `${LINKS}?enlace=${reply.id}`,
  }),
  form(postRepeatShare, {
    path: `${LINKS}/repetir`,
    to: ({ reply }) => `${LINKS}?enlace=${reply.data.id}`,
  }),
  form(postSendShares, {
    path: `${LINKS}/enviar`,
    body: z
      .object({
        ids: z
          .string()
          .max(2000)
          .transform((ids) => ids.split(' ')),
      })
      .pipe(sharesToSend),
    to: '?aviso=enviado',
  }),
  form(postExtendShare, {
    path: `${LINKS}/extender`,
    keep: ['id', 'expiresInDays'],
    body: z.object({ expiresInDays: z.coerce.number().pipe(shareExtension.shape.expiresInDays) }),
    to: ({ fields }) => `?aviso=extendido&extendido=${fields.id ?? ''}`,
  }),
  form(deleteShare, { path: `${LINKS}/cerrar`, to: '?aviso=cerrado' }),
  form(putAlertMails, {
    path: `${ALERTS_PAGE}/correo`,
    body: z
      .object({ activar: z.enum(['si', 'no'], 'Elige si quieres recibir los avisos.') })
      .transform(({ activar }) => ({ enabled: activar === 'si' })),
    to: ({ body }) => `?aviso=correo-${body.enabled ? 'si' : 'no'}`,
  }),
  form(postCalendar, { path: `${ALERTS_PAGE}/calendario`, to: '?aviso=calendario#calendario' }),
  form(deleteCalendar, {
    path: `${ALERTS_PAGE}/calendario/terminar`,
    back: () => ALERTS_PAGE,
    to: '?aviso=calendario-terminado#calendario',
  }),
  form(postUnsubscribe, { path: '/avisos/{token}/dejar', to: ({ page }) => page }),
];

const rows = Array.from({ length: RECIPIENT_ROWS }, (_, n) => n + 1);

/** All that a page can get wrong and a program cannot. `exigida`: a password was typed before, so that none is an answer of its own. */
function checkFields(fields: Fields, context: z.RefinementCtx) {
  const say = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (fields.exigida && !fields.password && !fields.sinClave) say('password', RETYPE);
  for (const at of rows) {
    const [name, email] = [fields[`nombre${at}`] ?? '', fields[`email${at}`]?.trim()];
    if (!email) continue;
    if (addressOf(email) !== email.toLowerCase()) {
      say(`email${at}`, 'Revisa el correo: debe tener la forma nombre@empresa.cl.');
    }
    if (name.includes('@')) say(`nombre${at}`, 'Escribe aquí el nombre; el correo va en su campo.');
  }
}

/** `Banco del Sur <ana@banco.cl>`, a line each: of the rows, then of the list. */
function recipientsIn(fields: Fields): string {
  const lines = rows.map((at) => {
    const [name, email] = [fields[`nombre${at}`]?.trim(), fields[`email${at}`]?.trim()];
    return name && email ? `${name} <${email}>` : name || email;
  });
  return [...lines, fields.recipients].filter(Boolean).join('\n');
}

/** `documentKey`, or `doc-<fileId>` per box; `todos`: all keys that are valid. Empty: none. */
function shareOf(fields: Fields): z.input<typeof shareBody> {
  const number = (text: string | undefined) => (text?.trim() ? Number(text) : undefined);
  const boxes = Object.keys(fields).filter((name) => name.startsWith('doc-'));
  const ticked = boxes.map((name) => name.slice('doc-'.length));
  const isLongest = fields.expiresInHours === String(MAX_DAYS * 24);
  return {
    ...fields,
    recipients: recipientsIn(fields),
    documentKeys: [...new Set([...ticked, ...(fields.todos?.split(' ') ?? [])])],
    expiresInHours: isLongest ? undefined : number(fields.expiresInHours),
    expiresInDays: isLongest ? MAX_DAYS : undefined,
    maxOpenings: number(fields.maxOpenings),
    notify: fields.notify !== undefined,
    emailCode: fields.emailCode !== undefined,
  };
}
