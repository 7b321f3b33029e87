import { postProofMail } from '#lib/domain/factors/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postProofMail, {
  keep: ['next'],
  to: '?aviso=codigo',
});
