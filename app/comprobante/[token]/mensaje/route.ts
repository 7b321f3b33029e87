import { postLinkedMessage } from '#lib/domain/requests/applicant/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postLinkedMessage, {
  keep: ['mensaje'],
});
