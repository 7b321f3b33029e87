import { formRoute } from '#lib/http/forms/form-route.ts';
import { ownFields, postOwnForm } from '#lib/http/forms/issued.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postOwnForm, {
  keep: ownFields,
});
