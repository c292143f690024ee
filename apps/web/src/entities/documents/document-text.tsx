import { Fragment, type ReactNode } from 'react';

type Block = { kind: 'p' | 'ul' | 'ol'; lines: string[] };
type Section = { title: string | null; blocks: Block[] };

const PREFIX = { ul: /^- /, ol: /^\d+\. / } as const;

/** Terms or privacy policy as sections; see the contract for the marks at the start of a line. */
export function DocumentText({ content }: { content: string }) {
  const sections = readSections(content);
  let number = 0;
  return (
    <div className="prose-post mt-6">
      {sections.map(({ title, blocks }) => {
        if (title === null) return <Fragment key="intro">{blocks.map(renderBlock)}</Fragment>;
        number += 1;
        return (
          <section key={`${number} ${title}`}>
            <h2>
              제{number}조 ({title})
            </h2>
            {blocks.map(renderBlock)}
          </section>
        );
      })}
    </div>
  );
}

function readSections(content: string): Section[] {
  const sections: Section[] = [{ title: null, blocks: [] }];
  for (const line of content.split('\n').map((one) => one.trim())) {
    const heading = /^##\s*(.*)$/.exec(line);
    if (heading) sections.push({ title: heading[1] ?? '', blocks: [] });
    else if (line !== '') addLine(sections.at(-1)?.blocks ?? [], line);
  }
  return sections;
}

function addLine(blocks: Block[], line: string): void {
  const kind = PREFIX.ul.test(line) ? 'ul' : PREFIX.ol.test(line) ? 'ol' : 'p';
  const text = kind === 'p' ? line : line.replace(PREFIX[kind], '');
  const last = blocks.at(-1);
  if (kind !== 'p' && last?.kind === kind) last.lines.push(text);
  else blocks.push({ kind, lines: [text] });
}

function renderBlock({ kind, lines }: Block): ReactNode {
  const key = `${kind} ${lines[0]}`;
  if (kind === 'p') return <p key={key}>{lines[0]}</p>;
  const List = kind;
  return (
    <List key={key}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  );
}
