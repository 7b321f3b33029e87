import { postResumeMail } from '#lib/domain/drafts/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postResumeMail, {
  keep: ['email'],
});
