import { type ReportsParts, ReportsService } from './reports-service.ts'

/** Starts counting stored reports that were not counted yet. */
export function openReports(parts: ReportsParts): ReportsService {
  const reports = new ReportsService(parts)
  reports.catchUp().catch(err => parts.logger.error({ err }, 'could not count stored reports'))
  return reports
}
