-- Written by hand. A row that a server is about to delete, because it has shown what was there, must not keep
-- away what arrives at that moment: the update waits for the other transaction, and inserts after a deletion.
CREATE OR REPLACE FUNCTION push_notification() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  due bigint;
  is_new boolean;
BEGIN
  IF EXISTS (SELECT FROM push_devices WHERE member_id = NEW.member_id) THEN
    INSERT INTO push_due AS stored (member_id, notification_id) VALUES (NEW.member_id, NEW.id)
    ON CONFLICT (notification_id) DO UPDATE SET not_before = stored.not_before
    RETURNING id, xmax = 0 INTO due, is_new;
    IF is_new THEN
      PERFORM push_is_due(NEW.member_id, due);
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION push_chat_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  receiver bigint;
  due bigint;
  is_new boolean;
BEGIN
  SELECT low_id + high_id - NEW.sender_id INTO receiver FROM chat_rooms WHERE id = NEW.room_id;
  IF EXISTS (SELECT FROM push_devices WHERE member_id = receiver) THEN
    INSERT INTO push_due AS stored (member_id, room_id) VALUES (receiver, NEW.room_id)
    ON CONFLICT (member_id, room_id) DO UPDATE SET not_before = stored.not_before
    RETURNING id, xmax = 0 INTO due, is_new;
    IF is_new THEN
      PERFORM push_is_due(receiver, due);
    END IF;
  END IF;
  RETURN NULL;
END $$;
