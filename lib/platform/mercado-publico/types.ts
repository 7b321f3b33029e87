/** What the API says of a tender, in our words. Lists leave most of it null. Times in ms, UTC. */
export type TenderFacts = {
  code: string;
  name: string | null;
  description: string | null;
  stateCode: number | null;
  state: string | null;
  type: string | null;
  currency: string | null;
  /** Null when the buyer does not show it. */
  amount: number | null;
  buyerCode: string | null;
  buyerName: string | null;
  /** `61202000-0`; the RUT of the unit, which is its organisation's. */
  buyerRut: string | null;
  unitName: string | null;
  region: string | null;
  comuna: string | null;
  publishedAt: number | null;
  closesAt: number | null;
  /** When the award is expected, or was made. */
  awardAt: number | null;
  suppliers: { rut: string; name: string }[];
};

export type OrderFacts = {
  code: string;
  name: string | null;
  stateCode: number | null;
  state: string | null;
  tenderCode: string | null;
  buyerName: string | null;
  buyerRut: string | null;
  supplierCode: string | null;
  supplierName: string | null;
  supplierRut: string | null;
  total: number | null;
  currency: string | null;
  sentAt: number | null;
};

export type Company = { code: string; name: string };

export type PageGuarantee = {
  title: string;
  beneficiary: string | null;
  /** Decimal text, as written there. */
  amount: string | null;
  /** `Peso Chileno`, `%`, … as written there. */
  unit: string | null;
  /** `YYYY-MM-DD` */
  expiresOn: string | null;
  wording: string | null;
  description: string | null;
  restitution: string | null;
};
