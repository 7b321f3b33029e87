import { postBulkAssign } from '#lib/domain/requests/team/bulk-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { bulkForm } from '#lib/http/forms/lead-pages.ts';

export const { GET, POST } = formRoute(postBulkAssign, bulkForm);
