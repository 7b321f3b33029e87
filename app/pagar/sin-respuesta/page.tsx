import type { Metadata } from 'next';
import { secretPageMetadata } from '#app/_lib/page-query.ts';
import { MessagePage } from '#components/site/message-page.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { returnPath } from '#lib/http/payments/payment-return.ts';

export const metadata: Metadata = { title: 'Tu pago', ...secretPageMetadata };

/** Shown after Webpay while the result of the payment cannot be read. */
export default async function UnknownOutcomePage(props: PageProps<'/pagar/sin-respuesta'>) {
  const retryPath = returnPath(await props.searchParams);
  return (
    <MessagePage caption="Tu pago" title="Todavía no sabemos cómo terminó tu pago">
      <p>
        Tuvimos un problema al volver de Webpay. <strong>No pagues otra vez:</strong> si tu banco lo
        aprobó, lo confirmamos solos y te enviamos el comprobante por correo.
      </p>
      <p>
        {retryPath
          ? 'Prueba otra vez en un minuto. Si sigue igual, mira tus pagos más tarde.'
          : 'Mira tus pagos en unos minutos.'}
      </p>
      <p className="flex flex-wrap gap-3">
        {retryPath && <LinkButton href={retryPath}>Probar otra vez</LinkButton>}
        <LinkButton href="/panel/pagos" variant="secondary">
          Ver mis pagos
        </LinkButton>
      </p>
    </MessagePage>
  );
}
