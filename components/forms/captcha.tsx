export type CaptchaProps = { siteKey: string; nonce: string; action: string };

export function Captcha({ siteKey, nonce, action }: CaptchaProps) {
  return (
    <div>
      <div
        className="cf-turnstile min-h-16"
        data-sitekey={siteKey}
        data-action={action}
        data-language="es"
      />
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
