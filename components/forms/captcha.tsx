/** Turnstile's widget: its script writes the token into the surrounding form. */
export function Captcha({ siteKey, nonce }: { siteKey: string; nonce: string }) {
  return (
    <div>
      <div className="cf-turnstile min-h-16" data-sitekey={siteKey} data-language="es" />
      <script
        src="https://challenges.cloudflare.com/turnstile/v0/api.js"
        async
        defer
        nonce={nonce}
      />
      <noscript>
        <p>Para enviar necesitas activar JavaScript: así comprobamos que no eres un robot.</p>
      </noscript>
    </div>
  );
}
