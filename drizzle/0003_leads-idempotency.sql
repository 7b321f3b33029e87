ALTER TABLE `leads` ADD `idempotency_key` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `body_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `leads_idempotency_key_unique` ON `leads` (`idempotency_key`);