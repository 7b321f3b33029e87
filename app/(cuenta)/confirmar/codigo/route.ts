import { postProofMail } from '#lib/domain/factors/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postProofMail, {
  to: '?aviso=codigo',
});
