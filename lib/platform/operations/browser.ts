/**
 * Cookies by which a browser keeps a value from one request to the next: a new one is a line here.
 * Those with several values have one cookie for each, named on by its part.
 */
export const cookieNames = {
  session: 'service_session',
  /** It distinguishes known browsers from new ones and opens nothing. */
  knownBrowser: 'navegador',
  /** The ticket of a login after its first step, or of a registration that waits for its code. */
  loginStep: 'segundo_paso',
  passwordReset: 'restablecer',
  googleLogin: 'google_login_',
  googleJoin: 'google_cuenta',
  passkeyChallenge: 'desafio_',
  recoveryCodes: 'codigos_de_respaldo',
  shownDraft: 'borrador',
  draft: 'borrador-',
  comparison: 'comparado',
  attachmentSending: 'adjunto-envio',
  sharePassword: 'enlace-clave',
  shareCode: 'enlace-codigo',
  shareSending: 'enlace-envio',
  csrf: 'csrf-token',
  refusedForm: 'formulario',
} as const;
export type BrowserCookie = keyof typeof cookieNames;

/** The time in seconds, and the addresses below which it is sent back, by default all. */
type Keeping = { seconds: number; path?: string };

/** `part` distinguishes several values of one cookie by its first eight characters. */
export type Browser = {
  get: (cookie: BrowserCookie, part?: string) => string | undefined;
  /** Lists the parts of a cookie that the browser sent, the oldest first. */
  parts: (cookie: BrowserCookie) => string[];
  keep: (cookie: BrowserCookie, value: string, how: Keeping & { part?: string }) => void;
  forget: (cookie: BrowserCookie, part?: string) => void;
  /** Ends everything but `knownBrowser`, with what pages have stored in the browser. */
  forgetAll: () => void;
};
