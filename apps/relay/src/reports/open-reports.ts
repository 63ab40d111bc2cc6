import { type ReportsParts, ReportsService } from './reports-service.ts'

export function openReports(parts: ReportsParts): ReportsService {
  const reports = new ReportsService(parts)
  reports.catchUp().catch(err => parts.logger.error({ err }, 'could not count stored reports'))
  return reports
}
