import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './lib/platform/db/schema/*.ts',
  out: './drizzle',
});
