-- A connection keeps the plan of the trigger's look at the newest entry. Made while the log was small it
-- read the whole log, once for each new entry, until the log's statistics were renewed.
ALTER FUNCTION "chain_audit_entry"() SET enable_seqscan = off;
