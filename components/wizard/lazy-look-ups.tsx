'use client';

import dynamic from 'next/dynamic';

// Three of the fields look something up: pages without them do not load how.
const part = () => import('#components/wizard/looked-up-fields.tsx');
export const TenderField = dynamic(() => part().then(({ TenderField }) => TenderField));
export const BuyerField = dynamic(() => part().then(({ BuyerField }) => BuyerField));
export const SupplierField = dynamic(() => part().then(({ SupplierField }) => SupplierField));
