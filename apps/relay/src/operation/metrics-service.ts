import type { RelayStatus } from '@hornets/contract/admin/live'
import type { HealthPart, HealthReport, HealthState } from '@hornets/contract/admin/notifications/health-report'
import { type Need, urgencies } from '@hornets/contract/admin/operation/needs'
import type { Clock } from '@hornets/server/clock'
import { isSameSecret } from '@hornets/server/same-secret'

export interface MetricsParts {
  /** Of the relay: `general.service_tag` at the start. */
  readonly name: string
  readonly token: string | undefined
  readonly healthReport: { read(): Promise<HealthReport> }
  readonly status: () => Promise<RelayStatus>
  readonly needs: { list(role: 'owner'): Promise<readonly Need[]> }
  readonly now: Clock
}

const levels: Readonly<Record<HealthState, number>> = { off: 0, ok: 0, unknown: 1, warn: 2, bad: 3 }

interface Metric {
  readonly name: string
  readonly help: string
  readonly values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]
}

const one = (name: string, help: string, value: number, labels = {}): Metric => ({
  name,
  help,
  values: [[labels, value]],
})

export class MetricsService {
  readonly #parts: MetricsParts

  constructor(parts: MetricsParts) {
    this.#parts = parts
  }

  get isOn(): boolean {
    return this.#parts.token !== undefined
  }

  /** Whether this header Authorization has the token, in a time that tells nothing about it. */
  opens(authorization: string | undefined): boolean {
    const { token } = this.#parts
    if (token === undefined || authorization === undefined) return false
    return isSameSecret(authorization, `Bearer ${token}`)
  }

  async text(): Promise<string> {
    const { name, healthReport, status, needs, now } = this.#parts
    const [report, current, list] = await Promise.all([healthReport.read(), status(), needs.list('owner')])
    const metrics = [...ofProgram(name, report, current), ...ofMachine(report, now()), ...ofWork(report, current, list)]
    return `${metrics.map(write).join('\n')}\n`
  }
}

function ofProgram(name: string, report: HealthReport, status: RelayStatus): Metric[] {
  const { version, memory, processor, event_loop } = report
  return [
    one('hornets_info', 'Name of the relay, and version that runs.', 1, {
      name,
      version: version.running,
      node: version.node,
    }),
    one('hornets_start_time_seconds', 'Start, Unix seconds.', secondsOf(status.startedAt)),
    one('hornets_memory_used_bytes', 'Resident memory of the relay.', memory.used_bytes),
    one('hornets_memory_available_bytes', 'Memory that the machine has left.', memory.available_bytes),
    one('hornets_processor_cores', 'Cores that the relay uses, over half a minute.', processor.share),
    one('hornets_event_loop_delay_seconds', 'Delay that 99 % of turns stay below.', event_loop.p99_ms / 1000),
  ]
}

function ofMachine({ disk, databases, text_index, certificates, clock, backup }: HealthReport, now: number): Metric[] {
  const ends = certificates.hosts.flatMap(({ host, ends_at }) =>
    ends_at === null ? [] : [[{ host }, secondsOf(ends_at)] as const],
  )
  const age = backup.last_at === null ? Number.POSITIVE_INFINITY : (now - Date.parse(backup.last_at)) / 1000
  const files = [...databases.files, { name: 'event-text.db', bytes: text_index.bytes }]
  return [
    one('hornets_disk_free_bytes', 'Free disk space.', disk.free_bytes),
    one('hornets_disk_total_bytes', 'Size of the disk.', disk.total_bytes),
    one('hornets_disk_reserve_bytes', 'Free space below which clients store nothing.', disk.reserve_bytes),
    {
      name: 'hornets_database_bytes',
      help: 'Size of a database file on the disk.',
      values: files.map(({ name, bytes }) => [{ file: name }, bytes]),
    },
    { name: 'hornets_certificate_end_seconds', help: 'End of the certificate, Unix seconds.', values: ends },
    one('hornets_clock_offset_seconds', 'How far the clock is ahead.', (clock.offset_ms ?? Number.NaN) / 1000),
    one('hornets_backup_age_seconds', 'Age of the last backup.', age),
  ]
}

function ofWork(report: HealthReport, status: RelayStatus, needs: readonly Need[]): Metric[] {
  const { queues, rounds, history: _history, ...parts } = report
  const states = Object.entries({ ...parts, queues, rounds }) as [HealthPart, { state: HealthState }][]
  return [
    one('hornets_connections', 'Connected clients.', status.connections),
    one('hornets_public_listener', '1 while clients can connect.', status.publicListener ? 1 : 0),
    one('hornets_maintenance', '1 during maintenance.', status.maintenance ? 1 : 0),
    one('hornets_events_last_minute', 'Events accepted in the last minute.', status.eventsLastMinute),
    one('hornets_refused_last_minute', 'Events refused in the last minute.', status.refusedLastMinute),
    one('hornets_stored_events', 'Stored events.', status.storedEvents),
    one('hornets_stored_files', 'Stored files.', status.storedFiles),
    one('hornets_unsent_bytes', 'Bytes waiting to be sent to clients.', queues.unsent_bytes),
    one('hornets_images_waiting', 'Images and videos waiting to be judged.', queues.images),
    one('hornets_tasks_bad', 'Recurring tasks that failed or are late.', rounds.bad),
    {
      name: 'hornets_health',
      help: '0 fine or not set up, 1 unknown, 2 warning, 3 problem.',
      values: states.map(([part, { state }]) => [{ part }, levels[state]]),
    },
    {
      name: 'hornets_needs',
      help: 'What needs the operator.',
      values: urgencies.map(urgency => [{ urgency }, needs.filter(need => need.urgency === urgency).length]),
    },
  ]
}

/** Unix seconds. */
const secondsOf = (timestamp: string) => Math.floor(Date.parse(timestamp) / 1000)

const write = ({ name, help, values }: Metric): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(([labels, value]) => line(name, labels, value)),
  ].join('\n')

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${text.replace(/[\\"\n]/g, escaped)}"`)
  const written = value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
  return pairs.length > 0 ? `${name}{${pairs.join(',')}} ${written}` : `${name} ${written}`
}

const escaped = (character: string) => (character === '\n' ? '\\n' : `\\${character}`)
