/**
 * The names of all our cookies. One that ends in `-` or `_` is a prefix, to which the `part` of
 * each cookie is added.
 */
export const cookieNames = {
  session: 'service_session',
  /** Marks browsers that have logged in before. It grants nothing. */
  knownBrowser: 'navegador',
  /** Ticket of a login after its first step, or of a registration before its code is entered. */
  loginStep: 'segundo_paso',
  passwordReset: 'restablecer',
  googleLogin: 'google_login_',
  googleJoin: 'google_cuenta',
  passkeyChallenge: 'desafio_',
  recoveryCodes: 'codigos_de_respaldo',
  /** Held the only draft of a browser before 2026-11-27. It is only read. */
  oldDraft: 'borrador',
  draft: 'borrador-',
  comparison: 'comparado',
  /**
   * Token of the request in which this browser accepted conditions. The pages of payments link to
   * it.
   */
  acceptedRequest: 'solicitud-aceptada',
  attachmentSending: 'adjunto-envio',
  sharePassword: 'enlace-clave',
  shareCode: 'enlace-codigo',
  shareSending: 'enlace-envio',
  csrf: 'csrf-token',
  refusedForm: 'formulario',
} as const;
export type BrowserCookie = keyof typeof cookieNames;
