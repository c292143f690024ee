import { DrizzleQueryError, fillPlaceholders } from 'drizzle-orm';
import pg from 'pg';
import { type RowReader, readerOf, type SelectedField } from './row-reader.ts';

/** A connection, or several that choose one of them. */
export interface QueryClient {
  query(execution: Execution, values: undefined, done: Done): unknown;
}

type Rows = unknown[];
export type Done = (error: Error | null | undefined, rows?: Rows) => void;

/** A prepared statement of the query builder with what its types call private. */
export interface BuilderStatement {
  params: unknown[];
  /** Undefined where the builder decodes no rows. */
  fields: SelectedField[] | undefined;
  joinsNotNullableMap?: Record<string, boolean>;
  rawQueryConfig: Required<Pick<pg.QueryConfig, 'name' | 'text' | 'types'>>;
}

interface Connection {
  stream: { write(bytes: Buffer): unknown };
  bind(options: object): void;
}

/** What `pg` calls of a query; its types leave this out. */
interface QueryParts {
  callback: Done;
  prepare(connection: Connection): void;
  hasBeenParsed(connection: Connection): boolean;
}

const { Query, utils } = pg as unknown as {
  Query: new (config: object) => QueryParts;
  utils: { prepareValue(value: unknown): unknown };
};

/** Execute all rows, then Sync. */
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

/** A select that all connections share, with the reader of its rows. */
class Select {
  readonly builder: BuilderStatement;
  /** Known after the first execution. */
  read: RowReader | null = null;
  #types = '';

  constructor(builder: BuilderStatement) {
    this.builder = builder;
  }

  describe(columns: readonly { dataTypeID: number }[]): void {
    const types = columns.map(({ dataTypeID }) => dataTypeID).join();
    if (types === this.#types) return;
    this.#types = types;
    const { fields = [], joinsNotNullableMap = {}, rawQueryConfig } = this.builder;
    const parsers = columns.map(({ dataTypeID }) =>
      rawQueryConfig.types.getTypeParser(dataTypeID, 'text'),
    );
    this.read = readerOf({ fields, parsers, joinsNotNullable: joinsNotNullableMap });
  }
}

/**
 * One execution. PostgreSQL describes the rows of the first one on each connection only: a statement
 * whose columns change later fails there.
 */
export class Execution extends Query {
  readonly #select: Select;
  readonly #rows: Rows = [];
  #failure: Error | null = null;
  readonly name: string;
  readonly values: unknown[];

  constructor(select: Select, values: unknown[]) {
    const { name, text } = select.builder.rawQueryConfig;
    super({ name, text });
    this.#select = select;
    this.name = name;
    this.values = values.map(utils.prepareValue);
  }

  /** The same once more, on another connection. */
  again(): Execution {
    return new Execution(this.#select, this.values);
  }

  override prepare(connection: Connection): void {
    if (this.#select.read === null || !this.hasBeenParsed(connection)) {
      super.prepare(connection);
      return;
    }
    connection.bind({ statement: this.name, values: this.values });
    connection.stream.write(EXECUTE);
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }): void {
    this.#attempt(() => this.#select.describe(fields));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#attempt(() => this.#rows.push(this.#select.read?.(fields)));
  }

  /** An error thrown to the connection would end the process. */
  #attempt(work: () => void): void {
    if (this.#failure !== null) return;
    try {
      work();
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#rows);
  }

  handleError(error: Error): void {
    this.callback(this.#failure ?? error);
  }
}

/** Returns a function that executes the statement, with the results and errors of the query builder. */
export function executorOf(builder: BuilderStatement) {
  const { params, fields, rawQueryConfig } = builder;
  const select = fields && new Select(builder);
  return async (client: QueryClient, values: Record<string, unknown>): Promise<unknown> => {
    const filled = fillPlaceholders(params, values);
    try {
      return await (select
        ? run(client, new Execution(select, filled))
        : (client as unknown as pg.PoolClient).query(rawQueryConfig, filled));
    } catch (error) {
      throw new DrizzleQueryError(rawQueryConfig.text, filled, error as Error);
    }
  };
}

function run(client: QueryClient, execution: Execution): Promise<Rows> {
  return new Promise((resolve, reject) => {
    client.query(execution, undefined, (error, rows = []) =>
      error ? reject(error) : resolve(rows),
    );
  });
}
