import { listEvents } from '@hornets/contract/admin/events/browse'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { listedIn, listFilterOf } from './list-event.ts'

interface FromListProps {
  /** What of the event is wanted. */
  readonly tag: 'p' | 'word'
  readonly onRead: (values: readonly string[]) => void
}

/** Takes the entries of a follow list or a list event that this relay stores. */
export function FromList({ tag, onRead }: FromListProps) {
  const { t } = useTexts()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const filter = listFilterOf(name)

  async function read(): Promise<void> {
    setBusy(true)
    try {
      const query = { filter: JSON.stringify({ ...filter, limit: 1 }), limit: 1 }
      const [event] = (await api.call(listEvents, { query })).events
      const values = event ? listedIn(event, tag) : []
      setError(values.length === 0 ? t(event ? 'access.lists.from.empty' : 'access.lists.from.unknown') : undefined)
      if (values.length > 0) onRead(values)
    } catch (failure) {
      setError(failureText(failure))
    }
    setBusy(false)
  }
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
      <TextField
        label={t('access.lists.from.label')}
        description={t('access.lists.from.hint')}
        error={error}
        value={name}
        onValueChange={next => {
          setName(next)
          setError(undefined)
        }}
      />
      <Button className="sm:mt-6" loading={busy} disabled={filter === null} onClick={() => void read()}>
        {t('access.lists.from.read')}
      </Button>
    </div>
  )
}
