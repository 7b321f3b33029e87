import type { ReactNode } from 'react';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { StatusCard } from '#components/ui/status-card.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  id: number;
  createdAt: number;
  /** Path of the receipt of the request. */
  pdfPath: string;
  title: string;
  tone: 'success' | 'info' | 'danger';
  lines: readonly string[];
  /** The applicant's next step, if there is one. */
  todo: TodoProps | undefined;
  /** Path of the receipt of the payment, if there is one. */
  receiptPath: string | null | undefined;
  /** True while an error in the request can be corrected. */
  isOpen: boolean;
  about?: ReactNode;
};

type TodoProps = { href: string; verb: string; forEditors?: boolean };

function Todo({ href, verb, forEditors }: TodoProps) {
  const button = (
    <LinkButton href={href} wide>
      {verb}
    </LinkButton>
  );
  return forEditors ? <EditorsOnly>{button}</EditorsOnly> : button;
}

/** The top of a request's page: its state, the next step, and its number. */
export function RequestHead({
  id,
  createdAt,
  pdfPath,
  lines,
  todo,
  receiptPath,
  about,
  isOpen,
  ...card
}: Props) {
  return (
    <StatusCard
      id="estado"
      {...card}
      stub={
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <div>
              <p className="text-sm text-ink-soft">Número de solicitud</p>
              <p className="text-xl font-bold whitespace-nowrap select-all">{`N.º ${id}`}</p>
              <p className="text-sm text-ink-soft">
                <UnbrokenText text={`Recibida el ${formatDateTime(createdAt)}, hora de Chile`} />
              </p>
              {isOpen && (
                <EditorsOnly>
                  <a href="#mensaje" className="inline-block py-1.5">
                    ¿Hay un error? Dilo aquí
                  </a>
                </EditorsOnly>
              )}
            </div>
            <LinkButton href={pdfPath} variant="secondary" wide download>
              Comprobante de la solicitud
            </LinkButton>
          </div>
          {about}
        </>
      }
    >
      {lines.map((line) => (
        <p key={line} className="mt-2 max-w-text whitespace-pre-line wrap-anywhere">
          <UnbrokenText text={line} />
        </p>
      ))}
      {(todo || receiptPath) && (
        <div className="mt-4 flex flex-wrap gap-4 sm:mt-6">
          {receiptPath && (
            <LinkButton href={receiptPath} variant={todo ? 'secondary' : 'primary'} wide download>
              Comprobante del pago
            </LinkButton>
          )}
          {todo && <Todo {...todo} />}
        </div>
      )}
    </StatusCard>
  );
}
