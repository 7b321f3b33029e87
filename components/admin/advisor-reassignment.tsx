import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type Props = {
  id: string;
  email: string;
  /** Number of open requests and messages that this advisor has. */
  count: number;
};

/**
 * Explains that an advisor's requests stay assigned when the advisor leaves, and links to the open
 * ones.
 */
export function AdvisorReassignment({ id, email, count }: Props) {
  const requestsText = count === 1 ? 'su solicitud' : `sus ${count} solicitudes`;
  return (
    <Card title="Si deja el equipo">
      <p className="mb-4">
        Suspender la cuenta o sacarla del equipo le quita el acceso. Sus solicitudes no cambian
        solas: siguen a su nombre.{' '}
        {count === 0
          ? 'No tiene ninguna abierta.'
          : 'Traspásalas antes: en la lista, márcalas y elige a quién asignarlas.'}
      </p>
      {count > 0 && (
        <LinkButton
          href={`/admin?${new URLSearchParams({ assigned: id, status: 'abiertas' })}`}
          variant="secondary"
        >
          Traspasar {requestsText}
        </LinkButton>
      )}
      <p className="mt-4">
        Para sacarla del equipo, en el servidor:{' '}
        <code className="font-mono text-sm wrap-anywhere select-all">
          npm run admin -- revoke {email}
        </code>
        . La cuenta sigue como la de una persona cualquiera.
      </p>
    </Card>
  );
}
