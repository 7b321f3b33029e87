'use client';

import dynamic from 'next/dynamic';

// Only one page of the wizard takes files: the others do not load what sends them.
export const UploadForm = dynamic(() =>
  import('#components/uploads/upload-form.tsx').then((part) => part.UploadForm),
);
export const UploadField = dynamic(() =>
  import('#components/uploads/upload-field.tsx').then((part) => part.UploadField),
);
export const AttachedFile = dynamic(() =>
  import('#components/wizard/attached-file.tsx').then((part) => part.AttachedFile),
);
