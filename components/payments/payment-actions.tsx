import { LinkButton } from '#components/ui/link-button.tsx';

export type Steps = {
  receipt: string | null;
  /** Path that leads to Webpay while the token is valid. */
  continuePath: string | null;
  retry: string | null;
  refreshPath: string | null;
};

type Props = { isOwn: boolean; steps: Steps; detailPath: string | null };

/** Buttons for what can be done about a payment. Only its owner sees receipt and details. */
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
