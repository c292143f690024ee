CREATE TABLE "site_runs" (
	"started_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"off_seconds" integer NOT NULL
);
