import type { HealthPart, HealthReport } from '@hornets/contract/admin/notifications/health-report'
import type { Translate } from '../../../i18n/texts.ts'
import { formatBytes, formatDateTime, formatDuration, formatNumber, formatPercent } from '../../../ui/text/format.ts'

const ofTime = (unit: 'millisecond' | 'second') => (value: number) =>
  formatNumber(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
export const formatMs = ofTime('millisecond')

const values: { readonly [Part in HealthPart]: (found: HealthReport[Part], t: Translate) => string } = {
  disk: ({ free_bytes, total_bytes }, t) =>
    t('operation.health.value.disk', { free: formatBytes(free_bytes), total: formatBytes(total_bytes) }),
  memory: ({ used_bytes, available_bytes, total_bytes }, t) =>
    t('operation.health.value.memory', {
      used: formatBytes(used_bytes),
      available: formatBytes(available_bytes),
      total: formatBytes(total_bytes),
    }),
  processor: ({ share, cores, load }, t) =>
    t('operation.health.value.processor', {
      share: formatPercent(share),
      count: cores,
      load: formatNumber(load, { maximumFractionDigits: 1 }),
    }),
  event_loop: ({ p99_ms, max_ms }, t) =>
    t('operation.health.value.event_loop', { usual: formatMs(p99_ms), worst: formatMs(max_ms) }),
  processes: ({ each }, t) =>
    t('operation.health.value.processes', {
      running: each.filter(({ is_running }) => is_running).length,
      count: each.length,
    }),
  standby: ({ state }, t) => t(`operation.health.value.standby.${state}`),
  databases: ({ files }) => formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0)),
  text_index: ({ bytes }) => formatBytes(bytes),
  certificates({ hosts }, t) {
    const [first] = hosts.flatMap(({ ends_at }) => ends_at ?? []).toSorted()
    return first
      ? t('operation.health.value.certificate', { time: formatDateTime(first) })
      : t('operation.health.value.noCertificate')
  },
  outside: ({ monitors, newest_at }, t) =>
    newest_at === null
      ? t('operation.health.value.noReport')
      : t('operation.health.value.outside', { count: monitors, time: formatDateTime(newest_at) }),
  clock: ({ offset_ms }, t) =>
    offset_ms === null
      ? t('operation.health.value.noClock')
      : t(offset_ms < 0 ? 'operation.health.value.behind' : 'operation.health.value.ahead', {
          span: ofTime('second')(Math.abs(offset_ms) / 1000),
        }),
  chain: ({ sight }, t) => t(`operation.health.value.chain.${sight}`),
  mail: ({ state }, t) => t(`operation.health.value.mail.${state === 'warn' ? 'bad' : state}`),
  queues: ({ connections, unsent_bytes, images }, t) =>
    [
      t('operation.health.value.connections', { count: connections }),
      t('operation.health.value.unsent', { bytes: formatBytes(unsent_bytes) }),
      t('operation.health.value.images', { count: images }),
    ].join(', '),
  rounds: ({ count, bad }, t) =>
    bad > 0
      ? t('operation.health.value.badTasks', { count: bad, all: formatNumber(count) })
      : t('operation.health.value.tasks', { count }),
  backup: ({ last_at }, t) =>
    last_at === null
      ? t('operation.health.value.noBackup')
      : t('operation.health.value.backup', { time: formatDateTime(last_at) }),
  version: ({ running, started_at }, t) =>
    t('operation.health.value.version', {
      version: running,
      time: formatDuration((Date.now() - Date.parse(started_at)) / 1000),
    }),
}

/** What was measured, in one line. */
export const healthValue = <Part extends HealthPart>(part: Part, report: HealthReport, t: Translate): string =>
  values[part](report[part], t)
