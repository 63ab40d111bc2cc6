import { useState } from 'react'
import type { Notice } from '../../../api/session/notice.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useRestore } from '../account/use-restore.ts'
import { SubmitButton } from '../fields/submit-button.tsx'
import { goTo } from '../navigation.tsx'

interface RestorePanelProps {
  readonly setupToken: string
  readonly onNotice: (notice: Notice | null) => void
}

export function RestorePanel({ setupToken, onNotice }: RestorePanelProps) {
  const { t } = useTexts()
  const [place, setPlace] = useState('')
  const [key, setKey] = useState('')
  const [file, setFile] = useState<File>()
  const { state, isAway, sent, begin } = useRestore({
    setupToken,
    onError: title => onNotice({ kind: 'error', title }),
    onRestored: () => {
      onNotice({ kind: 'success', title: t('authLater.restore.done') })
      goTo('/auth/login', { keepQuery: false })
    },
  })
  const { progress } = state ?? {}
  const share = progress && progress.total > 0 ? Math.floor((100 * progress.done) / progress.total) : null
  const shown = sent === undefined ? share : Math.floor(100 * sent)
  const step = isAway || state?.is_done ? 'restarting' : (progress?.step ?? 'reading')
  return (
    <details className="rounded-md border border-line px-3 py-2.5 text-small">
      <summary className="min-h-6 cursor-pointer">{t('authLater.restore.title')}</summary>
      <form
        className="mt-3 grid gap-3"
        onSubmit={event => {
          event.preventDefault()
          onNotice(null)
          const source = file ?? place.trim()
          if (!state && sent === undefined) void begin(source, key)
        }}
      >
        <p className="text-muted">{t('authLater.restore.lead')}</p>
        <TextField
          label={t('authLater.restore.place')}
          description={t('authLater.restore.placeHelp')}
          required={!file}
          disabled={file !== undefined}
          maxLength={1000}
          value={place}
          onValueChange={setPlace}
        />
        <label className="grid gap-1.5 font-semibold">
          {t('authLater.restore.file')}
          <input
            type="file"
            accept=".tar,application/x-tar"
            className="min-w-0 max-w-full font-normal text-muted"
            onChange={event => setFile(event.target.files?.[0])}
          />
        </label>
        <PasswordField
          label={t('authLater.restore.key')}
          description={t('authLater.restore.keyHelp')}
          autoComplete="off"
          value={key}
          onValueChange={setKey}
        />
        <SubmitButton
          label={t('authLater.restore.submit')}
          working={
            sent !== undefined
              ? t('authLater.restore.steps.sending')
              : state &&
                t(
                  `authLater.restore.steps.${step === 'restarting' || step === 'restore' || step === 'comparison' ? step : 'reading'}`,
                )
          }
        />
        {(state || sent !== undefined) && (
          <progress className="w-full" max={100} {...(shown !== null && { value: shown })} />
        )}
      </form>
    </details>
  )
}
