DROP TRIGGER `leads_search_insert`;
--> statement-breakpoint
DROP TRIGGER `leads_search_delete`;
--> statement-breakpoint
DROP TRIGGER `leads_search_update`;
--> statement-breakpoint
DROP TABLE `leads_search`;
--> statement-breakpoint
CREATE VIEW `searchable_leads` AS SELECT id, name, email, rut, company, tender_id,
	CASE length(digits) WHEN 8 THEN '569' || digits WHEN 9 THEN '56' || digits ELSE digits END AS phone,
	answers ->> '$.mensaje' AS message
FROM (SELECT *, ltrim(replace(replace(replace(replace(replace(replace(replace(
	phone, ' ', ''), char(160), ''), '-', ''), '.', ''), '(', ''), ')', ''), '+', ''), '0') AS digits FROM leads);
--> statement-breakpoint
CREATE VIRTUAL TABLE `leads_search` USING fts5(
	name, email, rut, company, tender_id, phone, message,
	content='searchable_leads', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE TRIGGER `leads_search_insert` AFTER INSERT ON `leads` BEGIN
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id, phone, message)
	SELECT * FROM searchable_leads WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `leads_search_delete` BEFORE DELETE ON `leads` BEGIN
	INSERT INTO leads_search (leads_search, rowid, name, email, rut, company, tender_id, phone, message)
	SELECT 'delete', * FROM searchable_leads WHERE id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `leads_search_forget` BEFORE UPDATE OF name, email, rut, company, tender_id, phone, answers ON `leads` BEGIN
	INSERT INTO leads_search (leads_search, rowid, name, email, rut, company, tender_id, phone, message)
	SELECT 'delete', * FROM searchable_leads WHERE id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `leads_search_update` AFTER UPDATE OF name, email, rut, company, tender_id, phone, answers ON `leads` BEGIN
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id, phone, message)
	SELECT * FROM searchable_leads WHERE id = new.id;
END;
--> statement-breakpoint
INSERT INTO leads_search (leads_search) VALUES ('rebuild');
