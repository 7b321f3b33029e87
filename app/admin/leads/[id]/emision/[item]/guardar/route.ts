import { formRoute } from '#lib/http/forms/form-route.ts';
import { issueFields, postIssueForm } from '#lib/http/forms/issued.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postIssueForm, {
  keep: issueFields,
});
