import { reasonChars } from '@hornets/contract/admin/access'
import type { AccessList, WordMatch } from '@hornets/contract/admin/access-lists'
import { useMemo, useState } from 'react'
import { offers } from '../../../api/server/server.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { TrialPanel } from '../rules/trial/trial-panel.tsx'
import { type ImportedEntry, isJson, readEntries } from './entry-formats.ts'
import { FromList } from './from-list.tsx'

export const dayChoices = ['0', '1', '7', '30', '365'] as const
export type Days = (typeof dayChoices)[number]

/** RFC 3339, some days from now; null = permanent. */
export const endOf = (days: Days): string | null =>
  days === '0' ? null : new Date(Date.now() + Number(days) * 86_400_000).toJSON()

interface AddDialogProps {
  readonly list: AccessList
  readonly onClose: () => void
  /** Resolves with what was refused; undefined if nothing could be sent. */
  readonly onAdd: (entries: readonly ImportedEntry[]) => Promise<readonly RefusedEntry[] | undefined>
}

interface RefusedEntry {
  readonly value: string
  readonly error: string
}

const shownErrors = 20

export function AddDialog({ list, onClose, onAdd }: AddDialogProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<Days>('0')
  const [match, setMatch] = useState<WordMatch>('word')
  const [refused, setRefused] = useState<readonly RefusedEntry[]>([])
  const [busy, setBusy] = useState(false)
  // A pattern may have commas: every line is one.
  const isPattern = list === 'words' && match === 'pattern'
  const entries = useMemo(
    () => (isPattern && !isJson(text) ? linesOf(text) : readEntries(text, list)),
    [text, isPattern, list],
  )

  const given = entries.map(entry => ({ ...(reason && { reason }), ...(list === 'words' && { match }), ...entry }))

  async function add(): Promise<void> {
    setBusy(true)
    const expires_at = endOf(days)
    const left = await onAdd(given.map(entry => ({ ...(expires_at !== null && { expires_at }), ...entry })))
    setBusy(false)
    if (left?.length === 0) onClose()
    setRefused(left ?? [])
    if (left && left.length > 0) setText(left.map(({ value }) => value).join('\n'))
  }

  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={t(`access.lists.${list}.add`)}
      description={t('access.lists.formats')}
      dirty={text.trim() !== ''}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" loading={busy} disabled={entries.length === 0} onClick={() => void add()}>
            {t('access.lists.submit', { count: entries.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {refused.length > 0 && <RefusedEntries refused={refused} />}
        <TextArea
          label={t(`access.lists.${list}.values`)}
          description={t(`access.lists.${list}.hint`)}
          value={text}
          onValueChange={setText}
          rows={5}
        />
        {list !== 'addresses' && (
          <FromList
            tag={list === 'words' ? 'word' : 'p'}
            onRead={values => setText([text.trim(), ...values].filter(Boolean).join('\n'))}
          />
        )}
        <FileButton
          accept=".csv,.txt,.json,text/csv,text/plain,application/json"
          onFile={file => void file.text().then(setText)}
          className="w-fit"
        >
          {t('access.lists.file')}
        </FileButton>
        {list === 'words' && (
          <Select
            label={t('access.lists.match')}
            value={match}
            onValueChange={setMatch}
            choices={(['word', 'part', 'pattern'] as const).map(value => ({
              value,
              label: t(`access.lists.matches.${value}`),
            }))}
          />
        )}
        {offers('access expiry') && (
          <Select
            label={t('access.lists.expiry')}
            value={days}
            onValueChange={setDays}
            choices={dayChoices.map(value => ({ value, label: t(`access.lists.days.${value}`) }))}
          />
        )}
        <TextField
          label={t('access.dialog.reason')}
          description={t('access.dialog.reasonHint')}
          value={reason}
          onValueChange={setReason}
          maxLength={reasonChars}
        />
        {list === 'words' && entries.length > 0 && <TrialPanel change={{ list, entries: given }} />}
      </div>
    </Dialog>
  )
}

function RefusedEntries({ refused }: { refused: readonly RefusedEntry[] }) {
  const { t } = useTexts()
  return (
    <Alert kind="warning" title={t('access.lists.refused', { count: refused.length })}>
      <ul className="mt-1 grid gap-0.5">
        {refused.slice(0, shownErrors).map(({ value, error }) => (
          <li key={value}>
            <code className="break-all font-mono text-caption">{value.slice(0, 80)}</code> <span>{error}</span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const linesOf = (text: string): ImportedEntry[] =>
  [
    ...new Set(
      text
        .split(/\r?\n/)
        .map(line => line.trim())
        .filter(Boolean),
    ),
  ].map(value => ({ value }))
