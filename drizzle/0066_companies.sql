CREATE TABLE `company_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_invitations_by_email` ON `company_invitations` (`company_id`,`email`);--> statement-breakpoint
CREATE INDEX `company_invitations_by_end` ON `company_invitations` (`ends_at`);--> statement-breakpoint
CREATE TABLE `company_members` (
	`company_id` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer NOT NULL,
	`acted_at` integer,
	`mails_off_at` integer,
	`calendar_id` text,
	PRIMARY KEY(`company_id`, `person_id`),
	FOREIGN KEY (`company_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_members_calendar_id_unique` ON `company_members` (`calendar_id`);--> statement-breakpoint
CREATE INDEX `company_members_by_person` ON `company_members` (`person_id`);--> statement-breakpoint
CREATE INDEX `company_members_by_join` ON `company_members` (`company_id`,`joined_at`,`person_id`);--> statement-breakpoint
DROP INDEX `issued_by_issuer_own`;--> statement-breakpoint
DROP INDEX `issued_by_email`;--> statement-breakpoint
ALTER TABLE `issued_guarantees` ADD `company_id` text;--> statement-breakpoint
ALTER TABLE `issued_guarantees` ADD `owner` text GENERATED ALWAYS AS (coalesce(company_id, email)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `issued_by_owner` ON `issued_guarantees` (`owner`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `issued_by_issuer_own` ON `issued_guarantees` (`owner`,`issuer_key`) WHERE recorded_by = 'company' and (reported is null or reported <> 'anulada');--> statement-breakpoint
CREATE INDEX `issued_by_email` ON `issued_guarantees` (`email`);--> statement-breakpoint
DROP INDEX `payment_requests_by_email`;--> statement-breakpoint
ALTER TABLE `payment_requests` ADD `company_id` text;--> statement-breakpoint
ALTER TABLE `payment_requests` ADD `owner` text GENERATED ALWAYS AS (coalesce(company_id, email)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `payment_requests_by_owner` ON `payment_requests` (`owner`,`expires_at`);--> statement-breakpoint
CREATE INDEX `payment_requests_by_email` ON `payment_requests` (`email`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `demands_factor` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- A company has no address. A column cannot be made nullable, so another takes its place: a rebuilt
-- table would delete all rows that refer to accounts.
DROP INDEX `accounts_by_email`;--> statement-breakpoint
DROP INDEX `accounts_admins`;--> statement-breakpoint
ALTER TABLE `accounts` RENAME COLUMN `email` TO `former_email`;--> statement-breakpoint
ALTER TABLE `accounts` ADD `email` text;--> statement-breakpoint
UPDATE `accounts` SET email = former_email;--> statement-breakpoint
ALTER TABLE `accounts` DROP COLUMN `former_email`;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_by_email` ON `accounts` (`email`);--> statement-breakpoint
CREATE INDEX `accounts_admins` ON `accounts` (`email`) WHERE role = 'admin';--> statement-breakpoint
ALTER TABLE `sessions` ADD `company_id` text REFERENCES accounts(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `sessions_by_company` ON `sessions` (`company_id`) WHERE company_id is not null;--> statement-breakpoint
ALTER TABLE `leads` ADD `company_id` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `owner` text GENERATED ALWAYS AS (coalesce(company_id, email)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `leads_by_owner` ON `leads` (`owner`,`id`);--> statement-breakpoint
ALTER TABLE `payments` ADD `person_id` text;--> statement-breakpoint
ALTER TABLE `share_links` ADD `person_id` text;--> statement-breakpoint
-- Each verified account of a company becomes a company and the person who is its owner.
CREATE TABLE `company_of` (`person` text PRIMARY KEY NOT NULL, `company` text NOT NULL, `email` text NOT NULL);--> statement-breakpoint
INSERT INTO company_of SELECT id, lower(hex(randomblob(11))), email FROM accounts
WHERE role = 'juridica' AND email_verified_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `company_of_email` ON `company_of` (`email`);--> statement-breakpoint
INSERT INTO accounts (id, email, role, email_verified_at, rut, name, razon_social, telefono, direccion, region, comuna,
  source, consent_version, consent_at, consent_address, created_at, updated_at)
SELECT m.company, NULL, 'juridica', a.email_verified_at, a.rut, a.name, a.razon_social, a.telefono, a.direccion, a.region,
  a.comuna, a.source, a.consent_version, a.consent_at, a.consent_address, a.created_at, a.updated_at
FROM company_of m JOIN accounts a ON a.id = m.person;--> statement-breakpoint
INSERT INTO company_members (company_id, person_id, role, joined_at, mails_off_at, calendar_id)
SELECT m.company, m.person, 'owner', a.created_at, s.mails_off_at, s.calendar_id
FROM company_of m JOIN accounts a ON a.id = m.person LEFT JOIN alert_settings s ON s.account_id = m.person;--> statement-breakpoint
UPDATE alert_settings SET calendar_id = NULL, mails_off_at = NULL, account_id = (SELECT company FROM company_of WHERE person = account_id)
WHERE account_id IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE documents SET account_id = (SELECT company FROM company_of WHERE person = account_id)
WHERE account_id IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE share_links SET person_id = account_id, account_id = (SELECT company FROM company_of WHERE person = account_id)
WHERE account_id IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE payments SET person_id = account_id, account_id = (SELECT company FROM company_of WHERE person = account_id)
WHERE account_id IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE document_alerts SET account_id = (SELECT company FROM company_of WHERE person = account_id)
WHERE account_id IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE guarantee_alerts SET account_id = (SELECT company FROM company_of WHERE person = account_id)
WHERE account_id IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE uploads SET vault_of = (SELECT company FROM company_of WHERE person = vault_of)
WHERE vault_of IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE deliveries SET payload = json_set(payload, '$.companyId',
  (SELECT company FROM company_of WHERE person = payload ->> '$.accountId'))
WHERE kind = 'alerts.expiry-mail' AND payload ->> '$.accountId' IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE leads SET company_id = (SELECT company FROM company_of WHERE company_of.email = leads.email)
WHERE leads.email IN (SELECT email FROM company_of);--> statement-breakpoint
UPDATE issued_guarantees SET company_id = (SELECT company FROM company_of WHERE company_of.email = issued_guarantees.email)
WHERE issued_guarantees.email IN (SELECT email FROM company_of);--> statement-breakpoint
UPDATE payment_requests SET company_id = (SELECT company FROM company_of WHERE company_of.email = payment_requests.email)
WHERE payment_requests.email IN (SELECT email FROM company_of);--> statement-breakpoint
UPDATE sessions SET company_id = (SELECT company FROM company_of WHERE person = account_id), profile = 'juridica'
WHERE account_id IN (SELECT person FROM company_of);--> statement-breakpoint
UPDATE accounts SET role = 'natural', rut = NULL, razon_social = NULL, direccion = NULL, region = NULL, comuna = NULL
WHERE id IN (SELECT person FROM company_of);--> statement-breakpoint
DROP TABLE company_of;
