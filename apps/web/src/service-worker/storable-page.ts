/** What a page brought for its member, which no store may have. */
const FIRST_DATA = /<script type="application\/json" id="first-data">[^<]*<\/script>/;
/** What it shows before its code runs: the stored page is the same for every address. */
const FRAME = /<div id="frame"[\s\S]*?<\/div>(?=\s*<div id="splash")/;
/** What it says of its address to programs that show links. */
const PREVIEW = /<meta property="og:[^>]*>\s*/g;

/** The page without anything of a member or of its address; null for one whose entry script is not `start`, of another release. */
export async function storablePage(response: Response, start: string): Promise<Response | null> {
  const text = response.ok ? await response.clone().text() : '';
  if (!text.includes(start)) return null;
  const { status, headers } = response;
  return new Response(text.replace(FIRST_DATA, '').replace(FRAME, '').replaceAll(PREVIEW, ''), {
    status,
    headers,
  });
}
