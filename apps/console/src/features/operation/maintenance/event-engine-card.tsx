import {
  cancelCopy,
  copyEvents,
  type EventEngineState,
  getEventEngine,
  switchEngine,
} from '@hornets/contract/admin/operation/event-engine'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { offersCall } from '../../../api/server/server.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { useRestart } from './use-restart.ts'

/** While events are copied its progress is read so often, and otherwise its state, ms. */
const [progressMs, restMs] = [1000, 30_000]

type Move = NonNullable<EventEngineState['move']>

const engineQuery = apiQuery(getEventEngine)

/** Where the events are and their move to PostgreSQL or back. For owners; others see nothing of it. */
export function EventEngineCard() {
  const { t } = useTexts()
  const may = useMay(getEventEngine) && offersCall(getEventEngine)
  const { data: state } = useQuery({
    ...engineQuery,
    enabled: may,
    refetchInterval: ({ state }) => (state.data?.move?.state === 'copying' ? progressMs : restMs),
  })
  if (!may || !state) return null
  const { engine, place, move } = state
  return (
    <div id="event-engine">
      <Card title={t('operation.engine.title')} description={t(`operation.engine.in.${engine}`, { place })}>
        <div className="mt-3 grid gap-3">
          {move && <Outcome move={move} />}
          {move?.state === 'copying' ? (
            <Copying move={move} />
          ) : move?.state === 'copied' ? (
            <Switch state={state} />
          ) : (
            <Begin key={engine} state={state} />
          )}
        </div>
      </Card>
    </div>
  )
}

/** How the last move ended. */
function Outcome({ move: { state, error, events, ended_at: endedAt, engine, place } }: { readonly move: Move }) {
  const { t } = useTexts()
  if (endedAt === null) return null
  const time = formatDateTime(endedAt)
  if (state === 'moved')
    return (
      <p className="text-small">
        {t(`operation.engine.moved.${engine}`, { count: events ?? 0, time })} {t('operation.engine.untouched')}
      </p>
    )
  if (state === 'copied') return <p className="text-small">{t('operation.engine.copied', { time, place })}</p>
  if (state !== 'failed' && state !== 'stayed') return null
  if (error === null) return <p className="text-small">{t('operation.engine.cancelled')}</p>
  return (
    <Alert kind="error">
      {t(`operation.engine.${state}`)} <span className="wrap-anywhere font-mono">{translateMessage(error)}</span>
    </Alert>
  )
}

const showFailure = (failure: unknown) => toast.error(failureText(failure))

function useEngineCall() {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const ask = async (call: () => Promise<EventEngineState>, onFailure = showFailure) => {
    setAsking(true)
    try {
      queries.setQueryData(engineQuery.queryKey, await call())
    } catch (failure) {
      onFailure(failure)
    } finally {
      setAsking(false)
    }
  }
  return { isAsking, ask }
}

function Begin({ state: { engine, move } }: { readonly state: EventEngineState }) {
  const { t } = useTexts()
  const { isAsking, ask } = useEngineCall()
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const isAway = engine === 'embedded'
  // The relay has kept the address.
  const continues = move?.engine === 'postgres' && (move.state === 'failed' || move.state === 'stayed')
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    const body = isAway ? { engine: 'postgres' as const, ...(address && { address }) } : { engine: 'embedded' as const }
    await ask(
      () => api.call(copyEvents, { body }),
      failure => {
        const field = failure instanceof ApiError ? failure.fields?.address : undefined
        if (field) setError(translateMessage(field))
        else showFailure(failure)
      },
    )
  }
  return (
    <form onSubmit={event => void begin(event)} className="grid gap-3">
      <p className="text-muted text-small">{t(isAway ? 'operation.engine.why' : 'operation.engine.whyBack')}</p>
      {isAway && (
        <TextField
          label={t('operation.engine.address')}
          description={t(continues ? 'operation.engine.addressKept' : 'operation.engine.addressText')}
          placeholder={continues ? move.place : undefined}
          type="password"
          autoComplete="off"
          mono
          value={address}
          onValueChange={setAddress}
          error={error}
        />
      )}
      <div>
        <Button type="submit" loading={isAsking}>
          {t(continues ? 'operation.engine.continue' : `operation.engine.copy.${isAway ? 'postgres' : 'embedded'}`)}
        </Button>
      </div>
    </form>
  )
}

function Copying({ move: { place, progress } }: { readonly move: Move }) {
  const { t } = useTexts()
  const { isAsking, ask } = useEngineCall()
  const label = t('operation.engine.copying', { place })
  const { table = '', done = 0, total = 0 } = progress ?? {}
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="min-w-0 flex-1 basis-60 wrap-anywhere text-small">
          {label}{' '}
          <span className="text-muted tabular-nums">
            {progress === null
              ? t('operation.engine.comparing')
              : table === 'events'
                ? t('operation.engine.done', { done: formatNumber(done), total: formatNumber(Math.max(done, total)) })
                : t('operation.engine.rest')}
          </span>
        </p>
        <Button size="small" loading={isAsking} onClick={() => void ask(() => api.call(cancelCopy))}>
          {t('operation.engine.cancel')}
        </Button>
      </div>
      <ProgressBar label={label} value={total > 0 ? Math.min(1, done / total) : table === '' ? 0 : 1} />
    </div>
  )
}

function Switch({ state: { is_restart_offered: isOffered, move } }: { readonly state: EventEngineState }) {
  const { t } = useTexts()
  const { isAsking, ask } = useEngineCall()
  const { step, seconds, begin } = useRestart(() => api.call(switchEngine))
  if (!move) return null
  const { engine } = move
  const sure = async () => {
    const isSure = await confirm({
      title: t('operation.engine.sure'),
      text: t(`operation.engine.sureText.${engine}`),
      action: t('operation.engine.switch'),
      danger: true,
    })
    if (isSure) void begin()
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isOffered ? (
        <Button variant="primary" loading={step !== 'none'} onClick={() => void sure()}>
          {t('operation.engine.switch')}
        </Button>
      ) : (
        <p className="text-muted text-small">{t('operation.engine.notOffered', { engine })}</p>
      )}
      <Button
        loading={isAsking}
        disabled={step !== 'none'}
        onClick={() => void ask(() => api.call(copyEvents, { body: { engine } }))}
      >
        {t('operation.engine.again')}
      </Button>
      <p role="status" className="text-small">
        {step !== 'none' && t(`operation.restart.${step}`, { seconds })}
      </p>
    </div>
  )
}
