import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import type { chooseVaultDocuments } from '#lib/domain/requests/requested-documents/rules.ts';

type Props = {
  folder: ReturnType<typeof chooseVaultDocuments>;
  action: string;
  submissionKey: string;
};

/**
 * Attaches all requested documents that the vault has. First lists them, and those that are left
 * out.
 */
export function AttachFolder({
  folder: { takenDocuments, leftDocuments, bySlot },
  action,
  submissionKey,
}: Props) {
  if (takenDocuments.length === 0) return null;
  return (
    <EditorsOnly>
      <Form action={action} encType="multipart/form-data" className="mt-4 print:hidden">
        <input type="hidden" name="envio" value={submissionKey} />
        {Object.entries(bySlot).map(([name, ids]) => (
          <input key={name} type="hidden" name={`carpeta-${name}`} value={ids.join(' ')} />
        ))}
        <Button variant="secondary" wide>
          Adjuntar mi carpeta
        </Button>
        <details className="mt-1 text-sm">
          <summary className="w-fit cursor-pointer py-2.5 text-brand underline underline-offset-4">
            {takenDocuments.length === 1
              ? 'Va 1 documento'
              : `Van ${takenDocuments.length} documentos`}
            {leftDocuments.length > 0 &&
              `, ${leftDocuments.length === 1 ? 'queda' : 'quedan'} fuera ${leftDocuments.length}`}
          </summary>
          <p>Van copias: lo que cambies después en tu carpeta no cambia esta solicitud.</p>
          <ul className="mt-2 list-disc pl-5 wrap-anywhere">
            {takenDocuments.map(({ value, label }) => (
              <li key={value}>{label}</li>
            ))}
          </ul>
          {leftDocuments.length > 0 && (
            <>
              <p className="mt-3 font-semibold">Quedan fuera</p>
              <ul className="mt-1 list-disc pl-5 wrap-anywhere">
                {leftDocuments.map(({ label, reason }) => (
                  <li key={label}>{`${label}: ${reason}`}</li>
                ))}
              </ul>
            </>
          )}
        </details>
      </Form>
    </EditorsOnly>
  );
}
