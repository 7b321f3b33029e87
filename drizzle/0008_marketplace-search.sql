-- Full-text search over what Mercado Público told, kept in step by triggers.
create virtual table marketplace_tenders_fts using fts5(
  code, name, buyer_name, unit_name,
  content='marketplace_tenders', content_rowid='id',
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);
--> statement-breakpoint
create trigger marketplace_tenders_fts_insert after insert on marketplace_tenders begin
  insert into marketplace_tenders_fts(rowid, code, name, buyer_name, unit_name) values (new.id, new.code, new.name, new.buyer_name, new.unit_name);
end;
--> statement-breakpoint
create trigger marketplace_tenders_fts_delete after delete on marketplace_tenders begin
  insert into marketplace_tenders_fts(marketplace_tenders_fts, rowid, code, name, buyer_name, unit_name) values ('delete', old.id, old.code, old.name, old.buyer_name, old.unit_name);
end;
--> statement-breakpoint
create trigger marketplace_tenders_fts_update after update of code, name, buyer_name, unit_name on marketplace_tenders
when old.code is not new.code or old.name is not new.name or old.buyer_name is not new.buyer_name or old.unit_name is not new.unit_name begin
  insert into marketplace_tenders_fts(marketplace_tenders_fts, rowid, code, name, buyer_name, unit_name) values ('delete', old.id, old.code, old.name, old.buyer_name, old.unit_name);
  insert into marketplace_tenders_fts(rowid, code, name, buyer_name, unit_name) values (new.id, new.code, new.name, new.buyer_name, new.unit_name);
end;
--> statement-breakpoint
create virtual table marketplace_buyers_fts using fts5(
  name,
  content='marketplace_buyers', content_rowid='id',
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);
--> statement-breakpoint
create trigger marketplace_buyers_fts_insert after insert on marketplace_buyers begin
  insert into marketplace_buyers_fts(rowid, name) values (new.id, new.name);
end;
--> statement-breakpoint
create trigger marketplace_buyers_fts_delete after delete on marketplace_buyers begin
  insert into marketplace_buyers_fts(marketplace_buyers_fts, rowid, name) values ('delete', old.id, old.name);
end;
--> statement-breakpoint
create trigger marketplace_buyers_fts_update after update of name on marketplace_buyers
when old.name is not new.name begin
  insert into marketplace_buyers_fts(marketplace_buyers_fts, rowid, name) values ('delete', old.id, old.name);
  insert into marketplace_buyers_fts(rowid, name) values (new.id, new.name);
end;
--> statement-breakpoint
create virtual table marketplace_suppliers_fts using fts5(
  name,
  content='marketplace_suppliers', content_rowid='id',
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);
--> statement-breakpoint
create trigger marketplace_suppliers_fts_insert after insert on marketplace_suppliers begin
  insert into marketplace_suppliers_fts(rowid, name) values (new.id, new.name);
end;
--> statement-breakpoint
create trigger marketplace_suppliers_fts_delete after delete on marketplace_suppliers begin
  insert into marketplace_suppliers_fts(marketplace_suppliers_fts, rowid, name) values ('delete', old.id, old.name);
end;
--> statement-breakpoint
create trigger marketplace_suppliers_fts_update after update of name on marketplace_suppliers
when old.name is not new.name begin
  insert into marketplace_suppliers_fts(marketplace_suppliers_fts, rowid, name) values ('delete', old.id, old.name);
  insert into marketplace_suppliers_fts(rowid, name) values (new.id, new.name);
end;
