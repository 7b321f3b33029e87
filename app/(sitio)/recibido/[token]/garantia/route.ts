import { z } from 'zod';
import { linkedDraftForm } from '#app/_lib/linked-draft-form.ts';
import { beginFromMessage } from '#lib/domain/requests/applicant/begin-another.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  body: z.object({}),
  ...linkedDraftForm('lead-receipt', beginFromMessage),
});
