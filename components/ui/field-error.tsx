import { fieldId } from '#components/ui/field-id.ts';
import { Icon } from '#components/ui/icon.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

export function FieldError({ name, message }: { name: string; message: string }) {
  return (
    <p
      id={`${fieldId(name)}-error`}
      className="mt-1 flex items-start gap-2 font-semibold text-danger"
    >
      <Icon name="alert" className="mt-1 size-5" />
      <span className="wrap-anywhere">
        <VisuallyHidden>Error: </VisuallyHidden>
        {message}
      </span>
    </p>
  );
}
