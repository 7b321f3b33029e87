import { postProofMail } from '#lib/domain/factors/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postProofMail, {
  to: '?aviso=codigo',
});
