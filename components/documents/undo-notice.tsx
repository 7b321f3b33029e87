import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = { category: string; documentId: string; name: string };

/** Ten seconds to undo with JavaScript, a minute without. It takes the deleted row's focus. */
export function UndoNotice({ category, documentId, name }: Props) {
  return (
    <div className="mb-6" data-vanishes="10" data-focus="" tabIndex={-1}>
      <Notice role="status">
        <form
          method="post"
          action={`/f/panel/documentos/${category}/recuperar`}
          data-once=""
          className="flex flex-wrap items-center gap-x-4 gap-y-2"
        >
          <p className="min-w-0 break-words">Eliminaste {name}.</p>
          <input type="hidden" name="documentId" value={documentId} />
          <Button variant="secondary" compact>
            Deshacer
          </Button>
        </form>
      </Notice>
    </div>
  );
}
