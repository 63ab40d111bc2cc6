import {
  type AlertRule,
  addAlertRule,
  alertMetrics,
  alertRulesMax,
  changeAlertRule,
  listAlertRules,
  removeAlertRule,
  type ShownAlertRule,
} from '@hornets/contract/admin/operation/alerts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText, formFailureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay, useRoleName } from '../../../api/session/use-may.ts'
import { alertText } from '../../../i18n/alert-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { useAsked } from '../../../ui/page/use-asked.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RolePage } from '../../../ui/states/role-page.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { RuleDialog } from './rule-dialog.tsx'

/** As often as the relay looks at them. */
const measuredMs = 60_000

const rulesQuery = { ...apiQuery(listAlertRules), refetchInterval: measuredMs }

export function AlertsPage() {
  const { t } = useTexts()
  const role = useRoleName()
  const mayRead = useMay(listAlertRules)
  const notAllowed = { title: t('alerts.notAllowed.title'), text: t('alerts.notAllowed.text', { role }) }
  return (
    <RolePage
      title={t('shell.nav.alerts')}
      description={
        <>
          {t('alerts.description')}{' '}
          <Link to="/profile/notifications" className="font-semibold text-accent-text hover:underline">
            {t('alerts.ownChannels')}
          </Link>
        </>
      }
      notAllowed={mayRead ? undefined : notAllowed}
    >
      <Content />
    </RolePage>
  )
}

function Content() {
  const query = useQuery(rulesQuery)
  return (
    <Loaded query={query} waiting={<RowsSkeleton rows={4} className="h-14" />} failureOf={formFailureText}>
      {({ rules }) => <Rules rules={rules} />}
    </Loaded>
  )
}

function Rules({ rules }: { readonly rules: readonly ShownAlertRule[] }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [edited, setEdited] = useState<ShownAlertRule | null>()
  useAsked('add', () => setEdited(null))

  async function save(rule: AlertRule): Promise<void> {
    const answer = await (edited
      ? api.call(changeAlertRule, { params: { id: edited.id }, body: { rule } })
      : api.call(addAlertRule, { body: { rule } }))
    queries.setQueryData(rulesQuery.queryKey, answer)
    setEdited(undefined)
  }

  return (
    <>
      <div className="rounded-md border border-line bg-surface">
        {rules.length === 0 ? (
          <EmptyState icon={BellRing} title={t('alerts.none.title')} text={t('alerts.none.text')} />
        ) : (
          <ul aria-label={t('shell.nav.alerts')}>
            {rules.map(shown => (
              <RuleRow key={shown.id} shown={shown} onEdit={() => setEdited(shown)} />
            ))}
          </ul>
        )}
      </div>
      <div>
        <Button variant="primary" disabled={rules.length >= alertRulesMax} onClick={() => setEdited(null)}>
          {t('alerts.add')}
        </Button>
      </div>
      {edited !== undefined && <RuleDialog saved={edited?.rule} onSave={save} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function RuleRow({ shown, onEdit }: { readonly shown: ShownAlertRule; readonly onEdit: () => void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { id, rule, value, since, is_alerting: isAlerting } = shown
  const says = alertText(rule)

  async function call(calling: Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      queries.setQueryData(rulesQuery.queryKey, (await calling) as never)
    } catch (error) {
      toast.error(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: t('alerts.removeTitle'),
      text: says,
      action: t('alerts.remove'),
      danger: true,
    })
    if (isSure) await call(api.call(removeAlertRule, { params: { id } }))
  }

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b p-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{says}</span>
          {isAlerting && <Badge kind={rule.is_urgent ? 'bad' : 'warn'}>{t('alerts.alerting')}</Badge>}
        </span>
        <span className="text-muted text-small">{detailsOf(rule, t)}</span>
        <span className="text-muted text-small">
          {valueText(shown, t, value)}
          {since !== null && ` ${t('alerts.since', { time: formatDateTime(since) })}`}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Switch
          label={t('alerts.on')}
          checked={rule.is_on}
          disabled={isBusy}
          onCheckedChange={isOn =>
            void call(api.call(changeAlertRule, { params: { id }, body: { rule: { ...rule, is_on: isOn } } }))
          }
        />
        <Button size="small" onClick={onEdit}>
          {t('alerts.edit')}
        </Button>
        <Button size="small" loading={isBusy} onClick={() => void remove()}>
          {t('alerts.remove')}
        </Button>
      </div>
    </li>
  )
}

type Translate = ReturnType<typeof useTexts>['t']

function detailsOf({ minutes, channels, is_urgent: isUrgent }: AlertRule, t: Translate): string {
  const parts = [
    minutes === 0 ? t('alerts.immediately') : t('alerts.forMinutes', { count: minutes }),
    channels.length === 0
      ? t('alerts.consoleOnly')
      : channels.map(channel => t(`alerts.channel.${channel}`)).join(', '),
    ...(isUrgent ? [t('alerts.urgentShort')] : []),
  ]
  return parts.join(' · ')
}

function valueText({ rule: { metric } }: ShownAlertRule, t: Translate, value: number | null): string {
  if (value === null) return t('alerts.unknown')
  if (metric === 'node_away') return t(value === 0 ? 'alerts.nodeSeen' : 'alerts.nodeAway')
  return t('alerts.now', { value: `${formatNumber(Math.round(value * 10) / 10)} ${alertMetrics[metric].unit}`.trim() })
}
