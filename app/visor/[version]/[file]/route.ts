import { route } from '#lib/http/api/route.ts';
import { getViewerFile } from '#lib/http/share/viewer-files.ts';

export const GET = route(getViewerFile);
