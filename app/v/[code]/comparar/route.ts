import { postCompared } from '#lib/domain/issued-guarantees/compare-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postCompared);
