import { ActFor } from '#components/company/acting-menu.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { movableText } from '#lib/domain/issued-guarantees/view.ts';
import { formatCount } from '#lib/platform/chile/format.ts';

type Offer = { companyId: string; name: string; movable: number; undoable: number };
type Props = { offers: readonly Offer[]; isCompany: boolean };

const home = '/panel/garantias';

/**
 * Offers to move guarantees from the person's account to the company that they name as guarantee
 * holder.
 */
export function MoveOffers({ offers, isCompany }: Props) {
  return offers.map(({ companyId, name, movable, undoable }) => (
    <EditorsOnly key={companyId}>
      {movable > 0 && (
        <div className="mb-6">
          <Notice>
            <p className="mb-3">
              {movableText(movable, name)} Si la{movable > 1 && 's'} mueves, también la
              {movable > 1 && 's'} ven quienes trabajan en la empresa, con su solicitud.
            </p>
            {isCompany ? (
              <Form action={`${home}/mover`}>
                <Button compact>Mover a {name}</Button>
              </Form>
            ) : (
              <ActFor id={companyId} next={home}>
                Ir a {name} para moverla{movable > 1 && 's'}
              </ActFor>
            )}
          </Notice>
        </div>
      )}
      {isCompany && undoable > 0 && (
        <div className="mb-6">
          <Notice tone="success">
            <p className="mb-3">
              Moviste {formatCount(undoable, 'garantía', 'garantías')} desde tu cuenta personal.
              Puedes deshacerlo durante un día.
            </p>
            <Form action={`${home}/devolver`}>
              <Button variant="secondary" compact>
                Deshacer
              </Button>
            </Form>
          </Notice>
        </div>
      )}
    </EditorsOnly>
  ));
}
