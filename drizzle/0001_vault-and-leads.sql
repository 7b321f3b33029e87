CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`file_id` text NOT NULL,
	`account_id` text NOT NULL,
	`category` text NOT NULL,
	`custom_title` text,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`object_key` text NOT NULL,
	`state` text NOT NULL,
	`uploaded_at` integer NOT NULL,
	`expires_at` integer,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_by_file_id` ON `documents` (`file_id`);--> statement-breakpoint
CREATE INDEX `documents_by_account` ON `documents` (`account_id`,`state`,`category`,`uploaded_at`);--> statement-breakpoint
CREATE INDEX `documents_by_state` ON `documents` (`state`,`changed_at`) WHERE state in ('removing', 'waiting', 'deleted');--> statement-breakpoint
CREATE INDEX `documents_expiring` ON `documents` (`expires_at`) WHERE state = 'kept' and expires_at > 0;--> statement-breakpoint
CREATE TABLE `lead_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lead_id` integer NOT NULL,
	`kind` text NOT NULL,
	`actor` text NOT NULL,
	`detail` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lead_events_by_lead` ON `lead_events` (`lead_id`,`id`);--> statement-breakpoint
CREATE TABLE `leads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`submission_id` integer,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`rut` text,
	`company` text,
	`tender_id` text,
	`answers` text NOT NULL,
	`state` text DEFAULT 'recibida' NOT NULL,
	`handled_at` integer,
	`assigned_to` text,
	`crm_contact_id` text,
	`crm_deal_id` text,
	`consent_version` text NOT NULL,
	`consent_address` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leads_submission_id_unique` ON `leads` (`submission_id`);--> statement-breakpoint
CREATE INDEX `leads_by_kind` ON `leads` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `leads_by_state` ON `leads` (`state`,`id`) WHERE kind = 'garantia';--> statement-breakpoint
CREATE INDEX `leads_unhandled` ON `leads` (`id`) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX `leads_by_assignee` ON `leads` (`assigned_to`,`id`);--> statement-breakpoint
CREATE INDEX `leads_by_email` ON `leads` (`email`,`id`);--> statement-breakpoint
CREATE INDEX `leads_by_created` ON `leads` (`created_at`);--> statement-breakpoint
CREATE INDEX `leads_by_deal` ON `leads` (`crm_deal_id`);--> statement-breakpoint
CREATE INDEX `leads_by_contact` ON `leads` (`crm_contact_id`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`rescheduled_to` text,
	`lead_id` integer,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`location` text,
	`event_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_by_uid` ON `bookings` (`uid`);--> statement-breakpoint
CREATE INDEX `bookings_by_lead` ON `bookings` (`lead_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `bookings_by_email` ON `bookings` (`email`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`event_key` text NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`outcome` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_by_key` ON `webhook_events` (`source`,`event_key`);--> statement-breakpoint
CREATE INDEX `webhook_events_by_received` ON `webhook_events` (`received_at`);