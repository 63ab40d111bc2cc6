import { type MovedThing, movedThings } from '@hornets/contract/admin/events/moved-things'
import { addOldStatistics, beginMove } from '@hornets/contract/admin/events/moves'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { upload } from '../../../api/calls/files/upload.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import type { Visit } from './old-server-form.tsx'

interface TakeFormProps {
  readonly visit: Visit
  readonly onBegun: () => void
  readonly onLeave: () => void
}

export function TakeForm({ visit: { visit, found }, onBegun, onLeave }: TakeFormProps) {
  const { t } = useTexts()
  const offered = movedThings.filter(thing => thing !== 'events' || found.relay !== null)
  const [chosen, setChosen] = useState<readonly MovedThing[]>(offered)
  const [statistics, setStatistics] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setError('')
    await work().catch((failure: unknown) => setError(failureText(failure)))
    setBusy(false)
  }
  const addStatistics = (file: File) =>
    attempt(async () => {
      const options = { params: { visit }, signal: new AbortController().signal, onProgress: () => {} }
      const { subscribers } = await upload(addOldStatistics, file, options)
      setStatistics(t('moving.statisticsAdded', { count: subscribers, formatted: formatNumber(subscribers) }))
    })
  const begin = () =>
    attempt(async () => {
      await api.call(beginMove, { body: { visit, things: [...chosen] } })
      onBegun()
    })

  return (
    <div className="mt-3 grid gap-4">
      <p className="text-small">
        <bdi className="font-semibold">{found.name}</bdi>{' '}
        <span className="text-muted">{t('moving.dialect', { version: found.dialect })}</span>{' '}
        {found.relay !== null && <bdi className="break-all font-mono text-muted">{found.relay}</bdi>}
      </p>
      {found.relay === null && <Alert kind="warning" title={t('moving.noRelay')} />}
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold text-small">{t('moving.things')}</legend>
        {offered.map(thing => (
          <Checkbox
            key={thing}
            checked={chosen.includes(thing)}
            onCheckedChange={isOn =>
              setChosen(movedThings.filter(one => (one === thing ? isOn : chosen.includes(one))))
            }
            label={t(`moving.thing.${thing}`)}
            description={`${countText(found.counts[thing])} ${t(`moving.thingText.${thing}`)}`}
          />
        ))}
      </fieldset>
      <div className="grid gap-2">
        <p className="text-muted text-small">{t('moving.statisticsText')}</p>
        <div className="flex flex-wrap items-center gap-3">
          <FileButton accept=".db,.sqlite,.sqlite3" onFile={file => void addStatistics(file)} className="w-fit">
            {t('moving.statistics')}
          </FileButton>
          {statistics && (
            <p role="status" className="text-ok text-small">
              {statistics}
            </p>
          )}
        </div>
      </div>
      {error && <Alert kind="error" title={error} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" loading={isBusy} disabled={chosen.length === 0} onClick={() => void begin()}>
          {t('moving.begin')}
        </Button>
        <Button disabled={isBusy} onClick={onLeave}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )

  function countText(count: number | null): string {
    return count === null ? t('moving.unknown') : t('moving.there', { count, formatted: formatNumber(count) })
  }
}
