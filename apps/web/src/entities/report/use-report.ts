import { useNavigate } from '@tanstack/react-router';
import { type ReportTarget, reportLink } from '../../app/paths.ts';

/** Opens the support form prefilled for a report. `about` describes the target to the reader. */
export function useReport() {
  const navigate = useNavigate();
  return (target: ReportTarget, about: string) => void navigate(reportLink(target, about));
}
