import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { Place } from '#lib/domain/drafts/rules.ts';
import { carriedBy } from '#lib/domain/drafts/view.ts';

type Props = {
  place: Place;
  children: ReactNode;
  action?: 'guardar' | 'archivo';
  submitLabel?: string;
};

/** A native form that works without JavaScript; `data-once` keeps a second click from sending. */
export function StepForm({ place, children, action = 'guardar', submitLabel }: Props) {
  return (
    <form
      method="post"
      action={`/f/gestiona-tu-garantia/${place.step}/${action}${place.g ? `?g=${place.g}` : ''}`}
      encType={action === 'archivo' ? 'multipart/form-data' : undefined}
      data-once=""
      data-upload={action === 'archivo' ? place.step : undefined}
      noValidate
      className="grid gap-6"
    >
      {Object.entries(carriedBy(place)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="mt-2">
        <Button wide>{submitLabel ?? 'Continuar'}</Button>
      </div>
    </form>
  );
}
