import { postOwnMessage } from '#lib/domain/requests/applicant/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postOwnMessage, {
  keep: ['mensaje'],
});
