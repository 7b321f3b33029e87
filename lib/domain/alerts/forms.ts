import { z } from 'zod';
import {
  deleteCalendar,
  postCalendar,
  postUnsubscribe,
  putAlertMails,
} from '#lib/domain/alerts/operations.ts';
import { ALERTS_PAGE, unsubscribePath } from '#lib/domain/alerts/view.ts';
import {
  endCalendar,
  openCalendar,
  setAlertMails,
  unsubscribe,
} from '#lib/domain/alerts/writes/settings.ts';
import { defineOperation } from '#lib/platform/operation.ts';

const goTo = z.object({ location: z.string() });

export const mailSwitchForm = defineOperation({
  method: 'POST',
  path: `${ALERTS_PAGE}/correo`,
  auth: 'member',
  limit: putAlertMails.limit,
  body: z.object({ activar: z.enum(['si', 'no'], 'Elige si quieres recibir los avisos.') }),
  reply: goTo,
  summary: 'Turn the mails about expiries on or off',
  handler: async (ctx, { body }) => {
    await setAlertMails(ctx, body.activar === 'si');
    return { location: `${ALERTS_PAGE}?aviso=correo-${body.activar}` };
  },
});

export const openCalendarForm = defineOperation({
  method: 'POST',
  path: `${ALERTS_PAGE}/calendario`,
  auth: 'member',
  limit: postCalendar.limit,
  reply: goTo,
  summary: 'A new secret calendar address; the old one ends',
  handler: async (ctx) => {
    await openCalendar(ctx);
    return { location: `${ALERTS_PAGE}?aviso=calendario#calendario` };
  },
});

export const endCalendarForm = defineOperation({
  method: 'POST',
  path: `${ALERTS_PAGE}/calendario/terminar`,
  auth: 'member',
  limit: deleteCalendar.limit,
  reply: goTo,
  summary: 'End the secret calendar address',
  handler: async (ctx) => {
    await endCalendar(ctx);
    return { location: `${ALERTS_PAGE}?aviso=calendario-terminado#calendario` };
  },
});

export const unsubscribeForm = defineOperation({
  method: 'POST',
  path: '/avisos/{token}/dejar',
  auth: 'guest',
  limit: postUnsubscribe.limit,
  params: postUnsubscribe.params,
  reply: goTo,
  summary: 'End the mails from the page behind their link',
  handler: async (ctx, { params }) => {
    await unsubscribe(ctx, params.token);
    return { location: unsubscribePath(params.token) };
  },
});
