import { postLeadFiles } from '#lib/domain/own-requests/file-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postLeadFiles);
