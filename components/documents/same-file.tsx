import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { deleteBody } from '#lib/domain/documents/schema.ts';

type Earlier = { label: string; href: string };

/** Shows that the account already has the same file, byte for byte, and links to it. */
export function SameFileText({ earlier }: { earlier: Earlier }) {
  return (
    <>
      Es el mismo archivo, byte por byte, que{' '}
      <a href={earlier.href} className="font-semibold wrap-anywhere">
        {earlier.label}
      </a>
      .
    </>
  );
}

type Copies = readonly {
  id: string;
  category: string;
  fileName: string;
  isReplacement: boolean;
  earlier: Earlier;
}[];

/**
 * Lists uploads whose file the account already had. They stay unless their owner deletes them. If
 * an upload replaced a document, the page undoes the upload instead, because deleting it would
 * leave its place empty.
 */
export function SameFileNotice({ copies }: { copies: Copies }) {
  return copies.map(({ id, category, fileName, isReplacement, earlier }) => (
    <div key={id} className="mb-5">
      <Notice tone="warning" role="status">
        <p className="wrap-anywhere">
          {fileName}: <SameFileText earlier={earlier} />
        </p>
        {!isReplacement && (
          <EditorsOnly>
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Form action={`/panel/documentos/${category}/eliminar`}>
                <HiddenField<typeof deleteBody> name="category" value={category} />
                <HiddenField<typeof deleteBody> name="documentId" value={id} />
                <Button variant="secondary" compact>
                  Eliminar el nuevo
                  <VisuallyHidden> {fileName}</VisuallyHidden>
                </Button>
              </Form>
              <a href={`/panel/documentos/${category}`} className="py-1.5">
                Dejar los dos
              </a>
            </div>
          </EditorsOnly>
        )}
      </Notice>
    </div>
  ));
}
