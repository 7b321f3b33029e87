import { issueFields, postIssueForm } from '#lib/domain/issued-guarantees/form-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postIssueForm, {
  keep: issueFields,
});
