import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  /** Where the form is posted. */
  action: string;
  /** Another request in this browser would be left behind: asked first. */
  isOver: boolean;
};

/** A new request with the contact and company of this one. */
export function AskAnother({ action, isOver }: Props) {
  return (
    <form method="post" action={action} data-once="" id="otra" className="grid gap-3 print:hidden">
      {isOver ? (
        <>
          <input type="hidden" name="reemplaza" value="1" />
          <Notice tone="warning" title="Tienes otra solicitud sin enviar en este navegador">
            <p>Si empiezas una nueva con estos datos, la otra se descarta.</p>
          </Notice>
          <div className="flex flex-wrap gap-3">
            <LinkButton href="/gestiona-tu-garantia" wide>
              Seguir con la otra
            </LinkButton>
            <Button variant="secondary" wide>
              Pedir otra garantía
            </Button>
          </div>
        </>
      ) : (
        <>
          <div>
            <Button variant="secondary" wide>
              Pedir otra garantía
            </Button>
          </div>
          <p className="text-sm text-ink-soft">
            Con el mismo contacto y la misma empresa: no los escribes de nuevo.
          </p>
        </>
      )}
    </form>
  );
}
