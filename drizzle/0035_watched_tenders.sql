CREATE TABLE `tender_news` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`address` text NOT NULL,
	`lead_id` integer,
	`guarantee` integer,
	`detail` text NOT NULL,
	`at` integer NOT NULL,
	`mailed_on` text
);
--> statement-breakpoint
CREATE INDEX `tender_news_waiting` ON `tender_news` (`address`) WHERE mailed_on is null;--> statement-breakpoint
CREATE INDEX `tender_news_mailed` ON `tender_news` (`mailed_on`,`address`) WHERE mailed_on is not null;--> statement-breakpoint
CREATE INDEX `tender_news_by_lead` ON `tender_news` (`lead_id`) WHERE lead_id is not null;--> statement-breakpoint
CREATE INDEX `tender_news_by_guarantee` ON `tender_news` (`guarantee`,`id`) WHERE guarantee is not null;--> statement-breakpoint
CREATE TABLE `watched_tenders` (
	`code` text PRIMARY KEY NOT NULL,
	`state_code` integer,
	`closes_at` integer,
	`award` text,
	`known_at` integer,
	`next_at` integer,
	`news` text
);
--> statement-breakpoint
CREATE INDEX `watched_tenders_due` ON `watched_tenders` (`next_at`,`code`) WHERE next_at is not null and news is null;--> statement-breakpoint
CREATE INDEX `watched_tenders_pending` ON `watched_tenders` (`code`) WHERE news is not null;
--> statement-breakpoint
CREATE TRIGGER `watched_tenders_of_request` AFTER INSERT ON `leads`
	WHEN new.kind = 'garantia' AND new.tender_id GLOB '[0-9]*-[0-9]*-[A-Z]*[0-9][0-9]' BEGIN
	INSERT INTO watched_tenders (code, next_at) SELECT new.tender_id, 0
	WHERE NOT EXISTS (SELECT 1 FROM watched_tenders WHERE code = new.tender_id);
END;
--> statement-breakpoint
CREATE TRIGGER `watched_tenders_of_moved_request` AFTER UPDATE OF state ON `leads`
	WHEN new.kind = 'garantia' AND new.tender_id GLOB '[0-9]*-[0-9]*-[A-Z]*[0-9][0-9]' BEGIN
	INSERT INTO watched_tenders (code, next_at) SELECT new.tender_id, 0
	WHERE NOT EXISTS (SELECT 1 FROM watched_tenders WHERE code = new.tender_id);
END;
--> statement-breakpoint
CREATE TRIGGER `watched_tenders_of_guarantee` AFTER INSERT ON `issued_guarantees`
	WHEN new.tender_id GLOB '[0-9]*-[0-9]*-[A-Z]*[0-9][0-9]' BEGIN
	INSERT INTO watched_tenders (code, next_at) SELECT new.tender_id, 0
	WHERE NOT EXISTS (SELECT 1 FROM watched_tenders WHERE code = new.tender_id);
END;
--> statement-breakpoint
UPDATE leads SET tender_id = upper(trim(tender_id))
WHERE tender_id <> upper(trim(tender_id))
	AND upper(trim(tender_id)) GLOB '[0-9]*-[0-9]*-[A-Z]*[0-9][0-9]';
--> statement-breakpoint
INSERT INTO watched_tenders (code, next_at) SELECT DISTINCT tender_id, 0 FROM leads
WHERE kind = 'garantia' AND state <> 'rechazada'
	AND tender_id GLOB '[0-9]*-[0-9]*-[A-Z]*[0-9][0-9]';
