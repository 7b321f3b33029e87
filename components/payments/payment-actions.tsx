import { LinkButton } from '#components/ui/link-button.tsx';

export type Steps = {
  receipt: string | null;
  /** Path that leads to Webpay, while the payment's token is valid. */
  continuePath: string | null;
  retry: string | null;
  refreshPath: string | null;
};

type Props = { isOwn: boolean; steps: Steps; detailPath: string | null };

/** Shows possible actions on a payment. Receipt and details are only for its owner. */
export function PaymentActions({ isOwn, steps, detailPath }: Props) {
  const { receipt, continuePath, retry, refreshPath } = steps;
  return (
    <div className="mt-4 flex flex-wrap gap-4">
      {isOwn && receipt && (
        <LinkButton href={receipt} variant="secondary" wide download>
          Descargar comprobante
        </LinkButton>
      )}
      {isOwn && continuePath && (
        <LinkButton href={continuePath} wide>
          Seguir en Webpay
        </LinkButton>
      )}
      {retry && (
        <LinkButton href={isOwn ? retry : '/pagar'} wide>
          Intentar otra vez
        </LinkButton>
      )}
      {refreshPath && (
        <LinkButton href={refreshPath} variant="secondary" wide>
          Actualizar
        </LinkButton>
      )}
      {detailPath && (
        <LinkButton href={detailPath} variant="secondary" wide>
          Ver el detalle
        </LinkButton>
      )}
    </div>
  );
}
