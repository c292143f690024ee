interface CostsPage {
  rows: {
    call: string;
    what: string;
    heldMs: number;
    statements: number;
    responseKb: number;
  }[];
  refused: { call: string; what: string; reason: string }[];
}

/** The tables of docs/costs.md. */
export function readCostsPage(page: string): CostsPage {
  const [results = '', refused = ''] = page.split('## Refused inputs');
  return {
    rows: cellsOf(results).map((cells) => {
      const [call = '', what = '', , , turn = '', , statements, , responseKb] = cells;
      const heldMs = Number(turn.replaceAll('*', ''));
      return { call, what, heldMs, statements: Number(statements), responseKb: Number(responseKb) };
    }),
    refused: cellsOf(refused).map(([call = '', what = '', reason = '']) => ({
      call,
      what,
      reason,
    })),
  };
}

function cellsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => /^\| [A-Z]+ \//.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
