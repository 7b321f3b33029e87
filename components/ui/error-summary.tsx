import { ErrorBox } from '#components/ui/error-box.tsx';
import { Icon } from '#components/ui/icon.tsx';

type Props = {
  /** Messages by field, in the order of the page. */
  errors: Readonly<Record<string, string>>;
  title?: string;
};

/**
 * Lists the errors of a form. Takes the focus by `FirstFocus` or, without scripts, by `autofocus`.
 */
export function ErrorSummary({ errors, title = 'Revisa estos datos para continuar' }: Props) {
  const heading = (
    <h2 className="flex items-center gap-2.5 text-lg">
      <Icon name="alert" className="size-6 text-danger" />
      {title}
    </h2>
  );
  return <ErrorBox errors={errors} heading={heading} />;
}
