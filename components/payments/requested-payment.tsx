import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  state: 'waiting' | 'paying' | 'paid' | 'refunded' | 'review' | 'expired';
  amount: string | null;
  until: string;
  path: string;
  email: string | null;
};

export function RequestedPayment({ state, amount, until, path, email }: Props) {
  const over = overCopy[state];
  return (
    <div className="grid gap-6">
      {amount && <p className="text-3xl font-bold tracking-tight tabular-nums">{amount}</p>}
      {over ? (
        <Notice tone={over.tone}>
          <p>{over.text}</p>
        </Notice>
      ) : email ? (
        <form method="post" action={`/f${path}/crear`} data-once="">
          <Button wide>Pagar con Webpay</Button>
          <p className="mt-3 text-sm text-ink-soft">
            Pagas con tu cuenta <span className="wrap-anywhere">{email}</span>: el comprobante llega
            a ese correo. El enlace sirve hasta el {until}.
          </p>
        </form>
      ) : (
        <div>
          <p>Para pagar entra con tu cuenta: así el comprobante llega a tu correo.</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <LinkButton href={`/login?next=${encodeURIComponent(path)}`} wide>
              Ingresar y pagar
            </LinkButton>
            <LinkButton
              href={`/register?next=${encodeURIComponent(path)}`}
              variant="secondary"
              wide
            >
              Crear cuenta
            </LinkButton>
          </div>
          <p className="mt-3 text-sm text-ink-soft">
            Al terminar vuelves aquí. El enlace sirve hasta el {until}.
          </p>
        </div>
      )}
    </div>
  );
}

const overCopy: Record<
  Props['state'],
  { tone: 'success' | 'info' | 'warning'; text: string } | null
> = {
  waiting: null,
  paying: {
    tone: 'info',
    text: 'Alguien está pagando esto ahora. Vuelve a cargar la página en unos minutos.',
  },
  paid: { tone: 'success', text: 'Esto ya está pagado. Gracias.' },
  review: {
    tone: 'warning',
    text: 'Estamos revisando un pago de este enlace. No pagues otra vez: te escribiremos.',
  },
  refunded: { tone: 'info', text: 'Esto ya se pagó y se devolvió. No hay nada que pagar.' },
  expired: { tone: 'warning', text: 'Este enlace venció. Pídele uno nuevo a tu asesor.' },
};
