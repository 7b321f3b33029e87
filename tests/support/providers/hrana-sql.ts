/**
 * Returns sqld's refusal of a statement, or null: it knows each kind by name (libsql-server,
 * `query_analysis.rs`).
 */
export function refusalOfSql(sql: string): string | null {
  const text = sql.replace(/\/\*[\s\S]*?\*\/|--[^\n]*/g, ' ').trim();
  const [word = ''] = /^[a-z]+/i.exec(text) ?? [];
  const refused = `SQL string could not be parsed: unsupported statement: ${text.slice(0, 60)}`;
  if (/^pragma$/i.test(word)) return pragmaIsTaken(text) ? null : refused;
  if (/^create\s+temp/i.test(text)) return refused;
  return taken.has(word.toLowerCase()) ? null : refused;
}

const taken = new Set(
  `begin commit end rollback savepoint release select with values insert replace update delete create
  drop alter explain`.split(/\s+/),
);

/** Pragmas that read. Migrations may also set two of them. */
const pragmas = new Set(
  `table_list index_list table_info table_xinfo index_xinfo pragma_list compile_options database_list
  function_list module_list encoding defer_foreign_keys foreign_keys foreign_key_list
  foreign_key_check collation_list data_version freelist_count integrity_check page_count quick_check
  stats user_version`.split(/\s+/),
);
/** Pragmas that may be read but not set. */
const readOnly = new Set(
  `application_id auto_vacuum busy_timeout cache_size journal_mode journal_size_limit locking_mode
  max_page_count mmap_size page_size schema_version synchronous temp_store
  wal_autocheckpoint`.split(/\s+/),
);

function pragmaIsTaken(text: string): boolean {
  const [, name = '', value = ''] = /^pragma\s+(?:\w+\.)?(\w+)\s*([=(]?)/i.exec(text) ?? [];
  if (pragmas.has(name.toLowerCase())) return true;
  return readOnly.has(name.toLowerCase()) && value === '';
}
