import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  children: string | undefined;
  /** Form that restores the values from before; null where they are not known. */
  back: { action: string; fields: Record<string, string>; label?: string } | null;
  next?: string | undefined;
};

/** The notice of the last act, with its undo. */
export function DoneWithUndo({ children, back, next }: Props) {
  if (!children) return null;
  const action = back?.action;
  return (
    <div className="mb-5" data-done="" tabIndex={-1}>
      <Notice tone="success" role="status">
        <Form action={action} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>{children}</p>
          {back && (
            <>
              {Object.entries(back.fields).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button variant="secondary" compact>
                {back.label ?? 'Deshacer'}
              </Button>
            </>
          )}
          {next && (
            <a href={next} className="py-1.5">
              Ver la siguiente
            </a>
          )}
        </Form>
      </Notice>
    </div>
  );
}
