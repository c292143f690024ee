const author = `case when p.anonymous then '익명' else coalesce(m.nickname, '탈퇴한 회원') end as "writerNickname",
  case when p.anonymous then null else m.id end as "writerId"`;

const item = `p.id, p.title, p.board_type as "boardType", ${author}, p.created_at as "createdDate",
  p.view_count as "viewCount", p.like_count as "likeCount", p.comment_count as "commentCount",
  p.image_urls as "imageUrls", p.price, p.trade_status as "tradeStatus", p.pinned,
  p.accepted_comment_id is not null as answered,
  exists (select 1 from attachments a where a.post_id = p.id) as "hasFiles",
  coalesce(p.author_id = any(array(select blocked_id from member_blocks where blocker_id = $2)), false) as blocked`;

const listOf = (part, condition = '') => `select ${item},
    (select post_count from board_counters where board_type = $1) as "totalCount",
    exists (select 1 from board_favorites where member_id = $2 and board_type = $1) as "isMarked"
  from (
    select id as hit_id from posts where board_type = $1 and deleted_at is null ${condition}
    order by pinned desc nulls last, created_at desc nulls last, id desc nulls last ${part}
  ) as hit
  join posts p on p.id = hit_id
  left join members m on m.id = p.author_id
  order by p.pinned desc, p.created_at desc, p.id desc`;

/** The statements of the limit server, each for one call of Naru, with the columns of its response. */
export const LIMIT_WORK = {
  firstPage: { text: listOf('limit 10') },
  // Reads the board from its newest post until it has a page, which is soon for a frequent pair.
  search: { text: listOf('limit 10', `and title like '%' || $3 || '%'`) },
  anyPage: { text: listOf('limit 10 offset $3') },
  detail: {
    text: `with seen as (
        insert into post_views (post_id, member_id, day)
        select id, $2, current_date from posts where id = $1 and author_id is distinct from $2
        on conflict do nothing returning post_id
      ), counted as (
        update posts set view_count = view_count + 1 where id in (select post_id from seen)
        returning view_count
      )
      select ${item}, p.content, p.updated_at as "updatedDate", p.target_url as "targetUrl",
        exists (select 1 from post_likes where post_id = p.id and member_id = $2) as "isLike",
        exists (select 1 from post_scraps where post_id = p.id and member_id = $2) as "isScrapped",
        coalesce(p.author_id = $2, false) as "isAuthor",
        coalesce((select view_count from counted), p.view_count) as "viewCount",
        array(select role from member_roles where member_id = p.author_id) as "writerRoles"
      from posts p
      left join members m on m.id = p.author_id
      where p.id = $1 and p.deleted_at is null`,
  },
  comments: {
    text: `select c.id, c.post_id as "postId", c.parent_id as "parentId", c.content, c.content as text,
        c.created_at as "createdDate", c.edited_at is not null as edited, ${author},
        m.profile_image_url as "writerProfileThumbnails",
        array(select role from member_roles where member_id = c.author_id) as "writerRoles",
        c.author_id = p.author_id as "isPostAuthor", coalesce(c.author_id = $2, false) as "isAuthor",
        c.reply_count as "countChildren", c.like_count as likes, l.member_id is not null as liked,
        n.number as "anonymousNumber", p.comment_count as "commentCount",
        coalesce(c.author_id = any(array(select blocked_id from member_blocks where blocker_id = $2)), false) as blocked
      from comments c
      join posts p on p.id = c.post_id
      left join members m on m.id = c.author_id
      left join anonymous_numbers n on n.post_id = c.post_id and n.author_seal = c.author_seal
      left join comment_likes l on l.comment_id = c.id and l.member_id = $2
      where c.post_id = $1 and c.parent_id is null and (c.deleted_at is null or c.reply_count > 0)
        and p.deleted_at is null
      order by c.position limit 101`,
  },
  notifications: {
    text: `select n.id, n.type, n.sub_type as "subType", n.content, n.created_at as date,
        n.read_at is not null as read, n.target_url as "targetUrl", p.title,
        (select count(*) from notifications where member_id = $1 and read_at is null) as "unreadCount"
      from notifications n
      left join posts p on p.id = n.post_id
      where n.member_id = $1 and n.read_at is null
      order by n.created_at desc, n.id desc limit 50`,
  },
  count: { text: 'update posts set comment_count = comment_count + 1 where id = $1' },
  insert: {
    text: `insert into comments (post_id, author_id, content) values ($1, $2, $3)
      returning id, post_id as "postId", content, created_at as "createdDate"`,
  },
};
