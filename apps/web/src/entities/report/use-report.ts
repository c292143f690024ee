import { useNavigate } from '@tanstack/react-router';
import { type ReportTarget, reportLink } from '../../app/paths.ts';

/** Leads to the support form, filled in for a report. `about` is how the reader knows the target. */
export function useReport() {
  const navigate = useNavigate();
  return (target: ReportTarget, about: string) => void navigate(reportLink(target, about));
}
