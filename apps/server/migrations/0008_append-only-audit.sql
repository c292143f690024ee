ALTER TABLE "audit_entries" ADD COLUMN "hash" "bytea" DEFAULT ''::bytea NOT NULL;
--> statement-breakpoint
-- One spelling for what members.bootstrap wrote and what the console writes.
update audit_entries set action = 'role.grant', target_type = 'member' where action = 'ROLE_GRANT';
--> statement-breakpoint
-- The link of one row: from the row before it and everything that the row says.
create function audit_hash(previous bytea, entry audit_entries) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.id, entry.actor_id, entry.action, entry.target_type, entry.target_id,
    entry.reason, entry.detail, entry.address, extract(epoch from entry.created_at)
  )::text, 'UTF8'))
$$;
--> statement-breakpoint
do $$
declare
  entry audit_entries;
  previous bytea := ''::bytea;
begin
  for entry in select * from audit_entries order by id loop
    update audit_entries set hash = audit_hash(previous, entry) where id = entry.id
      returning hash into previous;
  end loop;
end $$;
--> statement-breakpoint
-- Numbers without a hole, in the order of commit: writers wait here for each other, so this comes last
-- in a transaction. The lock's number is any fixed one that nothing else uses.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  last audit_entries;
begin
  perform pg_advisory_xact_lock(7203003);
  select * into last from audit_entries order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.hash := audit_hash(coalesce(last.hash, ''::bytea), new);
  return new;
end $$;
--> statement-breakpoint
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger audit_entries_chain before insert on audit_entries
  for each row execute function chain_audit_entry();
--> statement-breakpoint
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
--> statement-breakpoint
create trigger audit_entries_append_only_rows before update or delete on audit_entries
  for each row execute function refuse_audit_change();
--> statement-breakpoint
-- ALWAYS: session_replication_role = replica does not switch them off.
alter table audit_entries enable always trigger audit_entries_chain;
--> statement-breakpoint
alter table audit_entries enable always trigger audit_entries_append_only;
--> statement-breakpoint
alter table audit_entries enable always trigger audit_entries_append_only_rows;
