import { postRetry } from '#lib/domain/inbox/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { ofDelivery } from '#lib/http/forms/lead-pages.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postRetry, ofDelivery);
