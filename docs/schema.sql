CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"google_sub" text,
	"email_verified_at" integer,
	"rut" text,
	"name" text,
	"razon_social" text,
	"telefono" text,
	"direccion" text,
	"region" text,
	"comuna" text,
	"source" text,
	"consent_version" text,
	"consent_at" integer,
	"consent_address" text,
	"created_at" integer NOT NULL,
	"updated_at" integer NOT NULL
, "suspended_at" integer, "suspended_reason" text, "desk_views" text, "demands_factor" integer DEFAULT false NOT NULL, "email" text);

CREATE INDEX "accounts_admins" ON "accounts" ("email") WHERE role = 'admin';

CREATE UNIQUE INDEX "accounts_by_email" ON "accounts" ("email");

CREATE UNIQUE INDEX "accounts_by_google_sub" ON "accounts" ("google_sub");

CREATE INDEX "accounts_by_rut" ON "accounts" ("rut") WHERE rut is not null;

CREATE INDEX "accounts_unverified" ON "accounts" ("email_verified_at","created_at");

CREATE TABLE "alert_settings" (
	"account_id" text PRIMARY KEY NOT NULL,
	"mailed_on" text,
	"mails_off_at" integer,
	"calendar_id" text,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX "alert_settings_calendar_id_unique" ON "alert_settings" ("calendar_id");

CREATE TABLE "audit_days" (
	"day" text PRIMARY KEY NOT NULL,
	"first_id" integer NOT NULL,
	"last_id" integer NOT NULL,
	"events" integer NOT NULL,
	"events_digest" text NOT NULL,
	"refusals" integer NOT NULL,
	"refusals_digest" text NOT NULL,
	"sealed_at" integer NOT NULL,
	"digest" text NOT NULL,
	"seal" text NOT NULL
);

CREATE UNIQUE INDEX "audit_days_last_id_unique" ON "audit_days" ("last_id");

CREATE TRIGGER "audit_days_kept" BEFORE DELETE ON "audit_days" BEGIN
	SELECT RAISE(ABORT, 'a sealed day stays');
END;

CREATE TRIGGER "audit_days_stay" BEFORE UPDATE OF day, first_id, last_id, events, events_digest, refusals, refusals_digest, sealed_at, digest ON "audit_days" BEGIN
	SELECT RAISE(ABORT, 'a sealed day stays');
END;

CREATE TABLE "audit_events" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"account_id" text,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"place" text NOT NULL,
	"request_id" text NOT NULL,
	"at" integer NOT NULL
);

CREATE INDEX "audit_events_by_account" ON "audit_events" ("account_id","at");

CREATE INDEX "audit_events_by_actor" ON "audit_events" ("actor","at");

CREATE INDEX "audit_events_by_at" ON "audit_events" ("at");

CREATE INDEX "audit_events_by_subject" ON "audit_events" ("subject","actor","at") WHERE subject is not null;

CREATE INDEX "audit_events_by_time" ON "audit_events" ("action","at");

CREATE TRIGGER "audit_events_sealed" BEFORE DELETE ON "audit_events"
WHEN old.id > coalesce((SELECT max(last_id) FROM audit_days), 0) BEGIN
	SELECT RAISE(ABORT, 'only sealed events end');
END;

CREATE TRIGGER "audit_events_stay" BEFORE UPDATE ON "audit_events" BEGIN
	SELECT RAISE(ABORT, 'events are only added');
END;

CREATE TABLE "bookings" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"uid" text NOT NULL,
	"rescheduled_to" text,
	"lead_id" integer,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"starts_at" integer,
	"ends_at" integer,
	"location" text,
	"event_at" integer NOT NULL,
	"created_at" integer NOT NULL
);

CREATE INDEX "bookings_by_email" ON "bookings" ("email");

CREATE INDEX "bookings_by_lead" ON "bookings" ("lead_id","starts_at");

CREATE UNIQUE INDEX "bookings_by_uid" ON "bookings" ("uid");

CREATE TABLE "company_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" integer NOT NULL,
	"ends_at" integer NOT NULL,
	FOREIGN KEY ("company_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX "company_invitations_by_email" ON "company_invitations" ("company_id","email");

CREATE INDEX "company_invitations_by_end" ON "company_invitations" ("ends_at");

CREATE INDEX "company_invitations_to" ON "company_invitations" ("email");

CREATE TABLE "company_members" (
	"company_id" text NOT NULL,
	"person_id" text NOT NULL,
	"role" text NOT NULL,
	"joined_at" integer NOT NULL,
	"acted_at" integer,
	"mails_off_at" integer,
	"calendar_id" text,
	PRIMARY KEY("company_id", "person_id"),
	FOREIGN KEY ("company_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY ("person_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "company_members_by_join" ON "company_members" ("company_id","joined_at","person_id");

CREATE INDEX "company_members_by_person" ON "company_members" ("person_id");

CREATE UNIQUE INDEX "company_members_calendar_id_unique" ON "company_members" ("calendar_id");

CREATE TABLE "crm_contacts" (
	"email" text NOT NULL,
	"contact_id" text NOT NULL,
	PRIMARY KEY("email", "contact_id")
);

CREATE INDEX "crm_contacts_by_id" ON "crm_contacts" ("contact_id");

CREATE TABLE "deliveries" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"partition" text NOT NULL,
	"kind" text NOT NULL,
	"payload" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" integer,
	"lease_owner" text,
	"lease_until" integer,
	"last_error" text,
	"created_at" integer NOT NULL,
	"settled_at" integer
, "channel" text GENERATED ALWAYS AS (case when "partition" like '%/crm' then 'crm' else 'mail' end) VIRTUAL, "not_before" integer, "sent_to" text, "provider_id" text, "arrival" text, "arrival_at" integer, "arrival_reason" text);

CREATE INDEX "deliveries_by_kind" ON "deliveries" ("kind","created_at");

CREATE INDEX "deliveries_by_provider_id" ON "deliveries" ("provider_id") WHERE provider_id is not null;

CREATE INDEX "deliveries_by_recipient" ON "deliveries" ("sent_to","created_at") WHERE sent_to is not null;

CREATE INDEX "deliveries_by_time" ON "deliveries" ("created_at");

CREATE INDEX "deliveries_due" ON "deliveries" ("channel","due_at") WHERE state = 'waiting';

CREATE UNIQUE INDEX "deliveries_idempotency_key_unique" ON "deliveries" ("idempotency_key");

CREATE INDEX "deliveries_partition" ON "deliveries" ("partition","state","id");

CREATE INDEX "deliveries_returned" ON "deliveries" ("arrival_at") WHERE arrival in ('failed', 'suppressed', 'bounced');

CREATE INDEX "deliveries_sent" ON "deliveries" ("settled_at") WHERE state = 'sent';

CREATE INDEX "deliveries_troubled" ON "deliveries" ("state","kind","last_error","id") WHERE last_error is not null;

CREATE INDEX "deliveries_waiting" ON "deliveries" ("kind","created_at") WHERE state = 'waiting';

CREATE TABLE "delivery_attempts" (
	"delivery_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"error" text NOT NULL,
	"at" integer NOT NULL,
	PRIMARY KEY("delivery_id", "attempt", "error"),
	FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON UPDATE no action ON DELETE cascade
);

CREATE TABLE "delivery_texts" (
	"delivery_id" integer PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"files" text NOT NULL,
	FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON UPDATE no action ON DELETE cascade
);

CREATE TABLE "document_alerts" (
	"document_id" text NOT NULL,
	"level" text NOT NULL,
	"account_id" text NOT NULL,
	"mailed_on" text NOT NULL,
	PRIMARY KEY("document_id", "level"),
	FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "document_alerts_by_mail" ON "document_alerts" ("account_id","mailed_on");

CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"file_id" text NOT NULL,
	"account_id" text NOT NULL,
	"category" text NOT NULL,
	"custom_title" text,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"object_key" text NOT NULL,
	"state" text NOT NULL,
	"uploaded_at" integer NOT NULL,
	"expires_at" integer,
	"changed_at" integer NOT NULL
, "sort_at" integer DEFAULT 0 NOT NULL, "replaces" text, "scanned_at" integer, "finding" text, "replaced" text, "issued_at" text, "counted_from" text, "once" text, "reading" text, "former_of" text, "sealed" integer DEFAULT false NOT NULL, "sha256" text);

CREATE INDEX "documents_by_account" ON "documents" ("account_id","state","category","uploaded_at");

CREATE UNIQUE INDEX "documents_by_file_id" ON "documents" ("file_id");

CREATE INDEX "documents_by_state" ON "documents" ("state","changed_at") WHERE state in ('removing', 'waiting', 'deleted');

CREATE INDEX "documents_expiring" ON "documents" ("account_id","expires_at") WHERE state = 'kept' and expires_at > 0;

CREATE INDEX "documents_former" ON "documents" ("former_of") WHERE state = 'former';

CREATE INDEX "documents_sealed" ON "documents" ("object_key") WHERE sealed = 1;

CREATE INDEX "documents_unplaced" ON "documents" ("uploaded_at") WHERE category = 'por_ordenar';

CREATE TABLE "drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"answers" text NOT NULL,
	"attempt" text,
	"submission_id" integer,
	"created_at" integer NOT NULL,
	"updated_at" integer NOT NULL
, "holder" text DEFAULT '' NOT NULL, "account_id" text REFERENCES accounts(id) ON DELETE cascade);

CREATE INDEX "drafts_by_account" ON "drafts" ("account_id","updated_at") WHERE account_id is not null;

CREATE INDEX "drafts_by_email" ON "drafts" ((lower(answers ->> '$.values.email')));

CREATE INDEX "drafts_by_origin" ON "drafts" ((answers ->> '$.known.request')) WHERE (answers ->> '$.known.request') is not null;

CREATE INDEX "drafts_by_submission" ON "drafts" ("submission_id") WHERE submission_id is not null;

CREATE INDEX "drafts_by_updated" ON "drafts" ("updated_at");

CREATE TABLE "email_changes" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"account_id" text NOT NULL,
	"former" text NOT NULL,
	"email" text NOT NULL,
	"changed_at" integer,
	"moved" text DEFAULT '{}' NOT NULL,
	"undone_at" integer,
	"ends_at" integer NOT NULL,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "email_changes_by_account" ON "email_changes" ("account_id","id");

CREATE INDEX "email_changes_by_end" ON "email_changes" ("ends_at");

CREATE INDEX "email_changes_by_former" ON "email_changes" ("former");

CREATE TABLE "erasures" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"email_hash" text NOT NULL,
	"request_id" text NOT NULL,
	"counts" text NOT NULL,
	"actor" text NOT NULL,
	"started_at" integer NOT NULL,
	"erased_at" integer
);

CREATE UNIQUE INDEX "erasures_by_email" ON "erasures" ("email_hash","request_id");

CREATE INDEX "erasures_by_time" ON "erasures" ("erased_at") WHERE erased_at is not null;

CREATE TABLE "factor_resets" (
	"account_id" text PRIMARY KEY NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" integer NOT NULL,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE TABLE "file_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"since" integer NOT NULL,
	"present" integer NOT NULL
);

CREATE TABLE "guarantee_alerts" (
	"guarantee" integer NOT NULL,
	"level" integer NOT NULL,
	"account_id" text NOT NULL,
	"mailed_on" text NOT NULL,
	PRIMARY KEY("guarantee", "level"),
	FOREIGN KEY ("guarantee") REFERENCES "issued_guarantees"("number") ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "guarantee_alerts_by_mail" ON "guarantee_alerts" ("account_id","mailed_on");

CREATE TABLE "guarantee_events" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"guarantee" integer NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"actor" text NOT NULL,
	"day" text,
	"detail" text NOT NULL,
	"key" text,
	"at" integer NOT NULL,
	FOREIGN KEY ("guarantee") REFERENCES "issued_guarantees"("number") ON UPDATE no action ON DELETE no action
);

CREATE INDEX "guarantee_events_by_guarantee" ON "guarantee_events" ("guarantee","id");

CREATE UNIQUE INDEX "guarantee_events_by_key" ON "guarantee_events" ("guarantee","key") WHERE key is not null;

CREATE TABLE "heartbeat" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" integer NOT NULL
);

CREATE TABLE "issued_guarantees" (
	"number" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"id" text NOT NULL,
	"submission_id" integer,
	"item" integer,
	"email" text NOT NULL,
	"recorded_by" text NOT NULL,
	"actor" text NOT NULL,
	"type" text NOT NULL,
	"instrument" text NOT NULL,
	"issuer_name" text NOT NULL,
	"issuer_rut" text,
	"issuer_number" text NOT NULL,
	"issuer_key" text NOT NULL,
	"issuer_verify_url" text,
	"holder_name" text NOT NULL,
	"holder_rut" text NOT NULL,
	"beneficiary_name" text NOT NULL,
	"beneficiary_rut" text NOT NULL,
	"amount" text NOT NULL,
	"currency" text NOT NULL,
	"valid_from" text NOT NULL,
	"valid_to" text NOT NULL,
	"claim_until" text,
	"glosa" text,
	"tender_id" text,
	"note" text,
	"upload_id" text,
	"sha256" text,
	"reported" text,
	"claimed" text,
	"successor" integer,
	"created_at" integer NOT NULL
, "company_id" text, "owner" text GENERATED ALWAYS AS (coalesce(company_id, email)) VIRTUAL);

CREATE INDEX "issued_by_amount" ON "issued_guarantees" ((currency || printf('%024.4f', amount)),"number");

CREATE INDEX "issued_by_beneficiary" ON "issued_guarantees" ("beneficiary_rut","number");

CREATE INDEX "issued_by_email" ON "issued_guarantees" ("email");

CREATE INDEX "issued_by_end" ON "issued_guarantees" ("valid_to","number");

CREATE INDEX "issued_by_holder" ON "issued_guarantees" ("holder_rut","number");

CREATE UNIQUE INDEX "issued_by_issuer" ON "issued_guarantees" ("issuer_key") WHERE recorded_by = 'advisor' and ("reported" is null or "reported" <> 'anulada');

CREATE INDEX "issued_by_issuer_number" ON "issued_guarantees" ((upper(replace(replace(replace(replace(issuer_number, ' ', ''), '.', ''), '/', ''), '-', ''))));

CREATE UNIQUE INDEX "issued_by_issuer_own" ON "issued_guarantees" ("owner","issuer_key") WHERE recorded_by = 'company' and (reported is null or reported <> 'anulada');

CREATE UNIQUE INDEX "issued_by_item" ON "issued_guarantees" ("submission_id","item") WHERE submission_id is not null and ("reported" is null or "reported" <> 'anulada');

CREATE INDEX "issued_by_owner" ON "issued_guarantees" ("owner","number");

CREATE INDEX "issued_by_state" ON "issued_guarantees" ((case when "reported" is null then '' else "reported" end || valid_to),"number");

CREATE INDEX "issued_by_submission" ON "issued_guarantees" ("submission_id") WHERE submission_id is not null;

CREATE INDEX "issued_by_successor" ON "issued_guarantees" ("successor") WHERE successor is not null;

CREATE INDEX "issued_by_tender" ON "issued_guarantees" ("tender_id","number") WHERE tender_id is not null;

CREATE INDEX "issued_by_upload" ON "issued_guarantees" ("upload_id") WHERE upload_id is not null;

CREATE UNIQUE INDEX "issued_guarantees_id_unique" ON "issued_guarantees" ("id");

CREATE TABLE "known_browsers" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" integer NOT NULL,
	"seen_at" integer NOT NULL,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX "known_browsers_by_account" ON "known_browsers" ("account_id","token_hash");

CREATE INDEX "known_browsers_by_seen" ON "known_browsers" ("seen_at");

CREATE TABLE "lead_counts" (
	"hour" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	PRIMARY KEY("hour", "kind", "state")
);

CREATE TABLE "lead_events" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"lead_id" integer NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"detail" text NOT NULL,
	"at" integer NOT NULL,
	FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "lead_events_by_lead" ON "lead_events" ("lead_id","id");

CREATE UNIQUE INDEX "lead_events_by_version" ON "lead_events" ("lead_id","kind",(detail ->> '$.version')) WHERE kind in ('conditions', 'accepted');

CREATE TABLE "leads" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"kind" text NOT NULL,
	"submission_id" integer,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"rut" text,
	"company" text,
	"tender_id" text,
	"answers" text NOT NULL,
	"state" text DEFAULT 'recibida' NOT NULL,
	"handled_at" integer,
	"assigned_to" text,
	"crm_contact_id" text,
	"crm_deal_id" text,
	"consent_version" text NOT NULL,
	"consent_address" text NOT NULL,
	"request_id" text NOT NULL,
	"created_at" integer NOT NULL
, "idempotency_key" text, "body_hash" text, "state_at" integer, "crm_contact" text, "erased_at" integer, "crm_issued_at" integer, "waits" text, "waits_until" integer, "unanswered_since" integer, "due_at" integer, "about" text, "tender_words" text, "is_paid" integer DEFAULT false NOT NULL, "company_id" text, "owner" text GENERATED ALWAYS AS (coalesce(company_id, email)) VIRTUAL);

CREATE INDEX "leads_by_assignee" ON "leads" ("assigned_to","kind","state",(handled_at is null),"id");

CREATE INDEX "leads_by_contact" ON "leads" ("crm_contact_id");

CREATE INDEX "leads_by_created" ON "leads" ("created_at");

CREATE INDEX "leads_by_deal" ON "leads" ("crm_deal_id");

CREATE INDEX "leads_by_desk" ON "leads" ("kind","state",(handled_at is null),"id");

CREATE INDEX "leads_by_due" ON "leads" ("due_at","id") WHERE due_at is not null;

CREATE INDEX "leads_by_email" ON "leads" ("email","id");

CREATE INDEX "leads_by_erased" ON "leads" ("erased_at") WHERE erased_at is not null;

CREATE INDEX "leads_by_owner" ON "leads" ("owner","id");

CREATE INDEX "leads_by_rut" ON "leads" ("rut","id") WHERE rut is not null;

CREATE INDEX "leads_by_tender" ON "leads" ("tender_id","id") WHERE tender_id is not null;

CREATE INDEX "leads_by_unanswered" ON "leads" ("unanswered_since","id") WHERE unanswered_since is not null;

CREATE INDEX "leads_by_wait" ON "leads" ("waits","kind","state",(handled_at is null),"id") WHERE waits is not null;

CREATE INDEX "leads_by_wait_end" ON "leads" ("waits_until") WHERE waits_until is not null;

CREATE INDEX "leads_by_waiting_assignee" ON "leads" ("assigned_to","waits","kind","state",(handled_at is null),"id") WHERE waits is not null;

CREATE UNIQUE INDEX "leads_idempotency_key_unique" ON "leads" ("idempotency_key");

CREATE INDEX "leads_kept" ON "leads" ((state = 'emitida'),(case when state_at is null then created_at else state_at end)) WHERE erased_at is null;

CREATE UNIQUE INDEX "leads_submission_id_unique" ON "leads" ("submission_id");

CREATE INDEX "leads_unrecorded" ON "leads" ("id") WHERE crm_issued_at is not null and state <> 'emitida' and erased_at is null;

CREATE TRIGGER "lead_counts_delete" AFTER DELETE ON "leads" BEGIN
	UPDATE lead_counts SET total = total - 1
	WHERE hour = old.created_at / 3600000 AND kind = old.kind AND state = old.state;
END;

CREATE TRIGGER "lead_counts_insert" AFTER INSERT ON "leads" BEGIN
	INSERT INTO lead_counts (hour, kind, state, total)
	VALUES (new.created_at / 3600000, new.kind, new.state, 1)
	ON CONFLICT (hour, kind, state) DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER "lead_counts_update" AFTER UPDATE OF kind, state, created_at ON "leads" BEGIN
	UPDATE lead_counts SET total = total - 1
	WHERE hour = old.created_at / 3600000 AND kind = old.kind AND state = old.state;
	INSERT INTO lead_counts (hour, kind, state, total)
	VALUES (new.created_at / 3600000, new.kind, new.state, 1)
	ON CONFLICT (hour, kind, state) DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER "leads_search_delete" BEFORE DELETE ON "leads" BEGIN
	INSERT INTO leads_search (leads_search, rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT 'delete', * FROM searchable_leads WHERE id = old.id;
END;

CREATE TRIGGER "leads_search_forget" BEFORE UPDATE OF name, email, rut, company, tender_id, phone, answers, about, tender_words ON "leads" BEGIN
	INSERT INTO leads_search (leads_search, rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT 'delete', * FROM searchable_leads WHERE id = old.id;
END;

CREATE TRIGGER "leads_search_insert" AFTER INSERT ON "leads" BEGIN
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT * FROM searchable_leads WHERE id = new.id;
END;

CREATE TRIGGER "leads_search_update" AFTER UPDATE OF name, email, rut, company, tender_id, phone, answers, about, tender_words ON "leads" BEGIN
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT * FROM searchable_leads WHERE id = new.id;
END;

CREATE VIRTUAL TABLE "leads_search" USING fts5(
	name, email, rut, company, tender_id, phone, message, about, tender_words,
	content='searchable_leads', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);

CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"until" integer NOT NULL
);

CREATE TABLE "links" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"subject" text NOT NULL,
	"mailed_to" text,
	"created_at" integer NOT NULL,
	"ends_at" integer NOT NULL,
	"ended_at" integer,
	"opened_at" integer,
	PRIMARY KEY("kind", "id")
);

CREATE INDEX "links_by_end" ON "links" ("ends_at");

CREATE INDEX "links_by_mailbox" ON "links" ("mailed_to","created_at");

CREATE INDEX "links_by_subject" ON "links" ("kind","subject","ends_at");

CREATE INDEX "links_proving" ON "links" ("mailed_to","opened_at") WHERE opened_at is not null;

CREATE TABLE "marketplace_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"fetched_at" integer NOT NULL,
	"expires_at" integer NOT NULL
);

CREATE INDEX "marketplace_answers_by_fetched" ON "marketplace_answers" ("fetched_at");

CREATE TABLE "marketplace_buyers" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"rut" text,
	"seen_at" integer NOT NULL
);

CREATE UNIQUE INDEX "marketplace_buyers_code_unique" ON "marketplace_buyers" ("code");

CREATE VIRTUAL TABLE marketplace_buyers_fts using fts5(
  name,
  content='marketplace_buyers', content_rowid='id',
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);

CREATE TABLE "marketplace_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"calls" integer NOT NULL
);

CREATE TABLE "marketplace_suppliers" (
	"id" integer PRIMARY KEY NOT NULL,
	"rut" text NOT NULL,
	"code" text,
	"name" text NOT NULL,
	"seen_at" integer NOT NULL
);

CREATE INDEX "marketplace_suppliers_by_seen" ON "marketplace_suppliers" ("seen_at");

CREATE UNIQUE INDEX "marketplace_suppliers_rut_unique" ON "marketplace_suppliers" ("rut");

CREATE VIRTUAL TABLE marketplace_suppliers_fts using fts5(
  name,
  content='marketplace_suppliers', content_rowid='id',
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);

CREATE TABLE "marketplace_tenders" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"state_code" integer,
	"state" text,
	"buyer_code" text,
	"buyer_name" text,
	"unit_name" text,
	"region" text,
	"published_at" integer,
	"closes_at" integer,
	"amount" real,
	"currency" text,
	"listed_on" text,
	"detailed_at" integer,
	"seen_at" integer NOT NULL
);

CREATE INDEX "marketplace_tenders_by_buyer" ON "marketplace_tenders" ("buyer_code","closes_at");

CREATE INDEX "marketplace_tenders_by_closing" ON "marketplace_tenders" ("closes_at","id");

CREATE INDEX "marketplace_tenders_by_seen" ON "marketplace_tenders" ("seen_at");

CREATE INDEX "marketplace_tenders_by_type" ON "marketplace_tenders" ("type","closes_at");

CREATE UNIQUE INDEX "marketplace_tenders_code_unique" ON "marketplace_tenders" ("code");

CREATE INDEX "marketplace_tenders_to_detail" ON "marketplace_tenders" ("listed_on","closes_at") WHERE "marketplace_tenders"."detailed_at" is null;

CREATE VIRTUAL TABLE marketplace_tenders_fts using fts5(
  code, name, buyer_name, unit_name,
  content='marketplace_tenders', content_rowid='id',
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);

CREATE TABLE "one_time_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"purpose" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" integer NOT NULL,
	"expires_at" integer NOT NULL,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX "one_time_codes_by_account" ON "one_time_codes" ("account_id","purpose");

CREATE TABLE "page_counts" (
	"day" text NOT NULL,
	"page" text NOT NULL,
	"total" integer NOT NULL,
	PRIMARY KEY("day", "page")
);

CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" integer NOT NULL,
	"used_at" integer,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "passkeys_by_account" ON "passkeys" ("account_id","created_at");

CREATE UNIQUE INDEX "passkeys_credential_id_unique" ON "passkeys" ("credential_id");

CREATE TABLE "password_resets" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"expires_at" integer NOT NULL,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "password_resets_by_account" ON "password_resets" ("account_id");

CREATE TABLE "payment_refunds" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"payment_id" integer NOT NULL,
	"key" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"kind" text,
	"authorization_code" text,
	"actor" text NOT NULL,
	"requested_at" integer NOT NULL,
	"settled_at" integer, "approved_by" text, "reason" text, "note" text,
	FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX "payment_refunds_by_key" ON "payment_refunds" ("payment_id","key");

CREATE INDEX "payment_refunds_done" ON "payment_refunds" ((coalesce(settled_at, requested_at))) WHERE state = 'done';

CREATE INDEX "payment_refunds_unclear" ON "payment_refunds" ("id") WHERE state = 'unclear';

CREATE TABLE "payment_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"description" text NOT NULL,
	"email" text NOT NULL,
	"lead_id" integer,
	"created_by" text NOT NULL,
	"created_at" integer NOT NULL,
	"expires_at" integer NOT NULL,
	"paid_by" integer, "company_id" text, "owner" text GENERATED ALWAYS AS (coalesce(company_id, email)) VIRTUAL,
	FOREIGN KEY ("paid_by") REFERENCES "payments"("id") ON UPDATE no action ON DELETE no action
);

CREATE INDEX "payment_requests_by_created" ON "payment_requests" ("created_at");

CREATE INDEX "payment_requests_by_email" ON "payment_requests" ("email");

CREATE INDEX "payment_requests_by_lead" ON "payment_requests" ("lead_id");

CREATE INDEX "payment_requests_by_owner" ON "payment_requests" ("owner","expires_at");

CREATE INDEX "payment_requests_open" ON "payment_requests" ("created_at") WHERE paid_by is null;

CREATE INDEX "payment_requests_open_amount" ON "payment_requests" ("amount") WHERE paid_by is null;

CREATE TABLE "payments" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"buy_order" text NOT NULL,
	"session_id" text NOT NULL,
	"account_id" text NOT NULL,
	"payment_request_id" text,
	"amount" integer NOT NULL,
	"description" text,
	"metadata" text,
	"state" text NOT NULL,
	"reason" text,
	"token" text,
	"pay_url" text,
	"authorization_code" text,
	"card_last4" text,
	"payment_type_code" text,
	"response_code" integer,
	"installments" integer,
	"accounting_date" text,
	"transaction_at" integer,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"commit_requested_at" integer,
	"next_check_at" integer,
	"checks" integer DEFAULT 0 NOT NULL,
	"compared_at" integer,
	"difference" text,
	"created_at" integer NOT NULL,
	"updated_at" integer NOT NULL,
	"settled_at" integer
, "receipt_email" text, "person_id" text, "lead_id" integer, "lead_basis" text);

CREATE UNIQUE INDEX "payments_buy_order_unique" ON "payments" ("buy_order");

CREATE INDEX "payments_by_account" ON "payments" ("account_id","id");

CREATE INDEX "payments_by_amount" ON "payments" ("amount");

CREATE INDEX "payments_by_lead" ON "payments" ("lead_id") WHERE lead_id is not null;

CREATE INDEX "payments_by_receipt_email" ON "payments" ("receipt_email") WHERE receipt_email is not null;

CREATE INDEX "payments_by_request" ON "payments" ("payment_request_id");

CREATE INDEX "payments_by_time" ON "payments" ("created_at");

CREATE INDEX "payments_compared" ON "payments" ("created_at","compared_at");

CREATE INDEX "payments_different" ON "payments" ("id") WHERE difference is not null;

CREATE INDEX "payments_due" ON "payments" ("next_check_at") WHERE next_check_at is not null;

CREATE UNIQUE INDEX "payments_token_unique" ON "payments" ("token");

CREATE INDEX "payments_told" ON "payments" ("created_at") WHERE description is not null or metadata is not null or card_last4 is not null;

CREATE TABLE "pending_bytes" (
	"id" integer PRIMARY KEY NOT NULL,
	"total" integer NOT NULL
);

CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" integer NOT NULL
);

CREATE TABLE "recovery_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"used_at" integer,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "recovery_codes_by_account" ON "recovery_codes" ("account_id");

CREATE TABLE "requested_documents" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"lead_id" integer NOT NULL,
	"category" text,
	"title" text NOT NULL,
	"until" text NOT NULL,
	"requested_at" integer NOT NULL,
	"revoked_at" integer,
	"remind_at" integer, "unasked" integer DEFAULT false NOT NULL,
	FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "requested_documents_by_lead" ON "requested_documents" ("lead_id","id");

CREATE INDEX "requested_documents_due" ON "requested_documents" ("remind_at") WHERE remind_at is not null;

CREATE VIEW "searchable_leads" AS SELECT id, name, email, rut, company, tender_id,
	CASE length(digits) WHEN 8 THEN '569' || digits WHEN 9 THEN '56' || digits ELSE digits END AS phone,
	answers ->> '$.mensaje' AS message, about, tender_words
FROM (SELECT *, ltrim(replace(replace(replace(replace(replace(replace(replace(
	phone, ' ', ''), char(160), ''), '-', ''), '.', ''), '(', ''), ')', ''), '+', ''), '0') AS digits FROM leads);

CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"account_id" text NOT NULL,
	"profile" text NOT NULL,
	"agent" text NOT NULL,
	"place" text NOT NULL,
	"created_at" integer NOT NULL,
	"seen_at" integer NOT NULL, "proved_at" integer, "strong_at" integer, "company_id" text REFERENCES accounts(id) ON DELETE cascade,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "sessions_by_account" ON "sessions" ("account_id","seen_at");

CREATE INDEX "sessions_by_company" ON "sessions" ("company_id") WHERE company_id is not null;

CREATE INDEX "sessions_by_seen" ON "sessions" ("seen_at");

CREATE UNIQUE INDEX "sessions_by_token" ON "sessions" ("token_hash");

CREATE TABLE "share_link_documents" (
	"link_id" text NOT NULL,
	"position" integer NOT NULL,
	"document_id" text NOT NULL, "renewed_at" integer,
	PRIMARY KEY("link_id", "position"),
	FOREIGN KEY ("link_id") REFERENCES "share_links"("id") ON UPDATE no action ON DELETE cascade
);

CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"account_id" text NOT NULL,
	"label" text,
	"password_hash" text,
	"max_openings" integer,
	"openings" integer DEFAULT 0 NOT NULL,
	"notify" integer NOT NULL,
	"created_at" integer NOT NULL,
	"expires_at" integer NOT NULL,
	"revoked_at" integer, "wrong_tries" integer DEFAULT 0 NOT NULL, "wrong_since" integer, "code_hash" text, "recipient" text, "email" text, "views" integer DEFAULT 0 NOT NULL, "downloads" integer DEFAULT 0 NOT NULL, "sent_at" integer, "requested_at" integer, "note" text, "view_only" integer DEFAULT false NOT NULL, "person_id" text, "requested_by" text, "recipient_address" text,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "share_links_by_account" ON "share_links" ("account_id","created_at");

CREATE UNIQUE INDEX "share_links_by_code" ON "share_links" ("code_hash");

CREATE INDEX "share_links_by_end" ON "share_links" ("expires_at");

CREATE INDEX "share_links_by_recipient" ON "share_links" ("recipient_address") WHERE recipient_address is not null;

CREATE UNIQUE INDEX "share_links_by_token" ON "share_links" ("token_hash");

CREATE INDEX "share_links_live" ON "share_links" ("account_id","expires_at");

CREATE TABLE "share_openings" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"link_id" text NOT NULL,
	"document_id" text,
	"place" text NOT NULL,
	"agent" text NOT NULL,
	"at" integer NOT NULL, "way" text,
	FOREIGN KEY ("link_id") REFERENCES "share_links"("id") ON UPDATE no action ON DELETE cascade
);

CREATE INDEX "share_openings_by_link" ON "share_openings" ("link_id","id");

CREATE TABLE "submissions" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"sistema" text NOT NULL,
	"source" text NOT NULL,
	"nombre" text NOT NULL,
	"email" text NOT NULL,
	"telefono" text NOT NULL,
	"rut" text,
	"tender_id" text,
	"answers" text NOT NULL,
	"consent_version" text NOT NULL,
	"consent_address" text NOT NULL,
	"request_id" text NOT NULL,
	"idempotency_key" text,
	"body_hash" text,
	"created_at" integer NOT NULL
, "sent_by_guest" integer DEFAULT false NOT NULL);

CREATE INDEX "submissions_by_adicional" ON "submissions" ((answers ->> '$.adicional.uploadId')) WHERE (answers ->> '$.adicional.uploadId') is not null;

CREATE INDEX "submissions_by_contrato" ON "submissions" ((answers ->> '$.contrato.uploadId')) WHERE (answers ->> '$.contrato.uploadId') is not null;

CREATE INDEX "submissions_by_created" ON "submissions" ("created_at");

CREATE INDEX "submissions_by_email" ON "submissions" (lower("email"));

CREATE UNIQUE INDEX "submissions_by_idempotency_key" ON "submissions" ("idempotency_key");

CREATE TABLE "tender_news" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"address" text NOT NULL,
	"lead_id" integer,
	"guarantee" integer,
	"detail" text NOT NULL,
	"at" integer NOT NULL,
	"mailed_on" text
);

CREATE INDEX "tender_news_by_guarantee" ON "tender_news" ("guarantee","id") WHERE guarantee is not null;

CREATE INDEX "tender_news_by_lead" ON "tender_news" ("lead_id") WHERE lead_id is not null;

CREATE INDEX "tender_news_mailed" ON "tender_news" ("mailed_on","address") WHERE mailed_on is not null;

CREATE INDEX "tender_news_waiting" ON "tender_news" ("address") WHERE mailed_on is null;

CREATE TABLE "totp_secrets" (
	"account_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" integer NOT NULL,
	"last_step" integer NOT NULL,
	FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON UPDATE no action ON DELETE cascade
);

CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"object_key" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer,
	"state" text NOT NULL,
	"draft_id" text,
	"created_at" integer NOT NULL
, "submission_id" integer, "arrived_at" integer, "verdict" text DEFAULT 'clean' NOT NULL, "openings" integer DEFAULT 0 NOT NULL, "sender" text, "link_ends_at" integer, "added_at" integer, "requested_document_id" integer, "vault_of" text, "sealed" integer DEFAULT false NOT NULL, "title" text);

CREATE INDEX "uploads_by_draft" ON "uploads" ("draft_id");

CREATE INDEX "uploads_by_requested_document" ON "uploads" ("requested_document_id") WHERE requested_document_id is not null;

CREATE INDEX "uploads_by_state" ON "uploads" ("state","created_at");

CREATE INDEX "uploads_by_submission" ON "uploads" ("submission_id") WHERE submission_id is not null;

CREATE INDEX "uploads_pending" ON "uploads" ("sender","size") WHERE sender is not null;

CREATE INDEX "uploads_sealed" ON "uploads" ("object_key") WHERE sealed = 1;

CREATE INDEX "uploads_to_file" ON "uploads" ("id") WHERE vault_of is not null;

CREATE INDEX "uploads_waiting" ON "uploads" ("arrived_at","id") WHERE verdict = 'waiting';

CREATE TRIGGER "pending_bytes_delete" AFTER DELETE ON "uploads" WHEN old.sender IS NOT NULL AND old.size > 0 BEGIN
	UPDATE pending_bytes SET total = total - old.size;
END;

CREATE TRIGGER "pending_bytes_insert" AFTER INSERT ON "uploads" WHEN new.sender IS NOT NULL AND new.size > 0 BEGIN
	UPDATE pending_bytes SET total = total + new.size;
END;

CREATE TRIGGER "pending_bytes_update" AFTER UPDATE OF sender, size ON "uploads"
WHEN (old.sender IS NOT NULL AND old.size > 0) OR (new.sender IS NOT NULL AND new.size > 0) BEGIN
	UPDATE pending_bytes SET total = total
		- CASE WHEN old.sender IS NULL THEN 0 ELSE coalesce(old.size, 0) END
		+ CASE WHEN new.sender IS NULL THEN 0 ELSE coalesce(new.size, 0) END;
END;

CREATE TABLE "verification_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"guarantee" integer NOT NULL,
	"created_at" integer NOT NULL,
	"ended_at" integer,
	"openings" integer DEFAULT 0 NOT NULL,
	FOREIGN KEY ("guarantee") REFERENCES "issued_guarantees"("number") ON UPDATE no action ON DELETE no action
);

CREATE INDEX "verification_codes_by_guarantee" ON "verification_codes" ("guarantee");

CREATE UNIQUE INDEX "verification_codes_open" ON "verification_codes" ("guarantee") WHERE ended_at is null;

CREATE TABLE "watched_tenders" (
	"code" text PRIMARY KEY NOT NULL,
	"state_code" integer,
	"closes_at" integer,
	"award" text,
	"known_at" integer,
	"next_at" integer,
	"news" text
);

CREATE INDEX "watched_tenders_due" ON "watched_tenders" ("next_at","code") WHERE next_at is not null and news is null;

CREATE INDEX "watched_tenders_pending" ON "watched_tenders" ("code") WHERE news is not null;

CREATE TABLE "webhook_events" (
	"id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	"source" text NOT NULL,
	"event_key" text NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"outcome" text NOT NULL,
	"occurred_at" integer NOT NULL,
	"received_at" integer NOT NULL
, "subject" text, "replaces" text);

CREATE UNIQUE INDEX "webhook_events_by_key" ON "webhook_events" ("source","event_key");

CREATE INDEX "webhook_events_by_received" ON "webhook_events" ("received_at");

CREATE INDEX "webhook_events_by_replaced" ON "webhook_events" ("replaces") WHERE replaces is not null;

CREATE INDEX "webhook_events_by_subject" ON "webhook_events" ("source","subject");

CREATE TABLE "write_outcomes" (
	"id" text PRIMARY KEY NOT NULL,
	"at" integer NOT NULL
);

CREATE INDEX "write_outcomes_at" ON "write_outcomes" ("at");
