/** Content for the tables of the first release, whose counters agree; enough that its migrations take a while. */
export const RELEASE_CONTENT = `
  insert into members (username, email, nickname, name, password_hash)
    select 'user' || n, 'user' || n || '@example.ac.kr', '회원' || n, '김' || n, 'none ' || n from generate_series(1, 2000) n;
  insert into member_roles (member_id, role) select id, 'USER' from members;
  insert into member_roles (member_id, role) select id, 'STUDENT' from members where id % 2 = 0;
  insert into member_consents (member_id, document, version) select id, 'TERMS', '1' from members;
  insert into lectures (title, year, semester, grade, theme_color, professor_name, marked_count)
    select '강의 ' || n, 2026, 1 + n % 2, 1 + n % 4, '#cfe2ff', '이교수', 20 from generate_series(1, 100) n;
  insert into lecture_slots (lecture_id, position, dow, start_hour, end_hour)
    select id, 0, 1 + id % 5, 9 + id % 8, 10 + id % 8 from lectures;
  insert into lecture_marks (member_id, lecture_id) select n, 1 + (n - 1) / 20 from generate_series(1, 2000) n;
  insert into timetable_hours (member_id, year, semester, dow, hour, lecture_id)
    select m.member_id, l.year, l.semester, s.dow, s.start_hour, l.id from lecture_marks m
    join lectures l on l.id = m.lecture_id join lecture_slots s on s.lecture_id = l.id;
  insert into posts (author_id, board_type, title, content, content_text, created_at, like_count, comment_count)
    select 1 + n % 2000, (array['FREE', 'QNA', 'REVIEW', 'MARKET'])[1 + n % 4], '제목 ' || n, '<p>본문 ' || n || ' 항해</p>',
      '본문 ' || n || ' 항해', now() - n * interval '1 minute', 2, 3 from generate_series(1, 20000) n;
  insert into posts (author_seal, anonymous, board_type, title, content, content_text)
    select sha256(n::text::bytea), true, 'SECRET', '비밀 ' || n, '<p>비밀</p>', '비밀' from generate_series(1, 500) n;
  insert into posts (author_id, board_type, lecture_id, title, content, content_text)
    select n, 'LECTURE_Q', 1 + n % 100, '질문 ' || n, '<p>질문</p>', '질문' from generate_series(1, 500) n;
  insert into lecture_answers (post_id, author_id, content) select id, 1, '답변' from posts where board_type = 'LECTURE_Q';
  insert into board_counters (board_type, post_count)
    select board_type, count(*) from posts where lecture_id is null group by 1
    on conflict (board_type) do update set post_count = excluded.post_count;
  insert into post_likes (post_id, member_id)
    select p, 1 + (p + n) % 2000 from generate_series(1, 20000) p, generate_series(1, 2) n;
  insert into post_scraps (post_id, member_id) select p, 1 + p % 2000 from generate_series(1, 4000) p;
  insert into comments (post_id, position, author_id, content)
    select p, n, 1 + (p * n) % 2000, '댓글 ' || n from generate_series(1, 20000) p, generate_series(1, 3) n;
  insert into friendships (low_id, high_id, requester_id, status, decided_at)
    select 2 * n - 1, 2 * n, 2 * n, 'accepted', now() from generate_series(1, 1000) n;
  insert into chat_rooms (low_id, high_id, last_message_at) select 2 * n - 1, 2 * n, now() from generate_series(1, 1000) n;
  insert into chat_room_members (room_id, member_id) select id, low_id from chat_rooms union all select id, high_id from chat_rooms;
  insert into chat_messages (room_id, sender_id, content)
    select r.id, r.low_id, '안녕 ' || n from chat_rooms r, generate_series(1, 10) n;
  insert into notifications (member_id, type, content) select 1 + n % 2000, 'comment', '알림 ' || n from generate_series(1, 20000) n;
  insert into inquiries (member_id, title, content, category) select n, '문의', '내용', 'GENERAL' from generate_series(1, 100) n;
  insert into banners (banner_type, title) select 'NORMAL', '배너 ' || n from generate_series(1, 5) n;
  insert into cafeteria_days (day, student_state, staff_state, student, staff)
    select date '2026-01-01' + n, 'CLOSED', 'CLOSED', '[]', '[]' from generate_series(1, 100) n;
  insert into board_favorites (member_id, board_type) select n, 'FREE' from generate_series(1, 200) n;
  insert into audit_entries (actor_id, action, target_type, target_id) select 1, 'POST_DELETE', 'POST', n from generate_series(1, 200) n;
  insert into settings (key, value) values ('soak', 'stored')`;
