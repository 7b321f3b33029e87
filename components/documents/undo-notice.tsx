import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = { category: string; documentId: string; name: string };

/**
 * After a deletion: ten seconds to think again with JavaScript, a minute without. It takes the focus
 * that the deleted row had: whoever works by keyboard goes on from here.
 */
export function UndoNotice({ category, documentId, name }: Props) {
  return (
    <div className="mb-6" data-vanishes="10" data-focus="" tabIndex={-1}>
      <Notice role="status">
        <form
          method="post"
          action={`/panel/documentos/${category}/recuperar`}
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
