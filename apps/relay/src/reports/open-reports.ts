import { type ReportsParts, ReportsService } from './reports-service.ts'

interface Parts extends Omit<ReportsParts, 'block'> {
  readonly access: { block: ReportsParts['block'] }
}

/** Starts counting stored reports that were not counted yet. */
export function openReports({ access, ...parts }: Parts): ReportsService {
  const reports = new ReportsService({ ...parts, block: access.block.bind(access) })
  reports.catchUp().catch(err => parts.logger.error({ err }, 'could not count stored reports'))
  return reports
}
