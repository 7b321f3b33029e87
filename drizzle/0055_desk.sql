ALTER TABLE `leads` ADD `unanswered_since` integer;--> statement-breakpoint
ALTER TABLE `leads` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `leads` ADD `about` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `tender_words` text;--> statement-breakpoint
CREATE INDEX `leads_by_rut` ON `leads` (`rut`,`id`) WHERE rut is not null;--> statement-breakpoint
CREATE INDEX `leads_by_due` ON `leads` (`due_at`,`id`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `leads_by_unanswered` ON `leads` (`unanswered_since`,`id`) WHERE unanswered_since is not null;--> statement-breakpoint
DROP TRIGGER `leads_search_insert`;--> statement-breakpoint
DROP TRIGGER `leads_search_delete`;--> statement-breakpoint
DROP TRIGGER `leads_search_forget`;--> statement-breakpoint
DROP TRIGGER `leads_search_update`;--> statement-breakpoint
DROP TABLE `leads_search`;--> statement-breakpoint
DROP VIEW `searchable_leads`;--> statement-breakpoint
UPDATE leads SET about = asked.words, due_at = asked.due FROM (
	SELECT id, trim(coalesce(answers ->> '$.institucion', '') || ' ' || coalesce(answers ->> '$.razonSocial', '')
		|| ' ' || coalesce(answers ->> '$.razonSocialMandante', '') || ' ' || (
			SELECT group_concat((value ->> '$.montoGarantia') || ' ' || (value ->> '$.monedaGarantia'), ' ')
			FROM json_each(answers, '$.garantias'))) AS words,
		-- The day ends at 03:00 or 04:00 UTC.
		(SELECT unixepoch(min(value ->> '$.vigenciaDesde'), '+27 hours') * 1000 - 1
			FROM json_each(answers, '$.garantias')) AS due
	FROM submissions) asked
WHERE asked.id = leads.submission_id;--> statement-breakpoint
UPDATE leads SET due_at = coalesce(t.closes_at, due_at), tender_words = t.name || ' ' || coalesce(t.buyer_name, '')
FROM marketplace_tenders t WHERE t.code = leads.tender_id;--> statement-breakpoint
UPDATE leads SET unanswered_since = CASE
	WHEN answered IS NULL THEN iif(handled_at IS NULL OR coalesce(waits, '') IN ('wrote', 'answered', 'paid', 'accepted'), created_at, NULL)
	WHEN waits IN ('wrote', 'answered', 'paid', 'accepted') THEN (SELECT min(at) FROM lead_events
		WHERE lead_id = leads.id AND id > answered AND (kind IN ('files', 'message', 'accepted')
			OR kind = 'payment' AND detail ->> '$.state' IN ('authorized', 'partly-refunded'))) END
FROM (SELECT id AS lead, (SELECT max(id) FROM lead_events WHERE lead_id = leads.id
	AND kind IN ('papers', 'reply', 'conditions', 'state', 'handled')) AS answered FROM leads) told
WHERE told.lead = leads.id AND erased_at IS NULL;--> statement-breakpoint
CREATE VIEW `searchable_leads` AS SELECT id, name, email, rut, company, tender_id,
	CASE length(digits) WHEN 8 THEN '569' || digits WHEN 9 THEN '56' || digits ELSE digits END AS phone,
	answers ->> '$.mensaje' AS message, about, tender_words
FROM (SELECT *, ltrim(replace(replace(replace(replace(replace(replace(replace(
	phone, ' ', ''), char(160), ''), '-', ''), '.', ''), '(', ''), ')', ''), '+', ''), '0') AS digits FROM leads);--> statement-breakpoint
CREATE VIRTUAL TABLE `leads_search` USING fts5(
	name, email, rut, company, tender_id, phone, message, about, tender_words,
	content='searchable_leads', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);--> statement-breakpoint
CREATE TRIGGER `leads_search_insert` AFTER INSERT ON `leads` BEGIN
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT * FROM searchable_leads WHERE id = new.id;
	UPDATE leads SET due_at = coalesce(t.closes_at, due_at), tender_words = t.name || ' ' || coalesce(t.buyer_name, '')
	FROM marketplace_tenders t WHERE t.code = new.tender_id AND leads.id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `leads_search_delete` BEFORE DELETE ON `leads` BEGIN
	INSERT INTO leads_search (leads_search, rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT 'delete', * FROM searchable_leads WHERE id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER `leads_search_forget` BEFORE UPDATE OF name, email, rut, company, tender_id, phone, answers, about, tender_words ON `leads` BEGIN
	INSERT INTO leads_search (leads_search, rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT 'delete', * FROM searchable_leads WHERE id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER `leads_search_update` AFTER UPDATE OF name, email, rut, company, tender_id, phone, answers, about, tender_words ON `leads` BEGIN
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT * FROM searchable_leads WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `leads_meet_tender` AFTER INSERT ON `marketplace_tenders` BEGIN
	UPDATE leads SET due_at = coalesce(new.closes_at, due_at), tender_words = new.name || ' ' || coalesce(new.buyer_name, '')
	WHERE tender_id = new.code;
END;--> statement-breakpoint
CREATE TRIGGER `leads_follow_tender` AFTER UPDATE OF name, buyer_name, closes_at ON `marketplace_tenders`
WHEN old.name IS NOT new.name OR old.buyer_name IS NOT new.buyer_name OR old.closes_at IS NOT new.closes_at BEGIN
	UPDATE leads SET due_at = coalesce(new.closes_at, due_at), tender_words = new.name || ' ' || coalesce(new.buyer_name, '')
	WHERE tender_id = new.code;
END;--> statement-breakpoint
INSERT INTO leads_search (leads_search) VALUES ('rebuild');
