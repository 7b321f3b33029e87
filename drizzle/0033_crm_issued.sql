ALTER TABLE `leads` ADD `crm_issued_at` integer;--> statement-breakpoint
CREATE INDEX `leads_unrecorded` ON `leads` (`id`) WHERE crm_issued_at is not null and state <> 'emitida' and erased_at is null;