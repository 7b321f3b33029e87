DROP INDEX `issued_by_issuer`;--> statement-breakpoint
CREATE UNIQUE INDEX `issued_by_issuer_own` ON `issued_guarantees` (`email`,`issuer_key`) WHERE recorded_by = 'company' and (said is null or said <> 'anulada');--> statement-breakpoint
CREATE UNIQUE INDEX `issued_by_issuer` ON `issued_guarantees` (`issuer_key`) WHERE recorded_by = 'advisor' and (said is null or said <> 'anulada');--> statement-breakpoint
ALTER TABLE `documents` ADD `sealed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_sealed` ON `documents` (`object_key`) WHERE sealed = 1;--> statement-breakpoint
ALTER TABLE `uploads` ADD `sealed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `uploads_sealed` ON `uploads` (`object_key`) WHERE sealed = 1;