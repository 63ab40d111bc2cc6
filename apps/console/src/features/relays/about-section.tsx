import { type FormEvent, useState } from 'react'
import { callRelay, RelayError } from '../../api/other-relays/relay-client.ts'
import { noteOtherRelay, type OtherRelay } from '../../api/other-relays/relay-list.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { aboutMethods } from './sections.ts'
import { relayFailureText, useAbout } from './use-other-relay.ts'

const fields = ['name', 'description', 'icon'] as const
type Field = (typeof fields)[number]
const charsMax = { name: 200, description: 10_000, icon: 2000 } as const

export function AboutSection({ relay }: { readonly relay: OtherRelay }) {
  const { t } = useTexts()
  const { data, error, isFetching, refetch } = useAbout(relay)
  if (error && !data)
    return (
      <Card>
        <ErrorState
          title={t('relays.noDocument')}
          message={relayFailureText(t, error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    )
  if (!data) return <RowsSkeleton rows={4} className="h-9" />
  return (
    <Card title={t('relays.section.about.title')} description={t('relays.section.about.text')}>
      <div className="mt-3 grid gap-4">
        {fields.map(field => (
          <AboutField
            key={field + (data[field] ?? '')}
            relay={relay}
            field={field}
            value={data[field] ?? ''}
            onSaved={() => void refetch()}
          />
        ))}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
          <dt className="text-muted">{t('relays.software')}</dt>
          <dd className="break-words">{[data.software, data.version].filter(Boolean).join(' ')}</dd>
          <dt className="text-muted">{t('relays.nips')}</dt>
          <dd className="break-words tabular-nums">
            {(data.supported_nips ?? []).filter(nip => typeof nip === 'number').join(', ')}
          </dd>
        </dl>
      </div>
    </Card>
  )
}

interface AboutFieldProps {
  readonly relay: OtherRelay
  readonly field: Field
  readonly value: string
  readonly onSaved: () => void
}

function AboutField({ relay: { address, methods }, field, value, onSaved }: AboutFieldProps) {
  const { t } = useTexts()
  const [text, setText] = useState(value)
  const [busy, setBusy] = useState(false)
  const label = t(`relays.about.${field}`)
  if (!methods?.includes(aboutMethods[field]))
    return (
      <div>
        <p className="text-muted text-small">{label}</p>
        <p className="whitespace-pre-wrap break-words">{value}</p>
      </div>
    )

  async function send(next: string): Promise<boolean> {
    setBusy(true)
    try {
      await callRelay(address, aboutMethods[field], [next])
      if (field === 'name') noteOtherRelay(address, { name: next.slice(0, 100) })
      onSaved()
      return true
    } catch (error) {
      toast.error(relayFailureText(t, error), { text: error instanceof RelayError ? error.words : undefined })
      return false
    } finally {
      setBusy(false)
    }
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!(await send(text))) return
    toast.success(t('relays.saved'), { action: { label: t('ui.undo'), onClick: () => void send(value) } })
  }

  const control = { label, value: text, onValueChange: setText, maxLength: charsMax[field] }
  return (
    <form onSubmit={event => void save(event)} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-72">
        {field === 'description' ? <TextArea {...control} rows={3} /> : <TextField {...control} />}
      </div>
      <Button
        type="submit"
        loading={busy}
        disabled={text === value}
        aria-label={t('relays.saveField', { field: label })}
      >
        {t('ui.save')}
      </Button>
    </form>
  )
}
