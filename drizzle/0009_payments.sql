CREATE TABLE `payment_refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer NOT NULL,
	`key` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`kind` text,
	`authorization_code` text,
	`actor` text NOT NULL,
	`asked_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_refunds_by_key` ON `payment_refunds` (`payment_id`,`key`);--> statement-breakpoint
CREATE TABLE `payment_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`amount` integer NOT NULL,
	`description` text NOT NULL,
	`email` text NOT NULL,
	`lead_id` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`paid_by` integer,
	FOREIGN KEY (`paid_by`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payment_requests_by_created` ON `payment_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `payment_requests_by_lead` ON `payment_requests` (`lead_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`buy_order` text NOT NULL,
	`session_id` text NOT NULL,
	`account_id` text NOT NULL,
	`payment_request_id` text,
	`amount` integer NOT NULL,
	`description` text,
	`metadata` text,
	`state` text NOT NULL,
	`reason` text,
	`token` text,
	`pay_url` text,
	`authorization_code` text,
	`card_last4` text,
	`payment_type_code` text,
	`response_code` integer,
	`installments` integer,
	`accounting_date` text,
	`transaction_at` integer,
	`refunded_amount` integer DEFAULT 0 NOT NULL,
	`commit_asked_at` integer,
	`lease_owner` text,
	`lease_until` integer,
	`next_check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`compared_at` integer,
	`difference` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_buy_order_unique` ON `payments` (`buy_order`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_token_unique` ON `payments` (`token`);--> statement-breakpoint
CREATE INDEX `payments_by_account` ON `payments` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_by_request` ON `payments` (`payment_request_id`);--> statement-breakpoint
CREATE INDEX `payments_due` ON `payments` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX `payments_compared` ON `payments` (`created_at`,`compared_at`);--> statement-breakpoint
CREATE INDEX `payments_different` ON `payments` (`id`) WHERE difference is not null;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `subject` text;