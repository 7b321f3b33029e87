CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lane` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`lease_owner` text,
	`lease_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_idempotency_key_unique` ON `deliveries` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`due_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `deliveries_lane` ON `deliveries` (`lane`,`state`,`id`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`attempt` text,
	`submission_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drafts_by_updated` ON `drafts` (`updated_at`);--> statement-breakpoint
CREATE TABLE `heartbeat` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sistema` text NOT NULL,
	`source` text NOT NULL,
	`nombre` text NOT NULL,
	`email` text NOT NULL,
	`telefono` text NOT NULL,
	`rut` text,
	`tender_id` text,
	`answers` text NOT NULL,
	`consent_version` text NOT NULL,
	`consent_address` text NOT NULL,
	`request_id` text NOT NULL,
	`idempotency_key` text,
	`body_hash` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_by_idempotency_key` ON `submissions` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `submissions_by_created` ON `submissions` (`created_at`);--> statement-breakpoint
CREATE INDEX `submissions_by_email` ON `submissions` (`email`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`object_key` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer,
	`state` text NOT NULL,
	`draft_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `uploads_by_state` ON `uploads` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `uploads_by_draft` ON `uploads` (`draft_id`);