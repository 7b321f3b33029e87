import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  action: string;
  /** Another request in this browser would be left behind: asked first. */
  isOver: boolean;
  /** Its tender was awarded to the holder, who needs the next guarantee. */
  isAwarded?: boolean;
  verb?: string;
  hint?: string;
  /** It is what is done next. */
  isMain?: boolean;
};

export function AskAnother({
  action,
  isOver,
  isAwarded = false,
  verb = 'Pedir otra garantía',
  hint = 'Con el mismo contacto y la misma empresa: no los escribes de nuevo.',
  isMain = false,
}: Props) {
  return (
    <Form action={action} id="otra" className="grid gap-3 print:hidden">
      {isOver && (
        <>
          <input type="hidden" name="reemplaza" value="1" />
          <Notice tone="warning" title="Tienes otra solicitud sin enviar en este navegador">
            <p>Si empiezas una nueva con estos datos, la otra se descarta.</p>
          </Notice>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {isOver && (
          <LinkButton href="/gestiona-tu-garantia" wide>
            Seguir con la otra
          </LinkButton>
        )}
        {isAwarded && (
          <Button name="para" value="cumplimiento" wide>
            Pedir el fiel cumplimiento
          </Button>
        )}
        <Button variant={isMain && !isOver ? 'primary' : 'secondary'} wide>
          {verb}
        </Button>
      </div>
      {!isOver && <p className="text-sm text-ink-soft">{hint}</p>}
    </Form>
  );
}
