import { postLinkedRenewal } from '#lib/domain/issued/renewal.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postLinkedRenewal);
