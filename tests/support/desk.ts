import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { deliver } from '#tests/support/deliver.ts';
import { eventsOf } from '#tests/support/leads.ts';
import { postForm } from '#tests/support/post-form.ts';
import { type ResendStandIn, startResend } from '#tests/support/providers/resend.ts';
import { createWorld, type World } from '#tests/support/world.ts';

/** An advisor at a lead's page, in a world whose mail goes to the stand-in. */
export async function openDesk(more: Record<string, string> = {}) {
  const resend: ResendStandIn = await startResend();
  const world: World = createWorld({ ...resend.variables, ...more, RATE_LIMITS: 'off' });
  const ana: Advisor = await makeAdvisor('ana@resguardo.cl');
  return {
    resend,
    world,
    ana,
    post: (what: string, id: number, form: Record<string, string>) =>
      postForm(`/admin/leads/${id}/${what}`, { form, cookies: ana.cookies }),
    deliver,
    /** The mails that reached the applicant. */
    toApplicant: () => resend.received.filter(({ to }) => [to].flat()[0] === publicBody.email),
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** What a lead's history holds, oldest first. */
export const kindsOf = async (id: number) => (await eventsOf(id)).map(({ kind }) => kind);
