import { Button } from '#components/ui/button.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = {
  category: string;
  id: string;
  name: string;
  said: string | null;
  change: { issuedAt?: string; expiresAt?: string };
  warnings: readonly string[];
};

/** What was read of a document, to be confirmed: until then nothing of it changes. */
export function ReadingQuestion({ category, id, name, said, change, warnings }: Props) {
  const which = <VisuallyHidden> {name}</VisuallyHidden>;
  return (
    <div className="mt-4 rounded-md bg-sunken p-4">
      {said && (
        <p>
          <DatedText text={said} />
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="font-semibold text-warning">
          <DatedText text={warning} />
        </p>
      ))}
      <div className="mt-3 flex flex-wrap gap-2">
        {said && (
          <form method="post" action={`/f/panel/documentos/${category}/editar`} data-once="">
            <input type="hidden" name="id" value={id} />
            {Object.entries(change).map(([field, value]) => (
              <input key={field} type="hidden" name={field} value={value} />
            ))}
            <Button variant="secondary" compact>
              Sí, usar {Object.keys(change).length > 1 ? 'esas fechas' : 'esa fecha'}
              {which}
            </Button>
          </form>
        )}
        <form method="post" action={`/f/panel/documentos/${category}/editar`} data-once="">
          <input type="hidden" name="id" value={id} />
          <Button variant="quiet" compact>
            {said ? 'No' : 'Entendido'}
            {which}
          </Button>
        </form>
      </div>
    </div>
  );
}
