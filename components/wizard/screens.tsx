import { AddressScreen } from '#components/wizard/address-screen.tsx';
import { AttachmentScreen } from '#components/wizard/attachment-screen.tsx';
import { AmountScreen, GuaranteeTypeScreen } from '#components/wizard/guarantee-screens.tsx';
import { GuaranteesScreen } from '#components/wizard/guarantees-screen.tsx';
import { ContractTypeScreen, FieldsScreen } from '#components/wizard/plain-screens.tsx';
import { ReviewScreen } from '#components/wizard/review-screen.tsx';
import type { Screen } from '#components/wizard/screen.ts';
import type { StepId } from '#lib/domain/drafts/schema.ts';

/** A step without a screen does not compile. */
export const screens: Record<StepId, Screen> = {
  tipo: ContractTypeScreen,
  contacto: FieldsScreen,
  licitacion: FieldsScreen,
  institucion: FieldsScreen,
  empresa: FieldsScreen,
  direccion: AddressScreen,
  'empresa-contratista': FieldsScreen,
  'direccion-contratista': AddressScreen,
  'contacto-contratista': FieldsScreen,
  mandante: FieldsScreen,
  'contacto-mandante': FieldsScreen,
  fechas: FieldsScreen,
  'garantia-tipo': GuaranteeTypeScreen,
  'garantia-monto': AmountScreen,
  'garantia-vigencia': FieldsScreen,
  garantias: GuaranteesScreen,
  contrato: AttachmentScreen,
  adicional: AttachmentScreen,
  revisar: ReviewScreen,
};
