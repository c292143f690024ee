/** A date as a source of the academic calendar shows it, before it is cleaned. */
export interface SourceDate {
  /** The same in each reading of the source, such as the UID of an event. */
  sourceId: string;
  title: string;
  /** First and last Korean day, yyyy-mm-dd. */
  startDate: string;
  endDate: string;
}
