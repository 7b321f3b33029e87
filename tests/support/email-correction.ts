import { beforeEach, expect } from 'vitest';
import CorrectEmailPage from '#app/admin/leads/[id]/correo/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { MAIL_SECRET } from '#tests/support/webhooks.ts';
import { forEachTest } from '#tests/support/world.ts';

export const WRONG_EMAIL = 'rosa@obras-sur.cl';
export const CORRECT_EMAIL = 'rosa@obrasdelsur.cl';
const [guarantee] = publicBody.garantias;
const body = { ...publicBody, email: 'Rosa@obras-sur.cl', garantias: [guarantee, guarantee] };

/** Two requests of the same wrong e-mail and one of somebody else, and an advisor. */
export function correctionForTest() {
  const admin = forEachTest(() =>
    openAdminArea({ RESEND_WEBHOOK_SECRET: MAIL_SECRET, MAIL_INTERNAL_TO: 'equipo@resguardo.cl' }),
  );
  let requests: Awaited<ReturnType<typeof sendRequest>>[] = [];
  beforeEach(async () => {
    requests = [];
    for (const email of [body.email, body.email, 'luis@obras.cl'])
      requests.push(await sendRequest({ ...body, email }));
    browseAs(admin.ana.cookies);
  });
  const requestAt = (at: number) => requests[at] ?? { id: 0, submissionId: 0, token: '' };
  const first = () => requestAt(0);
  const correct = (more: object = {}, id = first().id, cookies = admin.ana.cookies) =>
    postForm(emailSavePath(id), {
      form: { correo: CORRECT_EMAIL, motivo: 'Por teléfono', era: WRONG_EMAIL, ...more },
      cookies,
    });
  return {
    admin,
    first,
    second: () => requestAt(1),
    correct,
    mailsTo: (email: string) =>
      admin.resend.received.filter(({ to }) => `${[to].flat()[0]}`.toLowerCase() === email),
    page: (id = first().id) => renderPage(CorrectEmailPage, { id: `${id}` }),
    leadPage: async (id = first().id) => textOf(await renderPage(LeadPage, { id: `${id}` })),
    /** Corrects the e-mail and expects success. */
    corrected: async (more: object = {}, id = first().id) =>
      expect(redirectOf(await correct(more, id))).toBe(`/admin/leads/${id}?aviso=correo#acciones`),
  };
}

export const emailSavePath = (id: number) => `/admin/leads/${id}/correo/guardar`;

/** Returns what a refused form brings back, as one text. */
export const refusalText = async (response: Promise<Response>) =>
  JSON.stringify(valuesKeptAfterRefusal(await response) ?? {});
