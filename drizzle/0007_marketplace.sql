CREATE TABLE `marketplace_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`fetched_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `marketplace_answers_by_fetched` ON `marketplace_answers` (`fetched_at`);--> statement-breakpoint
CREATE TABLE `marketplace_buyers` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`rut` text,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `marketplace_buyers_code_unique` ON `marketplace_buyers` (`code`);--> statement-breakpoint
CREATE TABLE `marketplace_calls` (
	`key` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`calls` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `marketplace_suppliers` (
	`id` integer PRIMARY KEY NOT NULL,
	`rut` text NOT NULL,
	`code` text,
	`name` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `marketplace_suppliers_rut_unique` ON `marketplace_suppliers` (`rut`);--> statement-breakpoint
CREATE INDEX `marketplace_suppliers_by_seen` ON `marketplace_suppliers` (`seen_at`);--> statement-breakpoint
CREATE TABLE `marketplace_tenders` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`state_code` integer,
	`state` text,
	`buyer_code` text,
	`buyer_name` text,
	`unit_name` text,
	`region` text,
	`published_at` integer,
	`closes_at` integer,
	`amount` real,
	`currency` text,
	`listed_on` text,
	`detailed_at` integer,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `marketplace_tenders_code_unique` ON `marketplace_tenders` (`code`);--> statement-breakpoint
CREATE INDEX `marketplace_tenders_by_closing` ON `marketplace_tenders` (`closes_at`,`id`);--> statement-breakpoint
CREATE INDEX `marketplace_tenders_by_buyer` ON `marketplace_tenders` (`buyer_code`,`closes_at`);--> statement-breakpoint
CREATE INDEX `marketplace_tenders_by_type` ON `marketplace_tenders` (`type`,`closes_at`);--> statement-breakpoint
CREATE INDEX `marketplace_tenders_by_seen` ON `marketplace_tenders` (`seen_at`);--> statement-breakpoint
CREATE INDEX `marketplace_tenders_to_detail` ON `marketplace_tenders` (`listed_on`,`closes_at`) WHERE "marketplace_tenders"."detailed_at" is null;--> statement-breakpoint
CREATE TABLE `marketplace_turns` (
	`key` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`until` integer NOT NULL,
	`next_at` integer NOT NULL
);
