import type { SummaryRow } from '#components/ui/summary-list.tsx';
import type { DraftGuarantee, StepId } from '#lib/domain/drafts/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { formatAmount, formatDate } from '#lib/platform/format.ts';

export function guaranteeTitle(item: DraftGuarantee, index: number, total: number): string {
  const label = item.tipoGarantia ? guaranteeTypeCopy[item.tipoGarantia].label : 'Garantía';
  return total > 1 ? `${index + 1}. ${label}` : label;
}

export function guaranteeRows(item: DraftGuarantee): SummaryRow[] {
  const change = (step: StepId) => `/gestiona-tu-garantia/${step}?g=${item.id}`;
  const type = item.tipoGarantia ? guaranteeTypeCopy[item.tipoGarantia].label : '';
  const about = (what: string) => `${what} de ${type}`;
  return [
    {
      label: 'Tipo',
      value: type,
      changeHref: change('garantia-tipo'),
      changeLabel: about('tipo'),
    },
    {
      label: 'Monto',
      value:
        item.montoGarantia && item.monedaGarantia
          ? formatAmount(item.montoGarantia, item.monedaGarantia)
          : '',
      changeHref: change('garantia-monto'),
      changeLabel: about('monto'),
    },
    {
      label: 'Vigencia',
      value:
        item.vigenciaDesde && item.vigenciaHasta
          ? `${formatDate(item.vigenciaDesde)} al ${formatDate(item.vigenciaHasta)}`
          : '',
      changeHref: change('garantia-vigencia'),
      changeLabel: about('vigencia'),
    },
    ...(item.glosaGarantia
      ? [
          {
            label: 'Glosa',
            value: item.glosaGarantia,
            changeHref: change('garantia-vigencia'),
            changeLabel: about('glosa'),
          },
        ]
      : []),
  ];
}
