import { linkedDraftForm } from '#app/_lib/linked-draft-form.ts';
import { beginLinkedExtensionDraft } from '#lib/domain/issued-guarantees/extension-drafts.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form(linkedDraftForm('issued', beginLinkedExtensionDraft));
