import { useMemo, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Alert } from '../../ui/states/alert.tsx'
import { type ImportPlan, planImport } from './block-list.ts'
import { FromList } from './lists/from-list.tsx'
import type { Blocking } from './use-block-list.ts'

interface ImportDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Keys that are already blocked. */
  readonly known: ReadonlySet<string>
  readonly onImport: (rows: readonly Blocking[]) => void
}

/** Imports a list from a file or the clipboard, and reports unreadable lines before anything is done. */
export function ImportDialog({ open, onOpenChange, known, onImport }: ImportDialogProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const plan = useMemo(() => planImport(text), [text])
  const fresh = plan.entries.filter(({ pubkey }) => !known.has(pubkey))

  function close(): void {
    onOpenChange(false)
    setText('')
  }

  return (
    <Dialog
      open={open}
      onOpenChange={next => (next ? onOpenChange(true) : close())}
      title={t('access.importDialog.title')}
      dirty={text.trim() !== ''}
      description={t('access.importDialog.text')}
      actions={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button
            variant="primary"
            disabled={fresh.length === 0}
            onClick={() => {
              onImport(fresh)
              close()
            }}
          >
            {t('access.importDialog.submit', { count: fresh.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <FileButton
          accept=".csv,.txt,.json,text/csv,text/plain,application/json"
          onFile={file => void file.text().then(setText)}
          className="w-fit"
        >
          {t('access.importDialog.file')}
        </FileButton>
        <FromList tag="p" onRead={keys => setText([text.trim(), ...keys].filter(Boolean).join('\n'))} />
        <TextArea label={t('access.importDialog.paste')} value={text} onValueChange={setText} rows={6} />
        {text.trim() !== '' && (
          <PlanReport plan={plan} fresh={fresh.length} already={plan.entries.length - fresh.length} />
        )}
      </div>
    </Dialog>
  )
}

const shownErrors = 20

interface PlanReportProps {
  readonly plan: ImportPlan
  readonly fresh: number
  readonly already: number
}

function PlanReport({ plan: { errors }, fresh, already }: PlanReportProps) {
  const { t } = useTexts()
  const counts = [
    t('access.importDialog.ready', { count: fresh }),
    already > 0 && t('access.importDialog.already', { count: already }),
  ]
  return (
    <>
      <p role="status" className="text-muted text-small">
        {counts.filter(Boolean).join(', ')}
      </p>
      {errors.length > 0 && (
        <Alert kind="warning" title={t('access.importDialog.errors', { count: errors.length })}>
          <ul className="mt-1 grid gap-0.5">
            {errors.slice(0, shownErrors).map(({ line, text, error }) => (
              <li key={line}>
                {t('access.importDialog.line', { line })}: {t(`access.importDialog.${error}`)}{' '}
                <code className="break-all font-mono text-caption text-muted">{text.slice(0, 80)}</code>
              </li>
            ))}
            {errors.length > shownErrors && (
              <li>{t('access.importDialog.more', { count: errors.length - shownErrors })}</li>
            )}
          </ul>
        </Alert>
      )}
    </>
  )
}
