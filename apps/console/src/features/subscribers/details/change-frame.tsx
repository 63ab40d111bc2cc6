import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'

interface ChangeFrameProps {
  readonly title: string
  readonly action: string
  readonly working: boolean
  readonly failure: string | undefined
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

export function ChangeFrame({ title, action, working, failure, onSubmit, onCancel, children }: ChangeFrameProps) {
  const { t } = useTexts()
  return (
    <form
      aria-label={title}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
      className="grid gap-3 rounded-md border border-line bg-surface p-3"
    >
      <p className="font-semibold">{title}</p>
      {children}
      {failure && (
        <p role="alert" className="text-bad text-small">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary" loading={working}>
          {action}
        </Button>
      </div>
    </form>
  )
}
