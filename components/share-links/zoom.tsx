import { buttonClass } from '#components/ui/button-class.ts';

export const zooms = [
  { width: 'w-full', times: 1 },
  { width: 'w-[150%]', times: 1.5 },
  { width: 'w-[200%]', times: 2 },
  { width: 'w-[300%]', times: 3 },
];

/** The zoom at which a whole page is visible. */
export const WHOLE_PAGE = -1;

/** Wide screens begin with a whole page, because a page as wide as they are is cut at its end. */
export const firstZoom = () => (matchMedia('(min-width: 64rem)').matches ? WHOLE_PAGE : 0);

type Props = {
  zoom: number;
  onZoom: (zoom: number) => void;
  /** True if the document has pages, which may be higher than their box. */
  hasPages?: boolean;
};

export function ZoomButtons({ zoom, onZoom, hasPages }: Props) {
  const first = hasPages ? WHOLE_PAGE : 0;
  const last = zooms.length - 1;
  return (
    <>
      {hasPages && (
        <button
          type="button"
          className={`${buttonClass({ variant: 'secondary', compact: true })} max-sm:hidden`}
          onClick={() => onZoom(zoom === WHOLE_PAGE ? 0 : WHOLE_PAGE)}
        >
          {zoom === WHOLE_PAGE ? 'Ajustar al ancho' : 'Ajustar a la página'}
        </button>
      )}
      <ZoomButton
        name="Alejar"
        onPress={() => onZoom(Math.max(first, zoom - 1))}
        isOff={zoom === first}
      >
        −
      </ZoomButton>
      <ZoomButton
        name="Acercar"
        onPress={() => onZoom(Math.min(last, zoom + 1))}
        isOff={zoom === last}
      >
        +
      </ZoomButton>
    </>
  );
}

type ZoomProps = { name: string; children: string; onPress: () => void; isOff: boolean };

/** Not disabled at its end, because it would lose the keyboard focus. */
function ZoomButton({ name, children, onPress, isOff }: ZoomProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      className={`${buttonClass({ variant: 'secondary', compact: true })} btn-square text-lg aria-disabled:cursor-default aria-disabled:text-ink-soft`}
      onClick={onPress}
      aria-disabled={isOff}
    >
      {children}
    </button>
  );
}
