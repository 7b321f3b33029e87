CREATE TABLE `audit_days` (
	`day` text PRIMARY KEY NOT NULL,
	`first_id` integer NOT NULL,
	`last_id` integer NOT NULL,
	`events` integer NOT NULL,
	`events_digest` text NOT NULL,
	`refusals` integer NOT NULL,
	`refusals_digest` text NOT NULL,
	`sealed_at` integer NOT NULL,
	`digest` text NOT NULL,
	`seal` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_days_last_id_unique` ON `audit_days` (`last_id`);--> statement-breakpoint
DROP INDEX `audit_events_by_account`;--> statement-breakpoint
DROP INDEX `audit_events_by_actor`;--> statement-breakpoint
CREATE INDEX `audit_events_by_at` ON `audit_events` (`at`);--> statement-breakpoint
CREATE INDEX `audit_events_by_account` ON `audit_events` (`account_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_events_by_actor` ON `audit_events` (`actor`,`at`);--> statement-breakpoint
CREATE TRIGGER `audit_events_stay` BEFORE UPDATE ON `audit_events` BEGIN
	SELECT RAISE(ABORT, 'events are only added');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_events_sealed` BEFORE DELETE ON `audit_events`
WHEN old.id > coalesce((SELECT max(last_id) FROM audit_days), 0) BEGIN
	SELECT RAISE(ABORT, 'only sealed events end');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_days_stay` BEFORE UPDATE OF day, first_id, last_id, events, events_digest, refusals, refusals_digest, sealed_at, digest ON `audit_days` BEGIN
	SELECT RAISE(ABORT, 'a sealed day stays');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_days_kept` BEFORE DELETE ON `audit_days` BEGIN
	SELECT RAISE(ABORT, 'a sealed day stays');
END;
