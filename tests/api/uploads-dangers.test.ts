import { beforeAll, describe, expect, test } from 'vitest';
import { inspectedFiles } from '#tests/support/dangerous-files.ts';
import {
  announceUpload,
  countStoredFiles,
  postUploadProxy,
  putUpload,
  uploadProxyForm,
} from '#tests/support/upload-client.ts';
import {
  type Cookies,
  makeCompany,
  postUpload,
  refusalStatusAndCode,
  uploadForm,
} from '#tests/support/vault.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
let cookies: Cookies;

/** One file of each reason, and the message that the person reads. */
const refusals = {
  'a DOCX with macros': /macros/,
  'a DOCX with an OLE object': /objetos/,
  'a DOC with a template elsewhere': /plantilla/,
  'a PDF that starts a program from an object stream': /programas, acciones/,
  'an XLSX with a password': /tiene contraseña/,
  'a PDF with a password': /tiene contraseña/,
  'a DOCX that unpacks to 80 MB': /desmedido/,
  'a JPEG of 56 megapixels': /50 megapíxeles/,
  'a PDF with an archive behind it': /también de otro tipo/,
  'an XLS whose chain leads back': /demasiado complejo/,
  'a DOCX without its end': /dañado/,
};

describe('a file with dangerous or broken content', () => {
  beforeAll(async () => {
    world = createWorld({ RATE_LIMITS: 'off' });
    cookies = await makeCompany();
  });

  test.each(Object.entries(refusals))(
    '%s is refused by the proxy, the announced address and the vault',
    async (which, message) => {
      const [name = '', bytes = Buffer.alloc(0)] = inspectedFiles[which] ?? [];
      const answer = await postUploadProxy(uploadProxyForm(bytes, name));
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'invalid_file', message: expect.stringMatching(message) },
      });
      expect((await putUpload((await announceUpload(name)).presignedUrl, bytes)).status).toBe(400);
      const vault = uploadForm({ category: 'e_rut' }, { bytes, name });
      expect(await refusalStatusAndCode(postUpload(cookies, vault))).toMatchObject({
        error: 'invalid_file',
      });
      expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
    },
  );
});
