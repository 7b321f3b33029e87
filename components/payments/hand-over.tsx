import { Button } from '#components/ui/button.tsx';

type Props = { buyOrder: string; url: string; token: string; amount: string };

/** The form that takes the browser to Webpay: by itself where scripts run, else by its button. */
export function HandOver({ buyOrder, url, token, amount }: Props) {
  return (
    <form method="post" action={url} data-submit-now={buyOrder}>
      <input type="hidden" name="token_ws" value={token} />
      <p className="text-lg">
        Te llevamos a la página segura de Transbank para pagar{' '}
        <strong className="whitespace-nowrap">{amount}</strong>. Cuando termines, vuelves aquí.
      </p>
      <p className="mt-3 text-ink-soft">Tienes unos 5 minutos para pagar.</p>
      <div className="mt-6">
        <Button wide>Ir a pagar</Button>
      </div>
    </form>
  );
}
