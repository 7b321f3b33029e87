import { postWithdrawFile } from '#lib/domain/requests/applicant/file-operations.ts';
import { parentPath } from '#lib/http/forms/form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postWithdrawFile, {
  back: (path) => parentPath(parentPath(path)),
});
