'use client';

import dynamic from 'next/dynamic';

// These parts are loaded dynamically, because few pages of the wizard use them.

const importLookedUpFields = () => import('#components/wizard/looked-up-fields.tsx');
export const TenderField = dynamic(() => importLookedUpFields().then((part) => part.TenderField));
export const BuyerField = dynamic(() => importLookedUpFields().then((part) => part.BuyerField));
export const SupplierField = dynamic(() =>
  importLookedUpFields().then((part) => part.SupplierField),
);

export const ShareFields = dynamic(() =>
  import('#components/wizard/share-fields.tsx').then((part) => part.ShareFields),
);

export const UploadForm = dynamic(() =>
  import('#components/uploads/upload-form.tsx').then((part) => part.UploadForm),
);
export const UploadField = dynamic(() =>
  import('#components/uploads/upload-field.tsx').then((part) => part.UploadField),
);
export const WatchState = dynamic(() =>
  import('#components/payments/watch-state.tsx').then((part) => part.WatchState),
);
export const AttachedFiles = dynamic(() =>
  import('#components/wizard/attached-files.tsx').then((part) => part.AttachedFiles),
);
