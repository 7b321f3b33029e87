CREATE TABLE `guarantee_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guarantee` integer NOT NULL,
	`kind` text NOT NULL,
	`by` text NOT NULL,
	`actor` text NOT NULL,
	`day` text,
	`detail` text NOT NULL,
	`key` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`guarantee`) REFERENCES `issued_guarantees`(`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `guarantee_events_by_guarantee` ON `guarantee_events` (`guarantee`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `guarantee_events_by_key` ON `guarantee_events` (`guarantee`,`key`) WHERE key is not null;--> statement-breakpoint
CREATE TABLE `issued_guarantees` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`submission_id` integer,
	`item` integer,
	`email` text NOT NULL,
	`recorded_by` text NOT NULL,
	`actor` text NOT NULL,
	`type` text NOT NULL,
	`instrument` text NOT NULL,
	`issuer_name` text NOT NULL,
	`issuer_rut` text,
	`issuer_number` text NOT NULL,
	`issuer_key` text NOT NULL,
	`issuer_verify_url` text,
	`holder_name` text NOT NULL,
	`holder_rut` text NOT NULL,
	`beneficiary_name` text NOT NULL,
	`beneficiary_rut` text NOT NULL,
	`amount` text NOT NULL,
	`currency` text NOT NULL,
	`valid_from` text NOT NULL,
	`valid_to` text NOT NULL,
	`claim_until` text,
	`glosa` text,
	`tender_id` text,
	`note` text,
	`upload_id` text,
	`sha256` text,
	`said` text,
	`claimed` text,
	`successor` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `issued_guarantees_id_unique` ON `issued_guarantees` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `issued_by_issuer` ON `issued_guarantees` (`issuer_key`) WHERE said is null or said <> 'anulada';--> statement-breakpoint
CREATE UNIQUE INDEX `issued_by_item` ON `issued_guarantees` (`submission_id`,`item`) WHERE submission_id is not null and (said is null or said <> 'anulada');--> statement-breakpoint
CREATE INDEX `issued_by_email` ON `issued_guarantees` (`email`,`number`);--> statement-breakpoint
CREATE INDEX `issued_by_end` ON `issued_guarantees` (`valid_to`,`number`) WHERE said is null;--> statement-breakpoint
CREATE INDEX `issued_by_issuer_number` ON `issued_guarantees` (`issuer_number`);--> statement-breakpoint
CREATE INDEX `issued_by_holder` ON `issued_guarantees` (`holder_rut`,`number`);--> statement-breakpoint
CREATE INDEX `issued_by_beneficiary` ON `issued_guarantees` (`beneficiary_rut`,`number`);--> statement-breakpoint
CREATE INDEX `issued_by_tender` ON `issued_guarantees` (`tender_id`,`number`) WHERE tender_id is not null;--> statement-breakpoint
CREATE INDEX `issued_by_successor` ON `issued_guarantees` (`successor`) WHERE successor is not null;--> statement-breakpoint
CREATE INDEX `issued_by_upload` ON `issued_guarantees` (`upload_id`) WHERE upload_id is not null;--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`guarantee` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`openings` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`guarantee`) REFERENCES `issued_guarantees`(`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verification_codes_open` ON `verification_codes` (`guarantee`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `verification_codes_by_guarantee` ON `verification_codes` (`guarantee`);