/** A browser, with as many separate windows as a journey has people. */
export interface Engine {
  /** Name and version of the browser. */
  version: string;
  /** Opens a window that shares nothing with the others. */
  open(size: Size): Promise<Tab>;
  close(): Promise<void>;
}

/** In CSS pixels, of what the page is drawn into. */
export interface Size {
  width: number;
  height: number;
}

/** What the journeys need of a page; all engines can do it. */
export interface Tab {
  /** How long what is pressed must have stood still, by default between two looks. */
  aimMs?: number;
  goto(url: string): Promise<void>;
  /** Runs a function in the page, which sees its argument and nothing else; both are JSON. */
  evaluate<A, R>(run: (argument: A) => R, argument: A): Promise<R>;
  /** Runs the text of a script in the page. */
  run(script: string): Promise<void>;
  /** Presses the main button of the mouse at a point of what is visible. */
  press(x: number, y: number): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  key(key: Key, held?: Held): Promise<void>;
  /** Gives files to the field for files that has the attribute. */
  choose(attribute: string, paths: string[]): Promise<void>;
  /** A PNG of what is visible. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'End' | 'a';
export type Held = 'Control' | 'Shift';
