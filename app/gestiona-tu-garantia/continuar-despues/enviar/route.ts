import { postResumeMail } from '#lib/domain/drafts/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postResumeMail, {
  keep: ['email'],
});
