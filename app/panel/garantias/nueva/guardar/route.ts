import { ownFields, postOwnForm } from '#lib/domain/issued-guarantees/form-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postOwnForm, {
  keep: ownFields,
});
