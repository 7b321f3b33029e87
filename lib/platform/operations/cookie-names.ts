/**
 * All our cookies. A name that ends in `-` or `_` is a prefix: there is a cookie for each value,
 * with its `part` at the end of the name.
 */
export const cookieNames = {
  session: 'service_session',
  /** Marks browsers that have logged in before. It grants no access. */
  knownBrowser: 'navegador',
  /** Ticket of a login after its first step, or of a registration before its code is entered. */
  loginStep: 'segundo_paso',
  passwordReset: 'restablecer',
  googleLogin: 'google_login_',
  googleJoin: 'google_cuenta',
  passkeyChallenge: 'desafio_',
  recoveryCodes: 'codigos_de_respaldo',
  /** Older versions kept the draft opened last in it. It is only read. */
  oldDraft: 'borrador',
  draft: 'borrador-',
  comparison: 'comparado',
  /** Token of the request's page where this browser accepted conditions, for the pages of payments. */
  acceptedRequest: 'solicitud-aceptada',
  attachmentSending: 'adjunto-envio',
  sharePassword: 'enlace-clave',
  shareCode: 'enlace-codigo',
  shareSending: 'enlace-envio',
  csrf: 'csrf-token',
  refusedForm: 'formulario',
} as const;
export type BrowserCookie = keyof typeof cookieNames;
