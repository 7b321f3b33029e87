import { postIssuedEvent } from '#lib/domain/issued/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { atDesk, said } from '#lib/http/forms/issued.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(
  atDesk(postIssuedEvent),
  said('#historia'),
);
