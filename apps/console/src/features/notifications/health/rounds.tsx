import { getHealthRounds, type RoundState } from '@hornets/contract/admin/notifications/health-rounds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Accordion, AccordionItem } from '../../../ui/content/accordion.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime, formatDuration, formatNumber } from '../../../ui/text/format.ts'

const useRounds = () => useQuery({ ...apiQuery(getHealthRounds), staleTime: 0, refetchInterval: 10_000 })

const isBad = ({ last_error, is_late }: RoundState) => last_error !== null || is_late

/** What the relay repeats at intervals; what failed or is late comes first. */
export function Rounds() {
  const { t } = useTexts()
  const [open, setOpen] = useState<readonly string[]>([])
  const { data } = useRounds()
  const count = data?.rounds.filter(isBad).length ?? 0
  return (
    <Accordion open={open} onOpenChange={setOpen}>
      <AccordionItem
        value="rounds"
        title={t('notifications.health.rounds.title')}
        description={t('notifications.health.rounds.description')}
        aside={
          data && (
            <Badge kind={count > 0 ? 'warn' : 'ok'}>
              {count > 0
                ? t('notifications.health.rounds.someBad', { count })
                : t('notifications.health.rounds.allFine')}
            </Badge>
          )
        }
      >
        <RoundTable />
      </AccordionItem>
    </Accordion>
  )
}

function RoundTable() {
  const { t } = useTexts()
  return (
    <Loaded
      query={useRounds()}
      waiting={<RowsSkeleton rows={6} className="h-10" />}
      failed={t('notifications.health.rounds.failed')}
      failureOf={failureText}
    >
      {({ rounds }) => (
        <Table caption={t('notifications.health.rounds.title')}>
          <TableHead>
            <HeadCell>{t('notifications.health.rounds.task')}</HeadCell>
            <HeadCell>{t('notifications.health.rounds.status')}</HeadCell>
            <HeadCell numeric className="max-md:hidden">
              {t('notifications.health.rounds.every')}
            </HeadCell>
            <HeadCell numeric className="max-md:hidden">
              {t('notifications.health.rounds.last')}
            </HeadCell>
            <HeadCell numeric className="max-md:hidden">
              {t('notifications.health.rounds.took')}
            </HeadCell>
          </TableHead>
          <TableBody>
            {rounds
              .toSorted((one, other) => Number(isBad(other)) - Number(isBad(one)))
              .map((round, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two listeners have rounds of the same name
                <RoundRow key={`${round.name} ${index}`} round={round} />
              ))}
          </TableBody>
        </Table>
      )}
    </Loaded>
  )
}

function RoundRow({ round }: { readonly round: RoundState }) {
  const { t } = useTexts()
  const { name, every_ms, last_at, last_duration_ms, last_error } = round
  const last = last_at === null ? t('notifications.health.rounds.never') : formatDateTime(last_at)
  return (
    <Row>
      <Cell className="py-2">
        {t(`notifications.health.rounds.name.${name}`)}
        <span className="block text-muted md:hidden">{last}</span>
        {last_error !== null && <span className="block text-bad wrap-anywhere">{last_error}</span>}
      </Cell>
      <Cell>
        <StateBadge round={round} />
      </Cell>
      <Cell numeric className="max-md:hidden">
        {spanText(every_ms)}
      </Cell>
      <Cell numeric className="whitespace-nowrap max-md:hidden">
        {last}
      </Cell>
      <Cell numeric className="max-md:hidden">
        {last_duration_ms === null ? '–' : spanText(last_duration_ms)}
      </Cell>
    </Row>
  )
}

function StateBadge({ round: { last_error, is_late, is_running } }: { readonly round: RoundState }) {
  const { t } = useTexts()
  if (is_late) return <Badge kind="warn">{t('notifications.health.rounds.state.late')}</Badge>
  if (last_error !== null) return <Badge kind="bad">{t('notifications.health.rounds.state.failed')}</Badge>
  if (is_running) return <Badge>{t('notifications.health.rounds.state.running')}</Badge>
  return <Badge kind="ok">{t('notifications.health.rounds.state.fine')}</Badge>
}

function spanText(ms: number): string {
  if (ms >= 60_000) return formatDuration(ms / 1000)
  const unit = ms < 1000 ? 'millisecond' : 'second'
  const value = ms < 1000 ? ms : ms / 1000
  return formatNumber(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
}
