import { type ReportsParts, ReportsService } from './reports-service.ts'

interface Parts extends Omit<ReportsParts, 'block'> {
  readonly access: { block: ReportsParts['block'] }
}

/** Begins to count what was stored and not counted. */
export function openReports({ access, ...parts }: Parts): ReportsService {
  const reports = new ReportsService({ ...parts, block: access.block.bind(access) })
  reports.catchUp().catch(err => parts.logger.error({ err }, 'could not count stored reports'))
  return reports
}
