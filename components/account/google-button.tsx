import { LinkButton } from '#components/ui/link-button.tsx';

export function GoogleButton({ label, next }: { label: string; next?: string }) {
  const query = next ? `?${new URLSearchParams({ next })}` : '';
  return (
    <div className="mb-8 grid gap-6">
      <LinkButton href={`/api/auth/google${query}`} variant="secondary">
        <GoogleMark />
        {label}
      </LinkButton>
      <p className="-mt-3 text-sm text-ink-soft">
        Si es tu primera vez, al seguir con Google aceptas la{' '}
        <a href="/privacidad">política de privacidad</a>.
      </p>
      <p className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        o con tu correo
      </p>
    </div>
  );
}

/** Google's branding rules require the logo in its own four colours. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5 shrink-0">
      <path
        fill="#4285F4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8a10.1 10.1 0 0 1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.9 0 10.9-2 14.6-5.4l-7.1-5.5c-2 1.3-4.5 2.1-7.5 2.1-5.7 0-10.6-3.9-12.3-9.1H4.3v5.7A22 22 0 0 0 24 46z"
      />
      <path fill="#FBBC05" d="M11.7 28.2a13.2 13.2 0 0 1 0-8.4v-5.7H4.3a22 22 0 0 0 0 19.8z" />
      <path
        fill="#EA4335"
        d="M24 10.7c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A22 22 0 0 0 4.3 14.1l7.4 5.7c1.7-5.2 6.6-9.1 12.3-9.1z"
      />
    </svg>
  );
}
