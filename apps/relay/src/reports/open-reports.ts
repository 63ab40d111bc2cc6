import { type ReportsParts, ReportsService } from './reports-service.ts'

interface Parts extends Omit<ReportsParts, 'block' | 'deleteEvents'> {
  readonly access: Pick<ReportsParts, 'block' | 'deleteEvents'>
}

/** Starts counting stored reports that were not counted yet. */
export function openReports({ access, ...parts }: Parts): ReportsService {
  const [block, deleteEvents] = [access.block.bind(access), access.deleteEvents.bind(access)]
  const reports = new ReportsService({ ...parts, block, deleteEvents })
  reports.catchUp().catch(err => parts.logger.error({ err }, 'could not count stored reports'))
  return reports
}
