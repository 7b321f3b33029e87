import {
  postOpenDraft,
  postRemoveDraft,
  postStartOver,
} from '#lib/domain/drafts/list-operations.ts';
import {
  postDraft,
  postRemoveGuarantee,
  postResume,
  postResumeMail,
  postStep,
  postSuggestion,
} from '#lib/domain/drafts/operations.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { deleteOwnRequest } from '#lib/domain/erasure/operations.ts';
import {
  postAcceptLinked,
  postAcceptOwn,
  postAnother,
  postCloseLinks,
  postLinkedAnother,
  postLinkedMessage,
  postMailLink,
  postOwnMessage,
} from '#lib/domain/own-requests/operations.ts';
import { postAttachments } from '#lib/http/files/draft-attachments.ts';
import { postLeadFiles, postOwnFiles, postRequestFiles } from '#lib/http/files/request-files.ts';
import { type Form, form } from '#lib/http/forms/form.ts';

export const requestForms: Form[] = [
  form(postStep),
  form(postAttachments),
  form(postSuggestion, { back: () => `${WIZARD}/garantia-tipo` }),
  form(postRemoveGuarantee, { back: () => `${WIZARD}/garantias` }),
  form(postDraft, { back: () => `${WIZARD}/revisar` }),
  form(postStartOver),
  form(postOpenDraft),
  form(postRemoveDraft),
  form(postResumeMail, { keep: ['email'] }),
  form(postResume),
  form(postMailLink),
  form(postAnother),
  form(postLinkedAnother),
  form(postCloseLinks),
  form(postAcceptLinked),
  form(postAcceptOwn),
  form(postLinkedMessage, { keep: ['mensaje'] }),
  form(postOwnMessage, { keep: ['mensaje'] }),
  form(postRequestFiles),
  form(postOwnFiles),
  form(postLeadFiles),
  form(deleteOwnRequest, {
    path: '/panel/solicitudes/{id}/borrar/confirmar',
    to: '/panel/solicitudes?aviso=borrada',
  }),
];
